import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createHttpMailProvider } from '#app/domain/messaging/http-mail-provider.server.ts'
import { readPaymentLink } from '#app/domain/payments/payment-link.server.ts'
import { type Delivery, deliverMessages } from '#app/flows/deliver-messages.server.ts'
import { settlePayment } from '#app/flows/settle-payment.server.ts'
import { giveBackExpiredOffers } from '#app/flows/sweep-payments.server.ts'
import { DAY_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { type StandIn, startStandIn } from '#scripts/stand-in/start-stand-in.ts'
import { newCustomer } from '#tests/integration/booking/customer.ts'
import { addSmallShop, lagos, mondayMorningAt, tuesday } from '#tests/integration/booking/small-shop.ts'
import { accountDeps } from '#tests/integration/identity/people.ts'
import {
	deliver as deliverEvent,
	linkKey,
	type PaymentDeps,
	pay,
	paymentDeps,
	startPaying,
} from '#tests/integration/payments/paying-customer.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
const ten = lagos(tuesday, '10:00')
const clock = { now: mondayMorningAt }
let standIn: StandIn
beforeAll(async () => {
	standIn = await startStandIn({ paystack: { now: () => clock.now } })
})
afterAll(() => standIn.close())

let deps: PaymentDeps
let shopCount = 0
beforeEach(async () => {
	standIn.paystack.behaveWell()
	deps = paymentDeps(database().url, standIn)
	clock.now = mondayMorningAt
	// What an earlier test left waiting is not this one's.
	await rows('UPDATE outbox SET next_attempt_at = 253402214400000 WHERE sent_at IS NULL')
})

const rows = async (sql: string, ...args: (string | number)[]) =>
	(await database().client.execute({ sql, args })).rows
const sendMails = (): Promise<Delivery> =>
	deliverMessages(
		{
			...deps,
			...accountDeps(database().url),
			provider: createHttpMailProvider({
				apiUrl: standIn.url,
				apiKey: 'key',
				from: 'Wakati <hello@wakati.example>',
			}),
			sender: { name: 'Wakati', origin: 'https://wakati.example', supportContact: null },
			cookieKeys: [linkKey],
			now: () => clock.now,
		},
		20,
	)
const mailOf = (key: string) => standIn.mail.mails.find((mail) => mail.idempotencyKey === key)

async function started() {
	const shop = await addSmallShop(database().client, `told${++shopCount}`)
	const wished = { serviceId: shop.idOf('cut'), startsAt: ten }
	return { shop, wished, ...(await startPaying(deps, clock, wished)) }
}
async function settle(reference: string) {
	await settlePayment(deps, { reference, now: clock.now })
}
/** Paid an hour late, when somebody else has the time. */
async function offered() {
	const { shop, reference, customer } = await started()
	clock.now += 60 * MINUTE_MS
	const other = await newCustomer(deps, clock).begin(shop.idOf('cut'))
	await other.hold(ten)
	await other.book()
	standIn.paystack.pay(reference)
	await settle(reference)
	return { reference, customer }
}

describe('a payment that is not finished (R36)', () => {
	/** One for a visit, however often its payment is started. */
	const mailAbout = async (reference: string) => {
		const checkoutId = (await deps.payments.payment(reference))?.checkoutId
		return mailOf(`payment-unfinished:${checkoutId}`)
	}

	test('is told after some minutes, to who pays, with a link that finds it again', async () => {
		const { reference, customer } = await started()
		expect((await sendMails()).sent).toBe(0)
		clock.now += 9 * MINUTE_MS
		expect(await sendMails()).toEqual({ sent: 1, waiting: 0, dropped: 0 })
		const mail = await mailAbout(reference)
		expect(mail?.to).toEqual([customer.contact.email])
		expect(mail?.text).toContain('Your time is kept until Monday, Nov 23, 2026, 8:')
		expect(mail?.text).not.toContain(customer.contact.lastName)
		const token = /https:\/\/wakati\.example\/booking\/payment-success\?payment=(\S+)/.exec(
			mail?.text ?? '',
		)?.[1]
		expect(await readPaymentLink([linkKey], token ?? '')).toBe(reference)
	})

	test('is not told once it has come, nor when its time is over', async () => {
		const paid = await started()
		standIn.paystack.pay(paid.reference)
		await settle(paid.reference)
		const late = await started()
		clock.now = (await deps.payments.payment(late.reference))?.expiresAt ?? 0
		await sendMails()
		for (const { reference } of [paid, late]) expect(await mailAbout(reference)).toBeUndefined()
	})

	test('is told once of a visit whose payment was started anew, with the link of the newer try', async () => {
		const { reference, customer, wished } = await started()
		await rows(`UPDATE payment_attempts SET status = 'replaced' WHERE reference = ?`, reference)
		clock.now += 1
		const newer = await pay(deps, clock, customer, wished)
		expect(newer).not.toBe(reference)
		clock.now += 9 * MINUTE_MS
		expect((await sendMails()).sent).toBe(1)
		expect((await mailAbout(reference))?.text).toContain(`Payment reference: ${newer}`)
	})
})

describe('an offer of other times', () => {
	test('is told with its end and a link to choose', async () => {
		const { reference } = await offered()
		await sendMails()
		const mail = mailOf(`other-time-offered:${reference}`)
		expect(mail?.text).toContain('You can choose until Tuesday, Nov 24, 2026, 9:00 AM (Lagos time)')
		const token = /\/booking\/complete-booking\?payment=(\S+)/.exec(mail?.text ?? '')?.[1]
		expect(await readPaymentLink([linkKey], token ?? '')).toBe(reference)
	})

	test('is not told when it is over; that the money goes back is', async () => {
		const { reference } = await offered()
		clock.now += DAY_MS
		await giveBackExpiredOffers(deps, clock.now)
		await sendMails()
		expect(mailOf(`other-time-offered:${reference}`)).toBeUndefined()
		const mail = mailOf(`refund-started:${reference}`)
		expect(mail?.text).toContain('We are giving your ₦5,000 back')
		expect(mail?.text).toContain('no other time was chosen')
	})
})

describe('money that goes back', () => {
	const tell = (reference: string, status: string) =>
		deliverEvent(deps, clock, standIn, {
			event: `refund.${status}`,
			data: { transaction_reference: reference },
		})

	test('is told when that begins and when it is sent, each once', async () => {
		const { reference } = await offered()
		await sendMails()
		clock.now += DAY_MS
		await giveBackExpiredOffers(deps, clock.now)
		await sendMails()
		await tell(reference, 'processed')
		await tell(reference, 'processing')
		expect(await sendMails()).toMatchObject({ sent: 1 })
		expect(mailOf(`refunded:${reference}`)?.subject).toMatch(/^Your ₦5,000 has been sent back/)
	})

	test('and is there before the first mail could go is told once', async () => {
		const { reference } = await offered()
		await sendMails()
		clock.now += DAY_MS
		await giveBackExpiredOffers(deps, clock.now)
		await tell(reference, 'processed')
		await sendMails()
		expect(mailOf(`refund-started:${reference}`)).toBeUndefined()
		expect(mailOf(`refunded:${reference}`)).toBeDefined()
	})
})
