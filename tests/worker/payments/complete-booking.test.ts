import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openBrowserLikeClient, type Page } from '#tests/support/browser-like-client.ts'
import { buttonOf, offeredTimes, openGuest, stepForm, walkTo } from '#tests/support/guest-journey.ts'
import {
	bookForCash,
	comeBack,
	goToPaystack,
	loseTime,
	offeredOtherTimes,
	payAndComeBack,
} from '#tests/support/paying-guest.ts'
import { addSignedInPerson } from '#tests/support/signed-in-person.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'

// Without mail, whose deliveries would be counted with a page's own trips.
const site = withPaymentSite({ MAIL_API_KEY: undefined, SUPPORT_CONTACT: 'help@wakati.example' })
beforeEach(() => site().paystack.setBehaviour({ webhooks: 'lost' }))
afterEach(() => site().proxy.heal())

const stranger = () => openBrowserLikeClient(site().url)
const rows = async (sql: string, ...args: (string | number)[]) =>
	(await site().database.client.execute({ sql, args })).rows
const paymentOf = async (reference: string) =>
	(
		await rows(
			`SELECT paid.outcome, paid.appointment_id, back.status, back.reason FROM transactions paid
				LEFT JOIN refunds back ON back.payment_reference = paid.payment_reference WHERE paid.payment_reference = ?`,
			reference,
		)
	)[0]
const heading = (page: Page) => page.document.querySelector('h1')?.textContent
const accept = { button: buttonOf('intent', 'accept') }
const decline = { button: buttonOf('intent', 'decline') }

describe('a payment whose time somebody else has', () => {
	test('says what happened, what is kept and until when, and has the best other time chosen already', async () => {
		const { page } = await offeredOtherTimes(site())
		expect(page.url.pathname).toBe('/booking/complete-booking')
		expect(heading(page)).toBe('Choose another time')
		expect(page.text).toMatch(
			/Your payment of ₦[\d,]+ has arrived, and somebody else has .+ Your money is safe\./,
		)
		expect(page.text).toMatch(/Take another time until .+ goes back by itself/)
		const [first] = page.document.querySelectorAll('input[name="startsAt"]')
		expect(first?.hasAttribute('checked')).toBe(true)
		expect(page.document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
	})

	test('is booked at the time that is taken, in whatever browser', async () => {
		const { page, reference, guest } = await offeredOtherTimes(site())
		const other = stranger()
		const elsewhere = await other.visit(page.url.pathname + page.url.search)
		const [, second = ''] = offeredTimes(elsewhere.document)
		const visit = await other.submit(elsewhere, stepForm, { startsAt: second }, accept)
		expect(heading(visit)).toBe('Booking Confirmed!')
		expect(visit.text).toMatch(/Paid online ₦/)
		expect(other.cookies.has('visits')).toBe(false)
		expect(await paymentOf(reference)).toMatchObject({ outcome: 'booked' })
		// The page that was left open: pressed again, and opened again.
		expect((await guest.submit(page, stepForm, {}, accept)).url.href).toBe(visit.url.href)
		expect((await guest.visit(page.url.pathname + page.url.search)).url.href).toBe(visit.url.href)
		expect(guest.cookies.has('visits')).toBe(true)
	})

	test('keeps its offer when the chosen time goes too, and shows fresh ones', async () => {
		const { page, staff, guest, reference } = await offeredOtherTimes(site())
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
		expect((await paymentOf(reference))?.outcome).toBe('booked')
	})

	test('goes back when that is wanted, and its way is shown until it has arrived', async () => {
		site().paystack.setBehaviour({ refund: 'hold' })
		const { page, guest, reference } = await offeredOtherTimes(site())
		const back = await guest.submit(page, stepForm, {}, decline)
		expect(heading(back)).toMatch(/^Your ₦[\d,]+ goes back$/)
		expect(back.text).toContain('you asked for your money back')
		expect(back.text).toContain(reference)
		expect(await paymentOf(reference)).toMatchObject({ outcome: 'refund', reason: 'offer_declined' })
		for (const [status, words] of [
			['pending', 'With Paystack'],
			['processing', 'On its way to your bank'],
		] as const) {
			await rows('UPDATE refunds SET status = ? WHERE payment_reference = ?', status, reference)
			const now = await guest.visit(back.url.pathname + back.url.search)
			expect(now.document.querySelector('.price-lines .font-bold dt')?.textContent.trim()).toBe(words)
		}
		// Pressed again on the page that was left open.
		expect(heading(await guest.submit(page, stepForm, {}, decline))).toMatch(/goes back$/)
		expect(await rows('SELECT 1 FROM refunds WHERE payment_reference = ?', reference)).toHaveLength(1)
		expect(heading(await guest.submit(page, stepForm, {}, accept))).toMatch(/goes back$/)
	})

	test('whose offer has ended goes back, before anything has swept it up', async () => {
		const { page, guest, reference } = await offeredOtherTimes(site())
		await rows('UPDATE transactions SET offer_expires_at = decided_at WHERE payment_reference = ?', reference)
		const over = await guest.submit(page, stepForm, {}, accept)
		expect(heading(over)).toMatch(/goes back$/)
		expect((await paymentOf(reference))?.outcome).toBe('offered')
	})

	test('without a time in the form, or with another word, changes nothing', async () => {
		const { page, guest, reference } = await offeredOtherTimes(site())
		const address = page.url.pathname + page.url.search
		expect((await guest.post(address, 'intent=accept')).status).toBe(422)
		expect((await guest.post(address, 'intent=accept&startsAt=soon')).status).toBe(422)
		expect((await guest.post(address, 'intent=erase')).status).toBe(400)
		expect((await paymentOf(reference))?.outcome).toBe('offered')
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
		['wrong-amount', 'The amount that arrived is not the one'],
		['paid-less', 'The amount that arrived is not the one'],
		['wrong-currency', 'It did not arrive in naira'],
	] as const)('%s needs attention, goes back, and has its reference on the page', async (verify, words) => {
		const paying = await goToPaystack(site())
		site().paystack.pay(paying.reference)
		site().paystack.setBehaviour({ verify, refund: 'hold' })
		const page = await comeBack(paying.guest, paying)
		expect(page.url.pathname).toBe('/booking/complete-booking')
		expect(heading(page)).toBe('Payment received, needs attention')
		expect(page.text).toContain(words)
		expect(page.text).toContain(paying.reference)
		expect(page.text).toContain('help@wakati.example')
		expect(page.text).toContain('Start New Booking')
		expect((await paymentOf(paying.reference))?.outcome).toBe('refund')
	})

	test('whose refund is stuck names the person to reach', async () => {
		site().paystack.setBehaviour({ refund: 'hold' })
		const { page, guest, reference } = await offeredOtherTimes(site())
		const back = await guest.submit(page, stepForm, {}, decline)
		for (const status of ['needs-attention', 'failed']) {
			await rows('UPDATE refunds SET status = ? WHERE payment_reference = ?', status, reference)
			const stuck = await guest.visit(back.url.pathname + back.url.search)
			expect(heading(stuck)).toBe('Your refund needs attention')
			expect(stuck.document.querySelector('a[href="mailto:help@wakati.example"]')).not.toBeNull()
		}
		await rows(`UPDATE refunds SET status = 'pending' WHERE payment_reference = ?`, reference)
	})
})

describe('a page without money', () => {
	test('asks again by its button, and is the visit once it is paid', async () => {
		const paying = await goToPaystack(site())
		const address = paying.returnPath.replace('payment-success', 'complete-booking')
		const page = await paying.guest.visit(address)
		expect(heading(page)).toBe('Your booking is not complete yet')
		expect(page.document.querySelector('a[href="/booking/checkout"]')?.textContent).toBe('Back to Checkout')
		expect((await stranger().visit(address)).document.querySelector('a[href="/booking/checkout"]')).toBeNull()
		const asked = await paying.guest.submit(page, stepForm, {}, { button: buttonOf('intent', 'retry') })
		expect(heading(asked)).toBe('Confirming your payment…')
		site().paystack.pay(paying.reference)
		const done = await paying.guest.submit(page, stepForm, {}, { button: buttonOf('intent', 'retry') })
		expect(heading(done)).toBe('Booking Confirmed!')
	})

	test('of a browser that has no booking says that it has expired', async () => {
		const page = await stranger().visit('/booking/complete-booking')
		expect(page.status).toBe(200)
		expect(heading(page)).toBe('Booking session expired. Please start a new booking.')
		expect(page.text).toContain('Start New Booking')
		expect(page.text).not.toContain('Check My Appointments')
	})

	test('of a booking that is not finished says so, and leads on', async () => {
		const guest = openGuest(site().url)
		await walkTo(guest, 'time-selection')
		const page = await guest.visit('/booking/complete-booking')
		expect(heading(page)).toBe('Booking information is incomplete.')
		expect((await guest.follow(page, 'main a[href="/booking"]')).url.pathname).toBe('/booking/time-selection')
	})

	test('of a booking that is not paid leads back to checkout', async () => {
		const guest = openGuest(site().url)
		await walkTo(guest, 'checkout')
		const page = await guest.visit('/booking/complete-booking')
		expect((await guest.follow(page, 'main a[href="/booking/checkout"]')).url.pathname).toBe(
			'/booking/checkout',
		)
	})

	test("finds the payment of this browser's booking, and shows a signed-in customer their appointments", async () => {
		const paying = await goToPaystack(site())
		await loseTime(site(), paying)
		await payAndComeBack(site(), paying)
		const page = await paying.guest.visit('/booking/complete-booking')
		expect(heading(page)).toBe('Choose another time')
		const back = await paying.guest.submit(page, stepForm, {}, decline)
		expect(back.text).not.toContain('Check My Appointments')
		paying.guest.cookies.set('session', (await addSignedInPerson(site().database, { at: Date.now() })).token)
		expect((await paying.guest.visit(back.url.pathname + back.url.search)).text).toContain(
			'Check My Appointments',
		)
	})
})
