import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buttonOf, offeredTimes, openGuest, stepForm, walkTo } from '#scripts/site/browser-guest.ts'
import { type LoadedPage, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import {
	bookForCash,
	comeBack,
	goToPaystack,
	loseTime,
	offeredOtherTimes,
	payAndComeBack,
} from '#scripts/site/browser-payer.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'

// Without mail, whose deliveries would be counted with a page's own trips.
const site = withPaymentSite({ MAIL_API_KEY: undefined, SUPPORT_CONTACT: 'help@wakati.example' })
beforeEach(() => site().paystack.setBehaviour({ webhooks: 'lost' }))
afterEach(() => site().proxy.heal())

const stranger = () => openBrowserLikeClient(site().url)
const paymentOf = async (paymentReference: string) =>
	(
		await site().database.rows(
			`SELECT paid.outcome, paid.appointment_id, back.status, back.reason FROM transactions paid
				LEFT JOIN refunds back ON back.payment_reference = paid.payment_reference WHERE paid.payment_reference = ?`,
			paymentReference,
		)
	)[0]
const heading = (page: LoadedPage) => page.document.querySelector('h1')?.textContent
const accept = { button: buttonOf('intent', 'accept') }
const decline = { button: buttonOf('intent', 'decline') }

describe('a payment whose time somebody else has', () => {
	test('says what happened, what is kept and until when, and has the best other time chosen already', async () => {
		const { page } = await offeredOtherTimes(site())
		expect(page.url.pathname).toBe('/booking/complete-booking')
		expect(heading(page)).toBe('Choose another time')
		expect(page.text).toMatch(
			/Your payment of ₦[\d,]+ has arrived, but .+ is no longer available\. Your money is safe\./,
		)
		expect(page.text).toMatch(/Choose another time by .+ refund your .+ automatically/)
		const [first] = page.document.querySelectorAll('input[name="startsAt"]')
		expect(first?.hasAttribute('checked')).toBe(true)
		expect(page.document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
	})

	test('is booked at the time that is taken, in whatever browser', async () => {
		const { page, paymentReference, guest } = await offeredOtherTimes(site())
		const other = stranger()
		const elsewhere = await other.open(page.url.pathname + page.url.search)
		const [, second = ''] = offeredTimes(elsewhere.document)
		const appointment = await other.submit(elsewhere, stepForm, { startsAt: second }, accept)
		expect(heading(appointment)).toBe('Booking Confirmed!')
		expect(appointment.text).toMatch(/Paid online ₦/)
		expect(other.cookies.has('visits')).toBe(false)
		expect(await paymentOf(paymentReference)).toMatchObject({ outcome: 'booked' })
		// The page that was left open: pressed again, and opened again.
		expect((await guest.submit(page, stepForm, {}, accept)).url.href).toBe(appointment.url.href)
		expect((await guest.open(page.url.pathname + page.url.search)).url.href).toBe(appointment.url.href)
		expect(guest.cookies.has('visits')).toBe(true)
	})

	test('keeps its offer when the chosen time goes too, and shows fresh ones', async () => {
		const { page, staff, guest, paymentReference } = await offeredOtherTimes(site())
		const [best = ''] = offeredTimes(page.document)
		await bookForCash(site(), staff, best)
		const again = await guest.submit(page, stepForm, {}, accept)
		expect(again.status).toBe(409)
		expect(again.text).toContain('Booking Conflict')
		expect(again.text).toContain('Your money is safe')
		const fresh = offeredTimes(again.document)
		expect(fresh).not.toContain(best)
		expect(fresh.length).toBeGreaterThan(0)
		expect(heading(await guest.submit(again, stepForm, {}, accept))).toBe('Booking Confirmed!')
		expect((await paymentOf(paymentReference))?.outcome).toBe('booked')
	})

	test('goes back when that is wanted, and its way is shown until it has arrived', async () => {
		site().paystack.setBehaviour({ refund: 'hold' })
		const { page, guest, paymentReference } = await offeredOtherTimes(site())
		const back = await guest.submit(page, stepForm, {}, decline)
		expect(heading(back)).toMatch(/^We’re refunding your ₦[\d,]+$/)
		expect(back.text).toContain('you asked for a refund')
		expect(back.text).toContain(paymentReference)
		expect(await paymentOf(paymentReference)).toMatchObject({ outcome: 'refund', reason: 'offer_declined' })
		for (const [status, words] of [
			['pending', 'With Paystack'],
			['processing', 'On its way to your bank'],
		] as const) {
			await site().database.rows(
				'UPDATE refunds SET status = ? WHERE payment_reference = ?',
				status,
				paymentReference,
			)
			const now = await guest.open(back.url.pathname + back.url.search)
			expect(now.document.querySelector('.price-lines .font-bold dt')?.textContent.trim()).toBe(words)
		}
		// Pressed again on the page that was left open.
		expect(heading(await guest.submit(page, stepForm, {}, decline))).toMatch(/^We’re refunding your/)
		expect(
			await site().database.rows('SELECT 1 FROM refunds WHERE payment_reference = ?', paymentReference),
		).toHaveLength(1)
		expect(heading(await guest.submit(page, stepForm, {}, accept))).toMatch(/^We’re refunding your/)
	})

	test('whose offer has ended goes back, before anything has swept it up', async () => {
		const { page, guest, paymentReference } = await offeredOtherTimes(site())
		await site().database.rows(
			'UPDATE transactions SET offer_expires_at = resolved_at WHERE payment_reference = ?',
			paymentReference,
		)
		const over = await guest.submit(page, stepForm, {}, accept)
		expect(heading(over)).toMatch(/^We’re refunding your/)
		expect((await paymentOf(paymentReference))?.outcome).toBe('offered')
	})

	test('without a time in the form, or with another word, changes nothing', async () => {
		const { page, guest, paymentReference } = await offeredOtherTimes(site())
		const address = page.url.pathname + page.url.search
		expect((await guest.post(address, 'intent=accept')).status).toBe(422)
		expect((await guest.post(address, 'intent=accept&startsAt=soon')).status).toBe(422)
		expect((await guest.post(address, 'intent=erase')).status).toBe(400)
		expect((await paymentOf(paymentReference))?.outcome).toBe('offered')
	})

	test('pays one trip for its page, and two for each act', async () => {
		const { page, guest, returnPath } = await offeredOtherTimes(site())
		const tripsOf = async (work: () => Promise<unknown>) => (await site().proxy.during(work)).trips.length
		const url = new URL(page.url)
		const post = (body: string) =>
			guest.send(url, {
				method: 'POST',
				body,
				headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url.origin },
			})
		expect(await tripsOf(() => guest.send(url))).toBe(1)
		expect(await tripsOf(() => guest.send(new URL(returnPath, site().url)))).toBe(1)
		expect(await tripsOf(() => post(`intent=accept&startsAt=${offeredTimes(page.document)[0]}`))).toBe(2)
	})
})

describe('a payment that is not what was asked for', () => {
	test.each([
		['wrong-amount', 'The amount was not the one'],
		['paid-less', 'The amount was not the one'],
		['wrong-currency', 'The payment was not in naira'],
	] as const)('%s needs attention, goes back, and has its reference on the page', async (verify, words) => {
		const paying = await goToPaystack(site())
		site().paystack.pay(paying.paymentReference)
		site().paystack.setBehaviour({ verify, refund: 'hold' })
		const page = await comeBack(paying.guest, paying)
		expect(page.url.pathname).toBe('/booking/complete-booking')
		expect(heading(page)).toBe('Payment received, needs attention')
		expect(page.text).toContain(words)
		expect(page.text).toContain(paying.paymentReference)
		expect(page.text).toContain('help@wakati.example')
		expect(page.text).toContain('Start New Booking')
		expect((await paymentOf(paying.paymentReference))?.outcome).toBe('refund')
	})

	test('whose refund is stuck names the person to reach', async () => {
		site().paystack.setBehaviour({ refund: 'hold' })
		const { page, guest, paymentReference } = await offeredOtherTimes(site())
		const back = await guest.submit(page, stepForm, {}, decline)
		for (const status of ['needs-attention', 'failed']) {
			await site().database.rows(
				'UPDATE refunds SET status = ? WHERE payment_reference = ?',
				status,
				paymentReference,
			)
			const stuck = await guest.open(back.url.pathname + back.url.search)
			expect(heading(stuck)).toBe('Your refund needs attention')
			expect(stuck.document.querySelector('a[href="mailto:help@wakati.example"]')).not.toBeNull()
		}
		await site().database.rows(
			`UPDATE refunds SET status = 'pending' WHERE payment_reference = ?`,
			paymentReference,
		)
	})
})

describe('a page without money', () => {
	test('asks again by its button, and is the visit once it is paid', async () => {
		const paying = await goToPaystack(site())
		const address = paying.returnPath.replace('payment-success', 'complete-booking')
		const page = await paying.guest.open(address)
		expect(heading(page)).toBe('Your booking is not complete yet')
		expect(page.document.querySelector('a[href="/booking/checkout"]')?.textContent).toBe('Back to Checkout')
		expect((await stranger().open(address)).document.querySelector('a[href="/booking/checkout"]')).toBeNull()
		const asked = await paying.guest.submit(page, stepForm, {}, { button: buttonOf('intent', 'retry') })
		expect(heading(asked)).toBe('Confirming your payment…')
		site().paystack.pay(paying.paymentReference)
		const done = await paying.guest.submit(page, stepForm, {}, { button: buttonOf('intent', 'retry') })
		expect(heading(done)).toBe('Booking Confirmed!')
	})

	test('of a browser that has no booking says that it has expired', async () => {
		const page = await stranger().open('/booking/complete-booking')
		expect(page.status).toBe(200)
		expect(heading(page)).toBe('Booking session expired. Please start a new booking.')
		expect(page.text).toContain('Start New Booking')
		expect(page.text).not.toContain('Check My Appointments')
	})

	test('of a booking that is not finished says so, and leads on', async () => {
		const guest = openGuest(site().url)
		await walkTo(guest, 'time-selection')
		const page = await guest.open('/booking/complete-booking')
		expect(heading(page)).toBe('Booking information is incomplete.')
		expect((await guest.follow(page, 'main a[href="/booking"]')).url.pathname).toBe('/booking/time-selection')
	})

	test('of a booking that is not paid leads back to checkout', async () => {
		const guest = openGuest(site().url)
		await walkTo(guest, 'checkout')
		const page = await guest.open('/booking/complete-booking')
		expect((await guest.follow(page, 'main a[href="/booking/checkout"]')).url.pathname).toBe(
			'/booking/checkout',
		)
	})

	test("finds the payment of this browser's booking, and shows a signed-in customer their appointments", async () => {
		const paying = await goToPaystack(site())
		await loseTime(site(), paying)
		await payAndComeBack(site(), paying)
		const page = await paying.guest.open('/booking/complete-booking')
		expect(heading(page)).toBe('Choose another time')
		const back = await paying.guest.submit(page, stepForm, {}, decline)
		expect(back.text).not.toContain('Check My Appointments')
		paying.guest.cookies.set('session', (await addSignedInPerson(site().database, { at: Date.now() })).token)
		expect((await paying.guest.open(back.url.pathname + back.url.search)).text).toContain(
			'Check My Appointments',
		)
	})
})

test('S15: a guest with missed visits hears by the post that all is paid in advance, and the page offers just that', async () => {
	const guest = openGuest(site().url)
	await site().database.change(
		`UPDATE appointments SET status = 'NO_SHOW', completed_at = NULL, paid_at_shop_kobo = 0 WHERE id = (SELECT visit.id FROM appointments visit
			JOIN clients ON clients.id = visit.client_id WHERE visit.shop_id = 'palm-house' AND clients.user_id IS NULL
				AND visit.status = 'COMPLETED' AND NOT EXISTS (SELECT 1 FROM reviews WHERE appointment_id = visit.id) LIMIT 1)`,
	)
	const [known] = await site().database.rows(
		`SELECT clients.email FROM appointments visit JOIN clients ON clients.id = visit.client_id
			WHERE visit.shop_id = 'palm-house' AND visit.status = 'NO_SHOW' AND clients.user_id IS NULL`,
	)
	await site().database.change(
		`UPDATE shops SET deposit_kind = 'none', prepaid_from_no_shows = 1 WHERE id = 'palm-house'`,
	)
	const checkout = await walkTo(guest, 'checkout', { shopId: 'palm-house' })
	const details = { ...guest.details, email: String(known?.email), paymentChoice: 'cash' }
	const ways = (page: LoadedPage) =>
		page.document.querySelectorAll('input[name="paymentChoice"]').map((input) => input.getAttribute('value'))
	const saved = await guest.submit(checkout, stepForm, details, {
		button: buttonOf('intent', 'update'),
	})
	expect(ways(saved)).toContain('cash')
	const refused = await guest.submit(saved, stepForm, details, { button: buttonOf('intent', 'book') })
	expect(refused.status).toBe(422)
	expect(ways(refused)).toEqual(['online'])
	expect(refused.text).toContain('After missed visits')
	expect(refused.document.querySelector(buttonOf('intent', 'book'))?.text).toMatch(/^Pay ₦/)
})
