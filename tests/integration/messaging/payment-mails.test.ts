import { beforeEach, describe, expect, test } from 'vitest'
import { createHttpMailProvider } from '#app/domain/messaging/mail-provider.server.ts'
import { readPaymentLink } from '#app/domain/payments/payment-reference.server.ts'
import { channels } from '#app/flows/lists/channels.server.ts'
import { messages } from '#app/flows/lists/messages.server.ts'
import { type Delivery, deliverMessages } from '#app/flows/messages/deliver-messages.server.ts'
import { declineOffer } from '#app/flows/payments/answer-offer.server.ts'
import { refundExpiredOffers } from '#app/flows/payments/sweep-payments.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { accountDeps } from '#tests/support/accounts.ts'
import { paymentLinkKey } from '#tests/support/flow-deps.ts'
import { noPace } from '#tests/support/no-pace.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { lagos, monday } from '#tests/support/small-shop.ts'

const desk = withPaymentDesk('told')
const { database, clock } = desk
beforeEach(async () => {
	// What an earlier test left waiting is not this one's.
	await database().rows('UPDATE outbox SET next_attempt_at = 253402214400000 WHERE sent_at IS NULL')
})

const sendMails = (): Promise<Delivery> =>
	deliverMessages(
		{
			...desk.deps,
			...accountDeps(database().url),
			messages,
			channels,
			provider: createHttpMailProvider({
				apiUrl: desk.addresses.sandboxUrl,
				apiKey: 'key',
				from: 'Wakati <hello@wakati.example>',
			}),
			pace: noPace,
			push: null,
			sender: { name: 'Wakati', origin: 'https://wakati.example', supportContact: null },
			cookieKeys: [paymentLinkKey],
			now: () => clock.now,
		},
		20,
	)
const mailOf = (key: string) => desk.mail.mails.find((mail) => mail.idempotencyKey === key)

async function started() {
	const shop = await desk.newShop()
	return { shop, ...(await desk.atPaystack(shop)) }
}
/** Paid an hour late, when another customer has the time. */
async function offered() {
	const { shop, paymentReference } = await started()
	clock.now += 60 * MINUTE_MS
	await desk.bookForCash(shop)
	desk.paystack.pay(paymentReference)
	await desk.settle(paymentReference)
	return { paymentReference }
}

describe('a payment that is not finished (R36)', () => {
	/** One for a visit, however often its payment is started. */
	const mailAbout = async (paymentReference: string) => {
		const checkoutId = (await desk.deps.payments.attempts.payment(paymentReference))?.checkoutId
		return mailOf(`payment-unfinished:${checkoutId}`)
	}

	test('is told after some minutes, to who pays, with a link that finds it again', async () => {
		const { paymentReference, payer } = await started()
		expect((await sendMails()).sent).toBe(0)
		clock.now += 9 * MINUTE_MS
		expect(await sendMails()).toEqual({ sent: 1, waiting: 0, dropped: 0 })
		const mail = await mailAbout(paymentReference)
		expect(mail?.to).toEqual([payer.guest.contact.email])
		expect(mail?.text).toContain('We’re holding your time until Mon 23 Nov 2026, 8:')
		expect(mail?.text).not.toContain(payer.guest.contact.lastName)
		const token = /https:\/\/wakati\.example\/booking\/payment-success\?payment=(\S+)/.exec(
			mail?.text ?? '',
		)?.[1]
		expect(await readPaymentLink([paymentLinkKey], token ?? '')).toBe(paymentReference)
	})

	test('is not told once it has come, nor when its time is over', async () => {
		const paid = await started()
		desk.paystack.pay(paid.paymentReference)
		await desk.settle(paid.paymentReference)
		const late = await started()
		clock.now = (await desk.deps.payments.attempts.payment(late.paymentReference))?.expiresAt ?? 0
		await sendMails()
		for (const { paymentReference } of [paid, late]) expect(await mailAbout(paymentReference)).toBeUndefined()
	})

	test('is told once of a visit whose payment was started again, with the link of the newer try', async () => {
		const { paymentReference, payer } = await started()
		await database().rows(
			`UPDATE payment_attempts SET status = 'replaced' WHERE payment_reference = ?`,
			paymentReference,
		)
		clock.now += 1
		const newer = await payer.start()
		expect(newer).not.toBe(paymentReference)
		clock.now += 9 * MINUTE_MS
		expect((await sendMails()).sent).toBe(1)
		expect((await mailAbout(paymentReference))?.text).toContain(`Payment reference: ${newer}`)
	})
})

describe('an offer of other times', () => {
	test('is told with its end and a link to choose', async () => {
		const { paymentReference } = await offered()
		await sendMails()
		const mail = mailOf(`other-time-offered:${paymentReference}`)
		expect(mail?.text).toContain('ask for a refund until Tue 24 Nov 2026, 9:00 AM (Lagos time)')
		const token = /\/booking\/complete-booking\?payment=(\S+)/.exec(mail?.text ?? '')?.[1]
		expect(await readPaymentLink([paymentLinkKey], token ?? '')).toBe(paymentReference)
	})

	test('is not told when it is over; that the money goes back is', async () => {
		const { paymentReference } = await offered()
		clock.now += DAY_MS
		await refundExpiredOffers(desk.deps, clock.now)
		await sendMails()
		expect(mailOf(`other-time-offered:${paymentReference}`)).toBeUndefined()
		const mail = mailOf(`refund-started:${paymentReference}`)
		expect(mail?.text).toContain('We are refunding your ₦5,000')
		expect(mail?.text).toContain('no other time was chosen')
	})
})

describe('money that goes back', () => {
	const tell = (paymentReference: string, status: string) =>
		desk.deliver({
			event: `refund.${status}`,
			data: { transaction_reference: paymentReference },
		})

	test('is told when that begins and when it is sent, each once', async () => {
		const { paymentReference } = await offered()
		await sendMails()
		clock.now += DAY_MS
		await refundExpiredOffers(desk.deps, clock.now)
		await sendMails()
		await tell(paymentReference, 'processed')
		await tell(paymentReference, 'processing')
		expect(await sendMails()).toMatchObject({ sent: 1 })
		expect(mailOf(`refunded:${paymentReference}`)?.subject).toMatch(/^Your ₦5,000 has been sent back/)
	})

	test('at night: who asked for it is told at once, who did not in the morning', async () => {
		const [declined, expired] = [await offered(), await offered()]
		await sendMails()
		clock.now = lagos(monday, '22:00')
		const { paymentReference } = declined
		expect(await declineOffer(desk.deps, { paymentReference, now: clock.now })).toMatchObject({ ok: true })
		await sendMails()
		expect(mailOf(`refund-started:${paymentReference}`)).toBeDefined()
		clock.now += DAY_MS
		await refundExpiredOffers(desk.deps, clock.now)
		await sendMails()
		expect(mailOf(`refund-started:${expired.paymentReference}`)).toBeUndefined()
		clock.now += 12 * HOUR_MS
		await sendMails()
		expect(mailOf(`refund-started:${expired.paymentReference}`)).toBeDefined()
	})

	test('and is there before the first mail could go is told once', async () => {
		const { paymentReference } = await offered()
		await sendMails()
		clock.now += DAY_MS
		await refundExpiredOffers(desk.deps, clock.now)
		await tell(paymentReference, 'processed')
		await sendMails()
		expect(mailOf(`refund-started:${paymentReference}`)).toBeUndefined()
		expect(mailOf(`refunded:${paymentReference}`)).toBeDefined()
	})
})
