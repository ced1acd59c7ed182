import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signPaymentLink } from '#app/domain/payments/payment-reference.server.ts'
import { type Guest, offeredTimes, openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import { type BrowserLikeClient, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import {
	goToPaystack,
	offeredOtherTimes,
	type PayingGuest,
	payAndComeBack,
} from '#scripts/site/browser-payer.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { addSignedInPerson, browserOf } from '#tests/support/accounts.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'

/** I9 on the pages of a payment: a visitor who did not start it and has no link learns nothing of it. */
const site = withPaymentSite({ MAIL_API_KEY: undefined })
beforeEach(() => site().paystack.setBehaviour({ webhooks: 'lost', refund: 'hold' }))

/** A payment in each of its states. */
const states = {
	'not paid yet': () => goToPaystack(site()),
	booked: async () => {
		const paying = await goToPaystack(site())
		await payAndComeBack(site(), paying)
		return paying
	},
	'offered other times': () => offeredOtherTimes(site()),
	'on its way back': async () => {
		const paying = await goToPaystack(site())
		site().paystack.setBehaviour({ verify: 'paid-less' })
		await payAndComeBack(site(), paying)
		site().paystack.setBehaviour({ verify: 'answer' })
		return paying
	},
}
type State = keyof typeof states
const payments = {} as Record<State, PayingGuest>
beforeAll(async () => {
	for (const [state, reach] of Object.entries(states)) {
		site().paystack.setBehaviour({ webhooks: 'lost', refund: 'hold' })
		payments[state as State] = await reach()
	}
}, 60_000)

const others: Record<string, () => Promise<BrowserLikeClient>> = {
	'somebody without a cookie': async () => openBrowserLikeClient(site().url),
	'a guest with a booking of their own': async () => {
		const guest = openGuest(site().url)
		await walkTo(guest, 'checkout')
		return guest
	},
	'a guest who pays for a booking of their own': async () => (await goToPaystack(site())).guest,
	'another customer who is signed in': async () =>
		browserOf(await addSignedInPerson(site().database, { at: Date.now() }), site().url),
}

/** Private facts: who it is, what and when it is, what it costs, and the keys to more. */
function secretsOf({ guest, startsAt }: PayingGuest): string[] {
	const { email, phone, lastName } = guest.details
	return [email, phone, phone?.slice(1), lastName, startsAt, '₦', '/pay/', 'visit=', 'payment='].map(String)
}

describe.each(Object.keys(states) as State[])('a payment that is %s', (state) => {
	test.each(Object.keys(others))('shows nothing to %s', async (who) => {
		const paying = payments[state]
		const client = await (others[who] ?? others['somebody without a cookie'] ?? Promise.reject)()
		const { paymentReference } = paying
		const forged = await signPaymentLink(['another key that signs, of 32 letters'], paymentReference)
		const addresses = [
			`/booking/payment-success?reference=${paymentReference}`,
			`/booking/payment-success?trxref=${paymentReference}&cancelled=true`,
			`/booking/payment-success?trxref=${paymentReference}&failed=true`,
			`/booking/payment-success?payment=${forged}&trxref=${paymentReference}&reference=${paymentReference}`,
			`/booking/payment-success?payment=${forged}`,
			`/booking/complete-booking?reference=${paymentReference}`,
			`/booking/complete-booking?payment=${forged}`,
			`/booking/complete-booking?payment=${paymentReference}`,
			`/booking/confirmation?reference=${paymentReference}&status=success`,
			`/booking/confirmation?visit=${forged}`,
		]
		for (const address of addresses) {
			// The page, and its bare data as script asks for it.
			for (const path of [address, address.replace('?', '.data?')]) {
				const answer = await client.send(new URL(path, site().url))
				const text = `${answer.headers.get('location')} ${await answer.text()}`
				expect(answer.status, path).toBeLessThan(500)
				const told = secretsOf(paying).filter((secret) => text.includes(secret))
				// A guest who pays sees their own price and links on their own pages.
				const own = who === 'a guest who pays for a booking of their own' ? ['₦', '/pay/', 'payment='] : []
				expect(
					told.filter((secret) => !own.includes(secret)),
					path,
				).toEqual([])
			}
		}
	})

	test('is shown to the browser that it was started in, by the same addresses', async () => {
		const { guest, paymentReference } = payments[state]
		for (const path of ['/booking/payment-success', '/booking/payment-success.data']) {
			const answer = await guest.send(new URL(`${path}?reference=${paymentReference}`, site().url))
			const text = `${answer.headers.get('location')} ${await answer.text()}`
			expect(
				secretsOf(payments[state]).filter((secret) => text.includes(secret)),
				path,
			).not.toEqual([])
		}
	})

	test('cannot be acted on by its reference, or by a link that another key has signed', async () => {
		const { paymentReference, guest } = payments[state]
		const before = await stateOf(paymentReference)
		const forged = await signPaymentLink(['another key that signs, of 32 letters'], paymentReference)
		for (const query of [
			'',
			`?reference=${paymentReference}`,
			`?payment=${paymentReference}`,
			`?payment=${forged}`,
		]) {
			for (const intent of ['accept', 'decline', 'retry', 'cancel']) {
				for (const client of [openBrowserLikeClient(site().url), guest]) {
					const body = `intent=${intent}&startsAt=${Date.now() + 86_400_000}`
					const page = await client.post(`/booking/complete-booking${query}`, body)
					expect(page.status, `${query} ${intent}`).toBe(404)
				}
			}
		}
		expect(await stateOf(paymentReference)).toEqual(before)
	})

	test('shows by its link what was paid for, and nothing about who pays', async () => {
		const paying = payments[state]
		const stranger = openBrowserLikeClient(site().url)
		for (const path of [
			paying.returnPath,
			paying.returnPath.replace('payment-success', 'complete-booking'),
		]) {
			const page = await stranger.open(path)
			expect(page.status).toBe(200)
			const { email = '', phone = '', lastName = '', firstName = '' } = paying.guest.details
			for (const detail of [email, phone, phone.slice(1), lastName, firstName])
				expect(page.html.includes(detail), `${detail} on ${page.url.pathname}`).toBe(false)
			expect(page.document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
			expect(page.headers.get('cache-control')).toContain('no-store')
			expect(stranger.cookies.has('visits')).toBe(false)
		}
	})
})

test('one payment’s link opens no other payment, and no visit', async () => {
	const link = await signPaymentLink([scratchCookieKey], payments['not paid yet'].paymentReference)
	const stranger = openBrowserLikeClient(site().url)
	const { paymentReference } = payments.booked
	const page = await stranger.open(
		`/booking/payment-success?payment=${link}&trxref=${paymentReference}&reference=${paymentReference}`,
	)
	expect(page.url.pathname).not.toBe('/booking/confirmation')
	expect((await stranger.open(`/booking/confirmation?visit=${link}`)).status).toBe(404)
	expect((await stranger.open(`/booking/reschedule?visit=${link}`)).status).toBe(404)
})

test('S46: a year after its visit a payment’s link opens nothing', async () => {
	const { returnPath, paymentReference } = payments['not paid yet']
	const stranger = openBrowserLikeClient(site().url)
	const shiftStart = (ms: number) =>
		site().database.change(
			`UPDATE checkouts SET starts_at = starts_at + ?
				WHERE id = (SELECT checkout_id FROM payment_attempts WHERE payment_reference = ?)`,
			ms,
			paymentReference,
		)
	const longAgoMs = 500 * 86_400_000
	await shiftStart(-longAgoMs)
	for (const path of [returnPath, returnPath.replace('payment-success', 'complete-booking')])
		expect([path, (await stranger.open(path)).status]).toEqual([path, 404])
	await shiftStart(longAgoMs)
	expect((await stranger.open(returnPath)).status).toBe(200)
})

test('a time of an offer is taken for that payment alone', async () => {
	const { page, paymentReference } = await offeredOtherTimes(site())
	const other = payments['offered other times']
	const [startsAt] = offeredTimes(page.document)
	const before = await stateOf(other.paymentReference)
	const guest: Guest = other.guest
	await guest.post(
		`${page.url.pathname}${page.url.search}&reference=${other.paymentReference}`,
		`intent=accept&startsAt=${startsAt}`,
	)
	expect(await stateOf(other.paymentReference)).toEqual(before)
	expect((await stateOf(paymentReference))?.outcome).toBe('booked')
})

async function stateOf(paymentReference: string) {
	const rows = await site().database.rows(
		`SELECT attempt.status, payment.outcome, payment.appointment_id, refund.status AS refund
			FROM payment_attempts attempt LEFT JOIN transactions payment ON payment.payment_reference = attempt.payment_reference
			LEFT JOIN refunds refund ON refund.payment_reference = attempt.payment_reference WHERE attempt.payment_reference = ?`,
		paymentReference,
	)
	return rows[0]
}
