import { describe, expect, test } from 'vitest'
import {
	buttonOf,
	demoServiceId,
	demoShopId,
	fillStep,
	type JourneyChoices,
	openGuest,
	stepForm,
	takeStep,
	walkTo,
} from '#scripts/site/browser-guest.ts'
import { type LoadedPage, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { addSignedInPerson, browserOf, signInDemoClient } from '#tests/support/accounts.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'
import { draftIdOf } from './draft-rows.ts'

const site = withTestSite()
const stranger = () => openBrowserLikeClient(site().url)
const heading = (page: LoadedPage) => page.document.querySelector('h1')?.textContent
const pageTitle = (page: LoadedPage) => page.document.querySelector('title')?.textContent
const currentTab = (page: LoadedPage) =>
	page.document.querySelector('.bottom-nav [aria-current]')?.textContent

const appointmentOf = `SELECT appointments.id FROM appointments JOIN checkouts ON checkouts.id = appointments.checkout_id
	WHERE checkouts.draft_id = ?`

async function bookedGuest(choices: JourneyChoices = {}) {
	const guest = openGuest(site().url)
	const page = await walkTo(guest, 'confirmation', choices)
	const [row] = await site().database.rows(appointmentOf, draftIdOf(guest))
	return { guest, page, appointmentId: String(row?.id) }
}

describe('pages that are still to come', () => {
	test('M1, L2: say so under their own title, and never that there is nothing', async () => {
		const client = browserOf(await addSignedInPerson(site().database, { at: Date.now() }), site().url)
		const events = await client.open('/events')
		expect(pageTitle(events)).toContain('Events')
		expect(currentTab(events)).toBe('Profile')
		expect(events.text).toContain('Coming Soon')
		expect(events.text).not.toMatch(/No (available|upcoming)? ?events/i)
	})

	test('tabs stand on the pages of mailed links too', async () => {
		const links = ['/reset-password?token=old', '/verify-email?token=old', '/booking/find']
		for (const path of links)
			expect((await stranger().open(path)).document.querySelector('.bottom-nav')).not.toBeNull()
	})
})

test('links and buttons of a list say which entry they are of', async () => {
	const client = browserOf(await signInDemoClient(site().database), site().url)
	for (const shopId of [demoShopId, 'kings-and-kuts'])
		await client.post('/discover', new URLSearchParams({ 'add-favorite': shopId }))
	const pages: [path: string, action: RegExp][] = [
		['/favorites', /^Book Now/],
		['/appointments', /^View Details/],
		['/subscriptions', /^Book Session/],
		['/sessions?tab=bookings', /^Cancel Booking/],
	]
	for (const [path, action] of pages) {
		const { document } = await client.open(path)
		const names = document
			.querySelectorAll('main a, main button')
			.map(({ textContent }) => textContent.trim())
		const found = names.filter((name) => action.test(name))
		expect(found.length, path).toBeGreaterThan(0)
		expect(new Set(found).size, path).toBe(found.length)
	}
})

test('what is typed into Sign Up stays: its terms open beside it', async () => {
	const { document } = await stranger().open('/register')
	const targets = ['/terms', '/privacy'].map((path) =>
		document.querySelector(`form a[href="${path}"]`)?.getAttribute('target'),
	)
	expect(targets).toEqual(['_blank', '_blank'])
})

describe('M8: guests are told what an account is for', () => {
	const banner =
		"You're browsing as a guest. Create an account to manage your bookings and access all features."
	const shown = (page: LoadedPage) => page.text.includes(banner)

	test('on Discover, a business and a booking, until they dismiss it for 30 days', async () => {
		const { guest, page } = await bookedGuest()
		const bookingPage = page.url.pathname + page.url.search
		const pages = ['/discover', `/business/${demoShopId}`, bookingPage]
		for (const path of pages) expect(shown(await guest.open(path)), path).toBe(true)
		const referer = site().url + bookingPage
		const back = await guest.post('/guest-banner', '', { referer })
		expect(back.url.pathname + back.url.search).toBe(bookingPage)
		for (const path of pages) expect(shown(await guest.open(path)), path).toBe(false)
		const url = new URL('/guest-banner', site().url)
		const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: url.origin }
		const answer = await stranger().send(url, {
			method: 'POST',
			body: '',
			headers: { ...headers, referer: 'https://evil.example/x' },
		})
		expect(answer.headers.get('location')).toBe('/discover')
		expect(answer.headers.get('set-cookie')).toContain(`Max-Age=${30 * 86_400}`)
	})

	test('and the signed-in are not', async () => {
		const client = browserOf(await addSignedInPerson(site().database, { at: Date.now() }), site().url)
		expect(shown(await client.open('/discover'))).toBe(false)
	})
})

describe('the confirmation', () => {
	test('L9, L10, L22: gives the whole address and the zone, and no refund of cash', async () => {
		const { guest, page } = await bookedGuest()
		expect(page.text).toMatch(/Lagos time/)
		expect(page.text).not.toContain(`for ${guest.details.firstName}`)
		expect(page.text).toContain('Yaba, Lagos')
		expect(page.text).toContain('details to your email')
		expect(page.text).not.toContain('refundable')
		const elsewhere = await stranger().open(page.url.pathname + page.url.search)
		expect(elsewhere.text).not.toContain(guest.details.firstName)
	})

	test('L2: asks to cancel under its own title', async () => {
		const { guest, page } = await bookedGuest()
		const question = await guest.open(`${page.url.pathname}${page.url.search}&ask=cancel`)
		expect(pageTitle(question)).toContain('Cancel Booking?')
	})

	test('what is paid is marked PAID', async () => {
		const { guest, page, appointmentId } = await bookedGuest()
		const path = page.url.pathname + page.url.search
		expect(page.text).not.toContain('PAID')
		await site().database.rows(
			"UPDATE appointments SET payment_status = 'completed' WHERE id = ?",
			appointmentId,
		)
		expect((await guest.open(path)).text).toContain('PAID')
	})
})

describe('L30: on Discover', () => {
	const cardOf = (page: LoadedPage) =>
		page.document
			.querySelectorAll('main a')
			.find(({ textContent }) => textContent.includes('Your next visit'))

	test('a guest finds their next visit, in the browser that booked it alone, until it is cancelled', async () => {
		const { guest, page: booked } = await bookedGuest()
		const discover = await guest.open('/discover')
		expect(cardOf(discover)?.textContent).toContain('Trim · Adé Hair Studio')
		expect(discover.headers.get('cache-control')).toBe('no-store')
		const path = cardOf(discover)?.getAttribute('href') ?? ''
		const own = await guest.open(path)
		expect(own.url.href).toBe(booked.url.href)
		expect((await stranger().open('/discover')).text).not.toContain('Your next visit')
		expect((await stranger().open(path)).url.pathname).toBe('/login')
		expect((await guest.open('/discover?q=hair')).text).not.toContain('Your next visit')

		const question = await guest.open(`${own.url.pathname}${own.url.search}&ask=cancel`)
		await guest.submit(question, stepForm)
		expect((await guest.open('/discover')).text).not.toContain('Your next visit')
	})

	test('a client finds theirs on every device', async () => {
		const client = await addSignedInPerson(site().database, { at: Date.now() })
		const phone = openGuest(site().url)
		phone.cookies.set('session', client.token)
		const checkout = await walkTo(phone, 'checkout')
		const booked = await phone.submit(
			checkout,
			stepForm,
			{ paymentChoice: 'cash' },
			{ button: buttonOf('intent', 'book') },
		)
		const laptop = browserOf(client, site().url)
		const card = cardOf(await laptop.open('/discover'))
		const appointment = await laptop.open(card?.getAttribute('href') ?? '')
		expect(appointment.url.href).toBe(booked.url.href)
	})

	test('L2: a client who cannot be read is greeted without a name, and a guest as ever', async () => {
		const client = browserOf(await addSignedInPerson(site().database, { at: Date.now() }), site().url)
		site().proxy.inject({ kind: 'bad-gateway' })
		const pages = [await client.open('/discover'), await stranger().open('/discover?q=hair')]
		site().proxy.heal()
		expect(pages.map(({ status }) => status)).toEqual([503, 503])
		expect(heading(pages[0] as LoadedPage)).toMatch(/^Good (morning|afternoon|evening)$/)
		expect(heading(pages[1] as LoadedPage)).toMatch(/, there$/)
	})
})

describe('L31: Book again', () => {
	test('leads to the times, to another person, or to the services, and says why', async () => {
		const { client } = site().database
		const { guest, page: booked } = await bookedGuest({ staff: 'ade-hair-studio-chioma' })
		const question = await guest.open(`${booked.url.pathname}${booked.url.search}&ask=cancel`)
		const cancelled = await guest.submit(question, stepForm)
		const again = () => guest.submit(cancelled, stepForm, {}, { button: buttonOf('intent', 'again') })

		const times = await again()
		expect(times.url.pathname).toBe('/booking/time-selection')
		expect(times.text).toContain('Trim with Chiọma')

		await client.execute("UPDATE staff_members SET is_active = 0 WHERE id = 'ade-hair-studio-chioma'")
		const people = await again()
		expect(people.url.pathname).toBe('/booking/staff-selection')
		expect(people.text).toContain('No longer available for this service: Chiọma.')

		await client.execute({ sql: 'UPDATE services SET is_enabled = 0 WHERE id = ?', args: [demoServiceId] })
		const services = await again()
		expect(services.url.pathname).toBe('/booking/service-selection')
		expect(services.text).toContain('No longer offered online: Trim.')

		await client.execute("UPDATE staff_members SET is_active = 1 WHERE id = 'ade-hair-studio-chioma'")
		await client.execute({ sql: 'UPDATE services SET is_enabled = 1 WHERE id = ?', args: [demoServiceId] })
	})
})

describe('M4: a visit of ₦0', () => {
	test('asks for no payment, and none is spoken of afterwards', async () => {
		await site().database.rows(
			`INSERT INTO promo_codes (id, shop_id, code, discount_type, discount_value)
			VALUES ('free-of-all', ?, 'ALLFREE', 'percent', 100)`,
			demoShopId,
		)
		const guest = openGuest(site().url)
		const checkout = await walkTo(guest, 'checkout')
		const { values } = fillStep('checkout', checkout, guest)
		const free = await guest.submit(
			checkout,
			stepForm,
			{ ...values, promoCode: 'ALLFREE' },
			{
				button: buttonOf('intent', 'apply-promo'),
			},
		)
		expect(free.text).toContain('Nothing to pay.')
		expect(free.text).not.toMatch(/Cash at|Bank transfer|Pay online/)
		const { paymentChoice: _, ...details } = guest.details
		const booked = await guest.submit(free, stepForm, details, { button: buttonOf('intent', 'book') })
		expect(booked.text).toContain('Booking Confirmed!')
		expect(booked.text).toContain('Nothing to pay')
		expect(booked.text).not.toMatch(/Send ₦|in cash/)
	})
})

test('a length of no minutes is said nowhere', async () => {
	// No other test opens this shop: its page stays in the shared copies.
	const shopId = 'nailed-by-zina'
	await site().database.change(
		'UPDATE shops SET free_cancellation_minutes = 0, reschedule_cutoff_minutes = 0 WHERE id = ?',
		shopId,
	)
	await site().database.change('UPDATE add_ons SET duration_minutes = 0 WHERE shop_id = ?', shopId)
	const guest = openGuest(site().url)
	const checkout = await walkTo(guest, 'checkout', { shopId })
	const booked = await takeStep(guest, 'checkout', checkout)
	const pages = [await guest.open(`/business/${shopId}`), checkout, booked]
	for (const path of ['/booking/reschedule', '/booking/change'])
		pages.push(await guest.follow(booked, `main a[href*="${path}"]`))
	for (const { status, text, url } of pages) {
		expect(status, url.pathname).toBe(200)
		expect(text, url.pathname).not.toMatch(/\b0 (min|h)\b/)
	}
	expect(pages[0]?.text).toContain('Free to cancel until your visit starts.')
})

describe('M5: a browser that keeps cookies', () => {
	test('is never told that it keeps none', async () => {
		for (const path of ['/booking/time-selection', '/booking/staff-selection']) {
			const page = await stranger().open(path)
			expect(page.url.pathname, path).toBe('/discover')
		}
	})
})

test('the terms and the page of a business say whose deadline holds', async () => {
	await site().database.rows('UPDATE shops SET free_cancellation_minutes = 2880 WHERE id = ?', demoShopId)
	expect((await stranger().open('/terms')).text).toContain(
		'Each shop decides how late you can cancel for free',
	)
	expect((await stranger().open(`/business/${demoShopId}`)).text).toContain(
		'Free to cancel until 48 h before your visit starts.',
	)
})

test('M12, L2: what could not be loaded is named, in title and heading', async () => {
	const guest = openGuest(site().url)
	const times = await walkTo(guest, 'time-selection')
	await site().database.server.stop()
	try {
		const titles = [
			[`/booking/service-selection?shop=${demoShopId}`, 'Error loading services'],
			['/booking/staff-selection', 'Failed to load staff members'],
			['/booking/time-selection', 'Failed to load available dates'],
			['/booking/time-selection?date=2026-12-01', 'Unable to load available times'],
		]
		for (const [path, title] of titles) {
			const page = await guest.open(path ?? '')
			expect(page.status, path).toBe(503)
			expect(heading(page), path).toBe(title)
			expect(pageTitle(page), path).toBe(`${title} · Wakati`)
		}
	} finally {
		await site().database.server.restart()
	}
	expect(times.status).toBe(200)
})

describe('lists', () => {
	test('L13: every review can be reached', async () => {
		const written = await site().database.rows(
			'SELECT appointment_id FROM reviews WHERE shop_id = ?',
			demoShopId,
		)
		const guest = stranger()
		let page = await guest.open(`/business/${demoShopId}`)
		let seen = 0
		for (;;) {
			seen += page.document.querySelectorAll('.review').length
			if (!page.document.querySelector('a[href*="reviewsBefore"]')) break
			page = await guest.follow(page, 'a[href*="reviewsBefore"]')
		}
		expect(seen).toBe(written.length)
		expect(seen).toBeGreaterThan(6 + 20)
	})

	test('L19: every page of Discover leads to the first', async () => {
		const guest = stranger()
		const second = await guest.follow(await guest.open('/discover'), 'a[href*="cursor="]')
		expect(second.text).toContain('Back to the first page')
		expect((await guest.open('/discover')).text).not.toContain('Back to the first page')
	})
})

test('L16: cancelled or failed without a reference says so at checkout', async () => {
	const guest = openGuest(site().url)
	await walkTo(guest, 'checkout')
	const cancelled = await guest.open('/booking/payment-success?cancelled=true')
	expect(cancelled.url.pathname).toBe('/booking/checkout')
	expect(cancelled.text).toContain('Payment Cancelled')
	expect((await guest.open('/booking/payment-success?failed=true')).text).toContain('Payment Failed')
})

test('a page of an earlier booking is named as one, above the booking that there is', async () => {
	const guest = openGuest(site().url)
	const old = await walkTo(guest, 'checkout')
	const { values } = fillStep('checkout', old, guest)
	guest.cookies.delete('draft')
	await walkTo(guest, 'checkout', { serviceId: demoServiceId })
	const answer = await guest.submit(old, stepForm, values, { button: buttonOf('intent', 'book') })
	expect(answer.url.pathname).toBe('/booking/checkout')
	expect(answer.text).toContain('That page was for an earlier booking.')
	expect(answer.text).not.toContain('start a new booking')
})
