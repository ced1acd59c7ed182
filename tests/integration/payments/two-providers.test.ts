import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentProvider } from '#app/domain/payments/payment-provider.server.ts'
import { newPaymentReference } from '#app/domain/payments/payment-reference.server.ts'
import { readCheckoutCopy } from '#app/flows/payments/checkout-copy.server.ts'
import { processWebhooks, receiveWebhook } from '#app/flows/payments/process-webhooks.server.ts'
import { reconcilePayments } from '#app/flows/payments/reconcile-payments.server.ts'
import { reconcilePayouts } from '#app/flows/payouts/reconcile-payouts.server.ts'
import { sendPayouts } from '#app/flows/payouts/send-payouts.server.ts'
import { refundByOperator } from '#app/flows/refunds/refund-by-operator.server.ts'
import { processRefunds } from '#app/flows/refunds/send-refunds.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'
import { signToken } from '#app/kernel/signed.server.ts'
import { ten } from '#tests/support/booking-desk.ts'
import { onlyProvider, paymentLinkKey } from '#tests/support/flow-deps.ts'
import { createMemoryProvider } from '#tests/support/memory-provider.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { payoutBook, seven } from '../payouts/payout-book.ts'

const desk = withPaymentDesk('two-providers')
const book = payoutBook(desk)
const memory = createMemoryProvider({ now: () => desk.clock.now })

beforeAll(() => desk.change(`INSERT INTO payment_providers (kind) VALUES ('memory')`))
let online: typeof desk.online
beforeEach(() => {
	online = desk.online
})

/** The other one takes what is new; both are known. */
function takeOver() {
	const providers = new Map([...online.providers, [memory.provider.name, memory.provider]])
	desk.deps.onlinePayments = { ...online, provider: memory.provider, providers }
}
/** Paystack takes what is new again. */
function handBack({ knowsBoth }: { knowsBoth: boolean }) {
	const { providers } = desk.online
	desk.deps.onlinePayments = { ...online, ...(knowsBoth ? { providers } : onlyProvider(online.provider)) }
}
const providerOf = async (table: string, key: string, value: string) =>
	(await desk.database().rows(`SELECT provider FROM ${table} WHERE ${key} = ?`, value))[0]?.provider
const refundStatus = async (paymentReference: string) =>
	(await desk.database().rows('SELECT status FROM refunds WHERE payment_reference = ?', paymentReference))[0]
		?.status
const alerts = () => desk.deps.lines.filter((line) => line.startsWith('ALERT'))
const askedOfPaystack = () => Object.values(desk.paystack.calls).reduce((sum, calls) => sum + calls, 0)
const NOT_SET_UP = 'its provider “memory” is not set up here'

/** A payment of the other provider, paid there and settled here, whose refund was decided. */
async function owedBack() {
	takeOver()
	const { paymentReference } = await desk.atPaystack(await desk.newShop())
	memory.pay(paymentReference)
	expect(await desk.settled(paymentReference)).toBe('booked')
	const { now } = desk.clock
	expect(await refundByOperator(desk.deps, { givenReference: paymentReference, now })).toMatchObject({
		ok: true,
	})
	return paymentReference
}
function receive(paymentReference: string) {
	const { body, signature } = memory.eventOf({ about: 'payment' }, paymentReference)
	return receiveWebhook(
		{ ...desk.deps, provider: memory.provider },
		{ body: new TextEncoder().encode(body), signature, now: desk.clock.now },
	)
}
/** A payout that the other provider is to send. */
async function written() {
	takeOver()
	memory.topUp(1_000_000_00)
	const shop = await book.newPaidShop()
	handBack({ knowsBoth: true })
	await book.completed(shop)
	takeOver()
	await book.run(seven)
	const [payout] = await book.payoutsOf(shop)
	return { shop, reference: String(payout?.reference) }
}
const send = (now = seven) => {
	const { providers, mode } = desk.online
	return sendPayouts({ ...desk.deps, providers, mode, isByTransfer: true }, now)
}

describe('each row says who has its money, and that one is asked, whoever takes what is new', () => {
	test('a payment and its refund', async () => {
		takeOver()
		const { paymentReference } = await desk.atPaystack(await desk.newShop())
		memory.pay(paymentReference)
		handBack({ knowsBoth: true })
		const asked = askedOfPaystack()
		expect(await desk.settled(paymentReference)).toBe('booked')
		const { now } = desk.clock
		await refundByOperator(desk.deps, { givenReference: paymentReference, now })
		await processRefunds(desk.deps, now)
		expect(memory.refunds.map((refund) => refund.paymentReference)).toContain(paymentReference)
		expect(await refundStatus(paymentReference)).toBe('pending')
		expect(await providerOf('payment_attempts', 'payment_reference', paymentReference)).toBe('memory')
		expect(await providerOf('refunds', 'payment_reference', paymentReference)).toBe('memory')
		expect(askedOfPaystack()).toBe(asked)
	})

	test('an event', async () => {
		takeOver()
		const { paymentReference } = await desk.atPaystack(await desk.newShop())
		memory.pay(paymentReference)
		const { status, taken } = await receive(paymentReference)
		expect(status).toBe(200)
		expect(await providerOf('webhook_events', 'reference', paymentReference)).toBe('memory')
		handBack({ knowsBoth: true })
		await processWebhooks(desk.deps, taken, desk.clock.now)
		expect(await desk.paymentOf(paymentReference)).toMatchObject({ outcome: 'booked' })
	})

	test('a payout', async () => {
		const { shop, reference } = await written()
		expect(await providerOf('payouts', 'reference', reference)).toBe('memory')
		handBack({ knowsBoth: true })
		await send()
		expect(await book.statuses(shop)).toEqual(['pending'])
		expect(desk.paystack.transfers).toEqual([])
		expect(await memory.provider.verifyTransfer(reference)).toMatchObject({ outcome: 'found' })
	})

	test('what Paystack takes names Paystack', async () => {
		const { paymentReference } = await desk.atPaid(await desk.newShop())
		expect(await desk.settled(paymentReference)).toBe('booked')
		expect(await providerOf('payment_attempts', 'payment_reference', paymentReference)).toBe('paystack')
	})
})

describe('a release without the provider of a row asks no other, and alerts the operator', () => {
	test('of a payment', async () => {
		takeOver()
		const { paymentReference } = await desk.atPaystack(await desk.newShop())
		memory.pay(paymentReference)
		handBack({ knowsBoth: false })
		const asked = askedOfPaystack()
		expect(await desk.settled(paymentReference)).toBe('waiting: no answer')
		expect(alerts()).toEqual([expect.stringMatching(`^ALERT payment ${paymentReference}: ${NOT_SET_UP}`)])
		expect(askedOfPaystack()).toBe(asked)
		takeOver()
		expect(await desk.settled(paymentReference)).toBe('booked')
	})

	test('of a refund', async () => {
		const paymentReference = await owedBack()
		handBack({ knowsBoth: false })
		const asked = askedOfPaystack()
		await processRefunds(desk.deps, desk.clock.now)
		expect(await refundStatus(paymentReference)).toBe('requested')
		expect(alerts()).toContainEqual(
			expect.stringMatching(`^ALERT payment ${paymentReference}: ${NOT_SET_UP}`),
		)
		expect(askedOfPaystack()).toBe(asked)
	})

	test('of an event', async () => {
		takeOver()
		const { paymentReference } = await desk.atPaystack(await desk.newShop())
		const { taken } = await receive(paymentReference)
		handBack({ knowsBoth: false })
		await processWebhooks(desk.deps, taken, desk.clock.now)
		const [event] = await desk
			.database()
			.rows('SELECT processed_at FROM webhook_events WHERE reference = ?', paymentReference)
		expect(event?.processed_at).toBeNull()
		expect(alerts()).toEqual([expect.stringMatching(`^ALERT payment ${paymentReference}: ${NOT_SET_UP}`)])
	})

	test('of a payout', async () => {
		const { shop, reference } = await written()
		handBack({ knowsBoth: false })
		await send()
		expect(await book.statuses(shop)).toEqual(['written'])
		expect(desk.paystack.transfers).toEqual([])
		expect(alerts()).toContainEqual(expect.stringMatching(`^ALERT payout ${reference}: ${NOT_SET_UP}`))
	})
})

describe('the operator compares a provider with the rows of its own', () => {
	const stretch = { from: seven - 10 * DAY_MS, to: seven + DAY_MS }
	const payments = (provider: PaymentProvider, isApplied = false) =>
		reconcilePayments(
			{ ...desk.deps, provider, linkKeys: [paymentLinkKey] },
			{ ...stretch, includesPast: false, isApplied, now: desk.clock.now },
		)

	test('a payment that the other one took is not missed', async () => {
		takeOver()
		const { paymentReference } = await desk.atPaystack(await desk.newShop())
		memory.pay(paymentReference)
		expect(await desk.settled(paymentReference)).toBe('booked')
		for (const provider of [online.provider, memory.provider]) {
			const { differences } = await payments(provider)
			expect(differences.filter((one) => one.paymentReference === paymentReference)).toEqual([])
		}
	})

	test('a payout that the other one sent is not missed', async () => {
		const { shop, reference } = await written()
		await send()
		memory.finishTransfer(reference)
		await send(seven + HOUR_MS)
		expect(await book.statuses(shop)).toEqual(['success'])
		for (const provider of [online.provider, memory.provider]) {
			const deps = { ...desk.deps, provider, mode: online.mode }
			const { differences } = await reconcilePayouts(deps, { ...stretch, isApplied: false, now: seven })
			expect(differences.filter((one) => one.reference === reference)).toEqual([])
		}
	})

	test('a payment that the database has lost is rebuilt as one of the provider that lists it', async () => {
		takeOver()
		const shop = await desk.newShop()
		const { payer, paymentReference } = await desk.atPaystack(shop)
		const listed = await memory.provider.lists.payments({ ...stretch, page: 1 })
		const kept = listed.outcome === 'page' ? listed.rows : []
		const sent = kept.find(({ payment }) => payment.paymentReference === paymentReference)
		const copy = await readCheckoutCopy([paymentLinkKey], paymentReference, sent?.checkoutCopy ?? null)
		const lost = newPaymentReference()
		const moved = { reference: lost, checkout: newId(), draft: newId(), starts: ten + 2 * HOUR_MS }
		await memory.provider.start({
			...{ paymentReference: lost, amountKobo: Number(sent?.payment.amountKobo), buys: 'appointment' },
			...{ email: String(payer.guest.contact.email), callbackUrl: '', cancelUrl: '', channels: [] },
			description: '',
			checkoutCopy: await signToken([paymentLinkKey], 'checkout-copy', JSON.stringify({ ...copy, ...moved })),
		})
		memory.pay(lost)
		expect((await payments(memory.provider, true)).differences).toContainEqual(
			expect.objectContaining({ kind: 'lost_checkout', paymentReference: lost, repair: 'done' }),
		)
		expect(await providerOf('payment_attempts', 'payment_reference', lost)).toBe('memory')
	})
})
