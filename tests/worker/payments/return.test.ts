import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import { type LoadedPage, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { comeBack, goToPaystack, offeredOtherTimes, payAndComeBack } from '#scripts/site/browser-payer.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'

// Without mail, whose deliveries would be counted with a page's own trips.
const site = withPaymentSite({ MAIL_API_KEY: undefined })
beforeEach(() => site().paystack.setBehaviour({ webhooks: 'lost' }))
afterEach(() => site().proxy.heal())

const stranger = () => openBrowserLikeClient(site().url)
const counts = async () =>
	(
		await site().database.rows(`SELECT (SELECT count(*) FROM appointments) AS appointments, (SELECT count(*) FROM transactions) AS payments,
			(SELECT count(*) FROM refunds) AS refunds, (SELECT count(*) FROM outbox) AS messages,
			(SELECT count(*) FROM ledger_entries) AS entries`)
	)[0]
const heading = (page: LoadedPage) => page.document.querySelector('h1')?.textContent
const robots = (page: LoadedPage) =>
	page.document.querySelector('meta[name="robots"]')?.getAttribute('content')

describe('coming back from paying', () => {
	test('shows the visit, with what was paid', async () => {
		const paying = await goToPaystack(site())
		const page = await payAndComeBack(site(), paying)
		expect(page.url.pathname).toBe('/booking/confirmation')
		expect(heading(page)).toBe('Booking Confirmed!')
		expect(page.text).toMatch(/Paid online ₦[\d,]+/)
		expect(page.text).not.toContain('To pay')
		expect(paying.guest.cookies.has('visits')).toBe(true)
	})

	test('ten times, by signed link and by bare reference, shows the same and changes nothing more', async () => {
		const paying = await goToPaystack(site())
		const first = await payAndComeBack(site(), paying)
		const before = await counts()
		for (let time = 0; time < 5; time++) {
			expect((await comeBack(paying.guest, paying)).url.href).toBe(first.url.href)
			const bare = await paying.guest.open(`/booking/payment-success?reference=${paying.paymentReference}`)
			expect(bare.url.href).toBe(first.url.href)
		}
		expect(await counts()).toEqual(before)
		expect(site().paystack.calls.verify).toBeGreaterThan(0)
	})

	test('in another browser, with no cookie at all, shows the visit by the signed link', async () => {
		const paying = await goToPaystack(site())
		site().paystack.pay(paying.paymentReference)
		const other = stranger()
		const page = await comeBack(other, paying)
		expect(heading(page)).toBe('Booking Confirmed!')
		expect(page.text).not.toContain(paying.guest.details.email)
		expect(page.text).not.toContain(paying.guest.details.lastName)
		expect(other.cookies.has('visits')).toBe(false)
	})

	test('with the reference behind a second question mark is understood too', async () => {
		const paying = await goToPaystack(site())
		site().paystack.pay(paying.paymentReference)
		const page = await stranger().open(
			`${paying.returnPath}?trxref=${paying.paymentReference}&reference=${paying.paymentReference}`,
		)
		expect(heading(page)).toBe('Booking Confirmed!')
	})

	test('is one read and one write, and each time after that one read', async () => {
		const paying = await goToPaystack(site())
		site().paystack.pay(paying.paymentReference)
		const url = new URL(paying.returnPath, site().url)
		const back = () => site().proxy.during(async () => (await paying.guest.send(url)).status)
		expect(await back()).toMatchObject({ value: 302, trips: { length: 2 } })
		expect(await back()).toMatchObject({ value: 302, trips: { length: 1 } })
	})

	test('is led to where the payment is settled from the old address of the confirmation', async () => {
		const { guest, paymentReference } = await goToPaystack(site())
		site().paystack.pay(paymentReference)
		const page = await guest.open(`/booking/confirmation?reference=${paymentReference}&status=success`)
		expect(page.redirects[1]).toContain('/booking/payment-success?reference=')
		expect(heading(page)).toBe('Booking Confirmed!')
	})
})

describe("somebody else's payment", () => {
	test('by its reference alone shows nothing of it, in any of its states', async () => {
		const waiting = await goToPaystack(site())
		const booked = await goToPaystack(site())
		await payAndComeBack(site(), booked)
		const offered = await offeredOtherTimes(site())
		for (const { paymentReference, guest } of [waiting, booked, offered]) {
			for (const more of ['', '&cancelled=true', '&payment=forged.token.here']) {
				const page = await stranger().open(`/booking/payment-success?trxref=${paymentReference}${more}`)
				expect(page.status).toBe(200)
				expect(heading(page)).toBe('Open the link in your email')
				expect(robots(page)).toBe('noindex')
				for (const secret of [guest.details.lastName ?? '', '₦', 'Trim', 'Adé', 'AM', 'PM'])
					expect(page.text).not.toContain(secret)
				expect(page.html).not.toContain(site().checkoutUrl)
			}
		}
	})

	test('is settled all the same, since money that arrived is money that arrived', async () => {
		const { paymentReference } = await goToPaystack(site())
		site().paystack.pay(paymentReference)
		await stranger().open(`/booking/payment-success?reference=${paymentReference}`)
		expect(
			(
				await site().database.rows(
					'SELECT outcome FROM transactions WHERE payment_reference = ?',
					paymentReference,
				)
			)[0]?.outcome,
		).toBe('booked')
	})

	test('is opened by the account that started it', async () => {
		const paying = await goToPaystack(site())
		const person = await addSignedInPerson(site().database, { at: Date.now() })
		const checkout = '(SELECT checkout_id FROM payment_attempts WHERE payment_reference = ?)'
		for (const change of [
			`UPDATE clients SET user_id = ? WHERE id = (SELECT client_id FROM checkouts WHERE id = ${checkout})`,
			`UPDATE checkouts SET created_by_user_id = ? WHERE id = ${checkout}`,
		])
			await site().database.rows(change, person.userId, paying.paymentReference)
		site().paystack.pay(paying.paymentReference)
		const own = stranger()
		own.cookies.set('session', person.token)
		expect(heading(await own.open(`/booking/payment-success?reference=${paying.paymentReference}`))).toBe(
			'Booking Confirmed!',
		)
		const other = stranger()
		other.cookies.set('session', (await addSignedInPerson(site().database, { at: Date.now() })).token)
		expect(heading(await other.open(`/booking/payment-success?reference=${paying.paymentReference}`))).toBe(
			'Open the link in your email',
		)
	})

	test('is not found by an altered link', async () => {
		const { returnPath } = await goToPaystack(site())
		const token = returnPath.split('payment=')[1] ?? ''
		for (const altered of [
			token.slice(0, -4),
			token.replace('.', '..'),
			'x',
			`${token.slice(0, 20)}A${token.slice(21)}`,
		]) {
			expect((await stranger().open(`/booking/payment-success?payment=${altered}`)).status).toBe(404)
			expect((await stranger().open(`/booking/complete-booking?payment=${altered}`)).status).toBe(404)
			const posted = await stranger().post(`/booking/complete-booking?payment=${altered}`, 'intent=decline')
			expect(posted.status).toBe(404)
		}
	})
})

describe('a payment that nobody knows', () => {
	test.each([
		'?reference=invented',
		'?trxref=invented&reference=invented',
		'',
		'?reference=',
		'?trxref=%00%ff',
	])('%s is an error in words, at checkout, and nothing is written', async (query) => {
		const { value: page, trips } = await site().proxy.during(() =>
			stranger().open(`/booking/payment-success${query}`),
		)
		expect(page.url.pathname).toBe('/booking/checkout')
		expect(page.text).toContain('Payment Error')
		expect(trips.some(({ isWrite }) => isWrite)).toBe(false)
	})
})

describe("'Cancel' at Paystack", () => {
	test('leads back to checkout: nothing was charged, the time is kept, and paying goes on', async () => {
		const paying = await goToPaystack(site())
		const page = await paying.guest.open(`${paying.returnPath}&cancelled=true`)
		expect(page.url.pathname).toBe('/booking/checkout')
		expect(page.text).toContain('Payment Cancelled')
		// Towards midnight it is kept into the next day, which is named then.
		expect(page.text).toMatch(
			/Nothing was charged\. We’re holding your time until (\w{3} \d+ \w{3}, )?\d+:\d\d [AP]M/,
		)
		expect(heading(await payAndComeBack(site(), paying))).toBe('Booking Confirmed!')
	})

	test('in another browser says what happened, and leads on to the same payment', async () => {
		const paying = await goToPaystack(site())
		const page = await stranger().open(`${paying.returnPath}&cancelled=true`)
		expect(page.status).toBe(200)
		expect(heading(page)).toBe('Payment Cancelled')
		expect(page.text).toContain('Nothing was charged.')
		expect(page.text).toMatch(/for you until/)
		const { authorizationUrl } = site().paystack.find(paying.paymentReference) ?? {}
		expect(page.document.querySelector(`a[href="${authorizationUrl}"]`)?.textContent).toMatch(/^Pay ₦/)
		expect(page.headers.get('refresh')).toBeNull()
	})

	test('after paying, or made up, books the visit: the address proves nothing', async () => {
		for (const word of ['cancelled', 'failed']) {
			const paying = await goToPaystack(site())
			site().paystack.pay(paying.paymentReference)
			expect(heading(await comeBack(paying.guest, paying, `&${word}=true`))).toBe('Booking Confirmed!')
		}
	})

	test('of a payment whose time is not kept any more offers no payment page', async () => {
		const paying = await goToPaystack(site())
		await site().database.rows('DELETE FROM holds')
		const page = await stranger().open(`${paying.returnPath}&cancelled=true`)
		expect(page.text).toContain('Your hold on')
		expect(page.html).not.toContain(site().checkoutUrl)
	})
})

describe('a payment that failed', () => {
	test('leads back to checkout with its words, and succeeds afterwards', async () => {
		const paying = await goToPaystack(site())
		site().paystack.decline(paying.paymentReference)
		const page = await comeBack(paying.guest, paying)
		expect(page.url.pathname).toBe('/booking/checkout')
		expect(page.text).toContain('Payment Failed')
		expect(page.text).toContain('Nothing was charged.')
		const elsewhere = await comeBack(stranger(), paying)
		expect(heading(elsewhere)).toBe('Payment Failed')
		expect(heading(await payAndComeBack(site(), paying))).toBe('Booking Confirmed!')
	})
})

describe('a payment that is not known yet', () => {
	test('is being confirmed: the page looks again by itself, keeps nothing from its customer, and has a button', async () => {
		for (const verify of ['fail', 'html'] as const) {
			site().paystack.behaveWell()
			site().paystack.setBehaviour({ webhooks: 'lost' })
			const paying = await goToPaystack(site())
			site().paystack.pay(paying.paymentReference)
			site().paystack.setBehaviour({ verify })
			const page = await comeBack(paying.guest, paying)
			expect(page.status).toBe(200)
			expect(heading(page)).toBe('Confirming your payment…')
			expect(page.headers.get('refresh')).toBe('5')
			expect(page.text).toContain('has not answered yet')
			expect(page.text).toMatch(/for you until/)
			expect(page.html).not.toContain(site().checkoutUrl)
			expect(page.document.querySelector('[role="status"]:not(.toasts)')).not.toBeNull()
			site().paystack.setBehaviour({ verify: 'answer' })
			expect(heading(await paying.guest.submit(page, 'main form'))).toBe('Booking Confirmed!')
		}
	})

	test('and not made yet can be gone on with at Paystack', async () => {
		const paying = await goToPaystack(site())
		for (const client of [paying.guest, stranger()]) {
			const page = await client.open(paying.returnPath)
			expect(heading(page)).toBe('Confirming your payment…')
			expect(page.text).toContain('Paystack has not received your')
			const { authorizationUrl } = site().paystack.find(paying.paymentReference) ?? {}
			expect(page.document.querySelector(`a[href="${authorizationUrl}"]`)?.textContent).toMatch(/Pay ₦/)
		}
	})

	test('for long is asked about more rarely, and says that the page may be closed', async () => {
		const paying = await goToPaystack(site())
		site().paystack.setBehaviour({ verify: 'pending' })
		await site().database.rows(
			'UPDATE payment_attempts SET created_at = created_at - 600000 WHERE payment_reference = ?',
			paying.paymentReference,
		)
		const page = await comeBack(paying.guest, paying)
		expect(page.text).toContain('You can close this page')
		expect(page.headers.get('refresh')).toBe('20')
	})

	test('because our own database did not take it is confirmed when that answers again', async () => {
		const paying = await goToPaystack(site())
		site().paystack.pay(paying.paymentReference)
		site().proxy.inject({ kind: 'bad-gateway', writesOnly: true })
		const page = await comeBack(paying.guest, paying)
		expect(heading(page)).toBe('Confirming your payment…')
		expect(page.headers.get('refresh')).toBe('5')
		site().proxy.heal()
		expect(heading(await paying.guest.open(paying.returnPath))).toBe('Booking Confirmed!')
	})

	test('when nothing can be read says so, with a way to try again', async () => {
		const paying = await goToPaystack(site())
		site().proxy.inject({ kind: 'bad-gateway' })
		const page = await comeBack(paying.guest, paying)
		expect(page.status).toBe(503)
		expect(page.text).toContain('Try again')
	})

	test('is confirmed at once when the webhook was first', async () => {
		site().paystack.setBehaviour({ webhooks: 'send' })
		const paying = await goToPaystack(site())
		site().paystack.pay(paying.paymentReference)
		await site().paystack.settled()
		await expect
			.poll(
				async () =>
					(
						await site().database.rows(
							'SELECT 1 FROM transactions WHERE payment_reference = ?',
							paying.paymentReference,
						)
					).length,
			)
			.toBe(1)
		const before = site().paystack.calls.verify
		expect(heading(await comeBack(paying.guest, paying))).toBe('Booking Confirmed!')
		expect(site().paystack.calls.verify).toBe(before)
	})
})

test('the pages of a payment carry the tabs, as every page outside the five steps does', async () => {
	const paying = await goToPaystack(site())
	expect((await paying.guest.open(paying.returnPath)).document.querySelector('.bottom-nav')).not.toBeNull()
	const guest = openGuest(site().url)
	await walkTo(guest, 'checkout')
	const page = await guest.open('/booking/complete-booking')
	expect(page.document.querySelector('.bottom-nav')).not.toBeNull()
	expect(page.text).toContain('No payment yet')
})
