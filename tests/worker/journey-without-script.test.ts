import { describe, expect, test } from 'vitest'
import {
	buttonOf,
	demoServiceId,
	demoShopId,
	fillStep,
	journeySteps,
	offeredTimes,
	openGuest,
	stepForm,
	takeStep,
	walkTo,
} from '#scripts/site/browser-guest.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { filledForm } from '#scripts/site/filled-form.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'
import { draftIdOf } from './draft-rows.ts'

const site = withTestSite()

const appointmentsOfDraft = 'SELECT count(*) AS n FROM checkouts WHERE draft_id = ?'

test('P6: from the landing page to a confirmed visit, every page looked at twice', async () => {
	const guest = openGuest(site().url)
	const landing = await guest.open('/')
	const discover = await guest.follow(landing, 'a[href="/discover"]')
	const business = await guest.follow(discover, `a[href="/business/${demoShopId}"]`)
	let page = await guest.follow(business, 'a[href^="/booking/service-selection"]')
	for (const step of journeySteps) {
		expect(page.url.pathname).toBe(`/booking/${step}`)
		page = await guest.open(page.url.pathname + page.url.search)
		expect(page.status).toBe(200)
		expect(page.url.pathname).toBe(`/booking/${step}`)
		if (step !== 'confirmation') page = await takeStep(guest, step, page)
	}
	expect(page.text).toContain('Booking Confirmed!')
	expect(page.text).toContain('Please arrive 10 minutes early')
	expect(page.text).toMatch(/Reference [A-Z0-9]{3}-[A-Z0-9]{4}/)
	expect(await site().database.count(appointmentsOfDraft, draftIdOf(guest))).toBe(1)
})

test('a service on a shop’s page is booked from there; looking at the page chooses nothing', async () => {
	const guest = openGuest(site().url)
	const business = await guest.open(`/business/${demoShopId}`)
	const book = business.document.querySelector(`button[name=serviceId][value="${demoServiceId}"]`)
	expect(book?.text).toMatch(/^Book ./)
	expect(guest.cookies.has('draft')).toBe(false)
	const staff = await guest.submit(
		business,
		'form[action^="/booking/service-selection"]',
		{},
		{ button: `button[value="${demoServiceId}"]` },
	)
	expect(staff.url.pathname).toBe('/booking/staff-selection')
	const drafted = 'SELECT count(*) AS n FROM draft_services WHERE draft_id = ? AND service_id = ?'
	expect(await site().database.count(drafted, draftIdOf(guest), demoServiceId)).toBe(1)
	// What can no longer be chosen is said on the list of the same shop.
	await site().database.change('UPDATE services SET is_enabled = 0 WHERE id = ?', demoServiceId)
	const refused = await guest.submit(
		business,
		'form[action^="/booking/service-selection"]',
		{},
		{ button: `button[value="${demoServiceId}"]` },
	)
	await site().database.change('UPDATE services SET is_enabled = 1 WHERE id = ?', demoServiceId)
	expect([refused.status, refused.url.pathname]).toEqual([422, '/booking/service-selection'])
	expect(refused.text).toContain('Choose a service')
})

test('a visit outlives a restart of the database and of the Worker', async () => {
	const guest = openGuest(site().url)
	const { url, text } = await walkTo(guest, 'confirmation')
	const reference = /Reference (\S{8})/.exec(text)?.[1] ?? ''
	await site().database.server.restart()
	await site().worker.restart()
	const again = await openBrowserLikeClient(site().url).open(url.pathname + url.search)
	expect(again.text).toContain(reference)
})

test('the same confirmation sent twice, or twenty times at once, is one booking and one answer', async () => {
	const guest = openGuest(site().url)
	const checkout = await walkTo(guest, 'checkout')
	const { values, options } = fillStep('checkout', checkout, guest)
	const { body } = filledForm(checkout.document, stepForm, values, options)
	const pages = await Promise.all(Array.from({ length: 20 }, () => guest.post('/booking/checkout', body)))
	pages.push(await guest.post('/booking/checkout', body))
	// More than a few writes of one network wait for no turn, and a busy machine misses a deadline: both may come again
	// (S31).
	for (const [i, page] of pages.entries())
		if (page.status === 429 || page.status === 503) pages[i] = await guest.post('/booking/checkout', body)
	const references = pages.map((page) => /Reference (\S{8})/.exec(page.text)?.[1] ?? page.text.slice(0, 200))
	expect(new Set(references).size, references.join(' | ')).toBe(1)
	expect(await site().database.count(appointmentsOfDraft, draftIdOf(guest))).toBe(1)
})

describe('with the back button', () => {
	test('another service lets person and time go, and the old page of times is not applied to it', async () => {
		const guest = openGuest(site().url)
		const times = await walkTo(guest, 'time-selection')
		const staleBody = filledForm(times.document, stepForm, {
			startsAt: offeredTimes(times.document)[0] ?? '',
		}).body
		const services = await guest.open('/booking/service-selection')
		await guest.submit(services, stepForm, {}, { button: buttonOf('serviceId', 'ade-hair-studio-cornrows') })
		const page = await guest.post('/booking/time-selection', staleBody)
		expect(page.status).toBe(200)
		expect(page.url.pathname).toMatch(/^\/booking\/(service|staff)-selection$/)
		expect(
			await site().database.count('SELECT count(*) AS n FROM holds WHERE draft_id = ?', draftIdOf(guest)),
		).toBe(0)
	})

	test('the checkout of a booking that was wiped by another shop is refused, and what is there stays', async () => {
		const guest = openGuest(site().url)
		const staleCheckout = await walkTo(guest, 'checkout')
		const staff = await walkTo(guest, 'staff-selection', { shopId: 'itura-spa' })
		expect(staff.text).toContain('Shop Changed')
		expect(staff.text).toContain('Your previous booking has been cleared.')
		const page = await takeStep(guest, 'checkout', staleCheckout)
		// The page of the refusal is checkout itself, which has nothing to show for the new draft yet.
		expect(page.status).toBeLessThan(500)
		expect(page.text).not.toContain('Booking Confirmed!')
		expect(await site().database.count(appointmentsOfDraft, draftIdOf(guest))).toBe(0)
		expect(
			await site().database.count(
				"SELECT count(*) AS n FROM drafts WHERE id = ? AND shop_id = 'itura-spa'",
				draftIdOf(guest),
			),
		).toBe(1)
	})

	test('a checkout whose time has changed since is not booked at the old time', async () => {
		const guest = openGuest(site().url)
		const staleCheckout = await walkTo(guest, 'checkout')
		const times = await guest.open('/booking/time-selection')
		await takeStep(guest, 'time-selection', times, { pickTime: (offered) => offered.at(-1) })
		const page = await takeStep(guest, 'checkout', staleCheckout)
		expect(page.status).toBe(422)
		expect(await site().database.count(appointmentsOfDraft, draftIdOf(guest))).toBe(0)
	})

	test('after the booking every step leads to it, and sending checkout again gives the same visit', async () => {
		const guest = openGuest(site().url)
		const checkout = await walkTo(guest, 'checkout')
		const booked = await takeStep(guest, 'checkout', checkout)
		for (const path of [
			'/booking',
			'/booking/time-selection',
			'/booking/checkout',
			'/booking/confirmation',
		]) {
			const page = await guest.open(path)
			expect(page.url.pathname, path).toBe('/booking/confirmation')
		}
		const again = await takeStep(guest, 'checkout', checkout)
		expect(again.url.search).toBe(booked.url.search)
	})
})

describe('steps cannot be skipped', () => {
	test.each(['staff-selection', 'time-selection'] as const)(
		'%s without a service leads to the start',
		async (step) => {
			const page = await openGuest(site().url).open(`/booking/${step}`)
			expect(page.url.pathname).toMatch(/^\/(discover|booking\/service-selection)$/)
		},
	)

	test('checkout without a service says so', async () => {
		const page = await openGuest(site().url).open('/booking/checkout')
		expect(page.text).toContain('No service selected')
		expect(page.text).toContain('Select Service')
	})

	test('posts to later steps book nothing', async () => {
		const guest = openGuest(site().url)
		await walkTo(guest, 'staff-selection')
		const body = new URLSearchParams({
			intent: 'book',
			startsAt: '1900000000000',
			seenTotalKobo: '0',
			...guest.details,
		})
		const page = await guest.post('/booking/checkout', body)
		expect(page.status).toBeLessThan(500)
		expect(page.text).not.toContain('Booking Confirmed!')
		expect(await site().database.count(appointmentsOfDraft, draftIdOf(guest))).toBe(0)
	})
})

describe('two tabs with two shops', () => {
	test('the last choice counts, and the other tab’s page cannot mix the two', async () => {
		const guest = openGuest(site().url)
		const firstTab = await walkTo(guest, 'staff-selection')
		await walkTo(guest, 'staff-selection', { shopId: 'itura-spa' })
		const member = firstTab.document
			.querySelectorAll('button[name="staff"]')
			.map((button) => button.getAttribute('value'))
			.find((value) => value !== 'any')
		const page = await guest.post('/booking/staff-selection', `position=0&staff=${member}`)
		expect(page.status).toBe(422)
		expect(page.text).toContain('Invalid Selection')
	})

	test('the same guest in two browsers has two bookings in the making', async () => {
		const [one, other] = [openGuest(site().url), openGuest(site().url)]
		await walkTo(one, 'staff-selection')
		await walkTo(other, 'staff-selection')
		expect(draftIdOf(one)).not.toBe(draftIdOf(other))
	})
})

test('a browser that keeps no cookies is told so, not led in circles', async () => {
	const guest = openGuest(site().url)
	const services = await guest.open(`/booking/service-selection?shop=${demoShopId}`)
	const url = new URL(services.url.pathname, site().url)
	const chosen = await guest.send(url, {
		method: 'POST',
		body: `serviceId=${demoServiceId}`,
		headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url.origin },
	})
	expect(chosen.headers.get('location')).toBe('/booking/staff-selection')
	let path: string | null = '/booking/staff-selection'
	let page = ''
	for (let hop = 0; path !== null && hop < 5; hop++) {
		guest.cookies.clear()
		const answer = await guest.send(new URL(path, site().url))
		path = answer.headers.get('location')
		page = await answer.text()
	}
	expect(page).toContain('Cookies are turned off')
})

describe('ids of somebody else’s shop', () => {
	test('a service that is switched off or unknown cannot be chosen', async () => {
		const guest = openGuest(site().url)
		for (const serviceId of ['ade-hair-studio-relaxer', 'no-such-service']) {
			const page = await guest.post('/booking/service-selection', `serviceId=${serviceId}`)
			// Without a draft there is no shop to show, so the way leads to Discover.
			expect([200, 404, 422]).toContain(page.status)
			expect(guest.cookies.has('draft')).toBe(false)
		}
	})

	test('a member of staff of another shop, or one who does not do this, cannot be chosen', async () => {
		const guest = openGuest(site().url)
		await walkTo(guest, 'staff-selection')
		const rows = await site().database.rows(
			'SELECT id FROM staff_members WHERE shop_id <> ? OR is_active = 0 LIMIT 30',
			demoShopId,
		)
		for (const row of rows) {
			const page = await guest.post('/booking/staff-selection', `position=0&staff=${String(row.id)}`)
			expect(page.status, String(row.id)).toBe(422)
		}
		const position = await guest.post('/booking/staff-selection', 'position=7&staff=any')
		expect(position.status).toBeLessThan(500)
	})

	test('an add-on and a promo code of another shop are not part of the price', async () => {
		const guest = openGuest(site().url)
		const checkout = await walkTo(guest, 'checkout')
		const { values, options } = fillStep('checkout', checkout, guest)
		const { body } = filledForm(checkout.document, stepForm, values, options)
		const foreign = await site().database.client.batch([
			{ sql: 'SELECT id FROM add_ons WHERE shop_id <> ? LIMIT 1', args: [demoShopId] },
			{
				sql: `SELECT code FROM promo_codes WHERE shop_id <> ?
					AND code NOT IN (SELECT code FROM promo_codes WHERE shop_id = ?) LIMIT 1`,
				args: [demoShopId, demoShopId],
			},
		])
		body.append('addOns', String(foreign[0]?.rows[0]?.id))
		body.set('promoCode', String(foreign[1]?.rows[0]?.code))
		const refused = await guest.post('/booking/checkout', body)
		expect(refused.status).toBe(422)
		expect(refused.text).toContain('Invalid promo code')
		expect(
			await site().database.count(
				'SELECT count(*) AS n FROM draft_add_ons WHERE draft_id = ?',
				draftIdOf(guest),
			),
		).toBe(0)
	})
})

describe('the signed link of a booking', () => {
	test('shows that booking to any browser, and no other under a changed link', async () => {
		const { url } = await walkTo(openGuest(site().url), 'confirmation')
		const token = url.searchParams.get('visit') ?? ''
		const stranger = openBrowserLikeClient(site().url)
		expect((await stranger.open(url.pathname + url.search)).text).toContain('Reference')
		const [header = '', payload = '', signature = ''] = token.split('.')
		const other = Buffer.from('another-appointment').toString('base64url')
		const none = Buffer.from('{"alg":"none"}').toString('base64url')
		const changed = [
			`${header}.${other}.${signature}`,
			`${none}.${payload}.`,
			`${none}.${payload}.${signature}`,
			`${header}.${payload}.`,
			`${header}.${payload}.${signature.slice(0, -2)}`,
			`${header}.${payload}.${signature.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))}`,
			`${header}.${payload}`,
			'x',
			'..',
			'a'.repeat(100_000).slice(0, 8_000),
		]
		for (const forged of changed) {
			const page = await stranger.open(`/booking/confirmation?visit=${encodeURIComponent(forged)}`)
			expect(page.status, forged.slice(0, 60)).toBe(404)
			expect(page.text).not.toContain('Reference')
		}
	})

	test('the short reference alone opens nothing', async () => {
		const page = await walkTo(openGuest(site().url), 'confirmation')
		const reference = /Reference (\S{8})/.exec(page.text)?.[1] ?? ''
		const stranger = openBrowserLikeClient(site().url)
		for (const query of [`visit=${reference}`, `appointmentId=${reference}`, `reference=${reference}`]) {
			const found = await stranger.open(`/booking/confirmation?${query}`)
			expect(found.text).not.toContain(reference)
		}
	})
})
