import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dateOfInstant } from '#app/kernel/civil.ts'
import { limits } from '#scripts/bench/limits.ts'
import { gzipBytes, inKb, KB } from '#scripts/bench/weight.ts'
import {
	buttonOf,
	demoShopId,
	fillStep,
	type Guest,
	type JourneyChoices,
	openGuest,
	stepForm,
	takeStep,
	walkTo,
} from '#scripts/site/browser-guest.ts'
import type { LoadedPage } from '#scripts/site/browser-like-client.ts'
import { type FormValues, filledForm, type SubmitOptions } from '#scripts/site/filled-form.ts'
import { checkoutNearHoldEnd } from '#scripts/site/hold-near-end.ts'
import { pageViews, problemsOfPageCases } from '#scripts/site/page-cases.ts'
import { servedRoutes } from '#scripts/site/route-table.ts'
import { tripsOfPage } from '#scripts/site/trip.ts'
import { addSignedInPerson, signInDemoClient } from '#tests/support/accounts.ts'
import {
	addAppointment,
	addDeposit,
	addKiosk,
	addKioskShop,
	addReview,
	addReward,
} from '#tests/support/kiosk-desk.ts'
import { addOffers, offerPages } from '#tests/support/owner-offers.ts'
import { addMoney } from '#tests/support/payout-desk.ts'
import { addPhotoRows } from '#tests/support/photo-desk.ts'
import { addOrder, addPlan } from '#tests/support/session-desk.ts'
import { addWaitingAccount } from '#tests/support/waiting-account.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'

// With every way to pay on the page; without mail, whose deliveries would be counted with the page's own trips.
const site = withPaymentSite({ MAIL_API_KEY: undefined })

const routes = await servedRoutes()

/** Pages that ask the database nothing: the limit of a trip (P7) is lower for them. */
const pagesWithoutReads = [
	...['routes/_index', 'routes/login', 'routes/register', 'routes/forgot-password'],
	...['routes/privacy', 'routes/terms', 'routes/$'],
]

const ANY_PAGE_BYTES = limits.P1.pageKb * KB
const BOOKING_STEP_BYTES = limits.P1.bookingStepKb * KB
const CHECKOUT_BYTES = limits.P1.checkoutKb * KB
const INLINE_SCRIPT_BYTES = limits.P3.inlineScriptKb * KB

/** The shop with the longest name of all, and the usual one with the most of everything. */
const longNameShopId = 'mama-iyabo'

type Measured = { route: string; bytes: number; limitBytes: number; scriptBytes: number; trips: number }
const table: Measured[] = []
const measuredPathnames = new Set<string>()

afterAll(() => {
	const lines = table
		.toSorted((a, b) => b.bytes - a.bytes)
		.map(
			({ route, bytes, limitBytes, scriptBytes, trips }) =>
				`${route.padEnd(64)} ${inKb(bytes).padStart(9)} of ${limitBytes / KB}  own script ${inKb(scriptBytes)}  trips ${trips}`,
		)
	console.info(`HTML, gzip -6, with all its CSS and inline scripts:\n${lines.join('\n')}`)
})

async function openMember(): Promise<Guest> {
	const { token } = await addSignedInPerson(site().database, { at: Date.now() })
	const member = openGuest(site().url)
	member.cookies.set('session', token)
	return member
}

async function measure(
	guest: Guest,
	path: string,
	{ name = path, status = 200 }: { name?: string; status?: number } = {},
): Promise<Measured> {
	const asked = site().proxy.during(async () => {
		const answer = await guest.send(new URL(path, site().url))
		return { status: answer.status, html: await answer.text() }
	})
	const { value, trips } = await asked
	expect(value.status, `${name} answered ${value.status}`).toBe(status)
	expect(value.html, `${name} asks for a stylesheet before it can be drawn (P2)`).not.toMatch(
		/rel="stylesheet"/,
	)
	const isBookingStep = path.startsWith('/booking')
	const measured = {
		route: name,
		bytes: gzipBytes(value.html),
		limitBytes: path.startsWith('/booking/checkout')
			? CHECKOUT_BYTES
			: isBookingStep
				? BOOKING_STEP_BYTES
				: ANY_PAGE_BYTES,
		scriptBytes: ownScriptBytes(value.html),
		trips: tripsOfPage(trips).length,
	}
	table.push(measured)
	measuredPathnames.add(new URL(path, site().url).pathname)
	return measured
}

/** Our own inline scripts: what Remix prints for itself (its context, its manifest, its data) is not ours. */
function ownScriptBytes(html: string): number {
	// What search engines read is no script.
	const scripts = [...html.matchAll(/<script\b(?! type="application\/ld)[^>]*>([\s\S]*?)<\/script>/g)].map(
		([, text]) => text ?? '',
	)
	const own = scripts.filter(
		(text) => text !== '' && !text.includes('__remix') && !text.includes('sessionStorage.getItem(e)'),
	)
	return Buffer.byteLength(own.join(''))
}

function expectLight(
	{ route, bytes, limitBytes, scriptBytes, trips }: Measured,
	mayTrip: number = limits.P7.tripsOfPage,
) {
	expect(
		bytes,
		`${route} weighs ${inKb(bytes)}, and at most ${inKb(limitBytes)} are allowed (P1)`,
	).toBeLessThanOrEqual(limitBytes)
	expect(scriptBytes, `${route} has ${inKb(scriptBytes)} of inline script of ours (P3)`).toBeLessThanOrEqual(
		INLINE_SCRIPT_BYTES,
	)
	expect(
		trips,
		`${route} makes ${trips} trips to the database, and ${mayTrip} is allowed (P7)`,
	).toBeLessThanOrEqual(mayTrip)
}

describe('pages that stand alone', () => {
	test('are in the route table, or have a case', () => {
		expect(problemsOfPageCases(routes)).toEqual([])
	})

	test.each(pageViews(routes))('$address', async ({ routeId, address, status, isForMembers }) => {
		const visitor = isForMembers ? await openMember() : openGuest(site().url)
		const mayTrip = pagesWithoutReads.includes(routeId) ? 0 : 1
		expectLight(await measure(visitor, address, { status }), mayTrip)
	})

	test.each([
		'/discover?category=hair-beauty',
		'/discover?q=hair',
		'/discover?q=hair&category=hair-beauty&near=Yaba',
		'/discover?lat=6.5&lng=3.37',
		'/discover?sort=rating',
		'/discover?sort=soonest&free=week&price=15000&open=1&near=Yaba',
	])('%s', async (path) => {
		expectLight(await measure(openGuest(site().url), path))
	})

	test('the page of every business', async () => {
		const rows = await site().database.rows('SELECT id FROM shops')
		expect(rows.length).toBeGreaterThanOrEqual(12)
		for (const { id } of rows) expectLight(await measure(openGuest(site().url), `/business/${id}`))
	})

	test('the services of every business', async () => {
		const rows = await site().database.rows('SELECT id FROM shops')
		for (const { id } of rows)
			expectLight(await measure(openGuest(site().url), `/booking/service-selection?shop=${id}`))
	})
})

describe.each([demoShopId, longNameShopId])('the steps of a booking at %s', (shopId) => {
	const choices: JourneyChoices = { shopId }
	let guest: Guest
	beforeAll(() => {
		guest = openGuest(site().url)
	})

	test('who does it', async () => {
		await walkTo(guest, 'staff-selection', choices)
		expectLight(
			await measure(guest, '/booking/staff-selection', { name: `/booking/staff-selection at ${shopId}` }),
		)
	})

	test('when, with a full day of times', async () => {
		const page = await walkTo(guest, 'time-selection', choices)
		const days = page.document
			.querySelectorAll('nav a[href*="date="]')
			.map((link) => link.getAttribute('href') ?? '')
		for (const href of ['', ...days]) {
			const { pathname, search } = new URL(href, page.url)
			const path = pathname + search
			expectLight(
				await measure(guest, path, { name: `/booking/time-selection ${href.slice(-10)} at ${shopId}` }),
			)
		}
	})

	test('a month of days', async () => {
		await walkTo(guest, 'time-selection', choices)
		expectLight(await measure(guest, '/booking/month', { name: `/booking/month at ${shopId}` }))
	})

	test('checkout, empty and with everything filled in', async () => {
		await walkTo(guest, 'checkout', choices)
		expectLight(await measure(guest, '/booking/checkout', { name: `/booking/checkout at ${shopId}` }))
		const page = await guest.open('/booking/checkout')
		const addOns = page.document
			.querySelectorAll('input[name="addOns"]')
			.map((box) => box.getAttribute('value') ?? '')
		const filled = { ...guest.details, ...(addOns[0] ? { addOns: [addOns[0]] } : {}), tip: '15' }
		await guest.submit(page, stepForm, filled, { button: buttonOf('intent', 'update') })
		const filledIn = await measure(guest, '/booking/checkout', {
			name: `/booking/checkout at ${shopId}, filled in`,
		})
		expectLight(filledIn)
	})

	test('the confirmation', async () => {
		const owner = openGuest(site().url)
		const { url } = await walkTo(owner, 'confirmation', choices)
		expectLight(
			await measure(guest, url.pathname + url.search, { name: `/booking/confirmation at ${shopId}` }),
		)
		expectLight(await measure(owner, '/discover', { name: `/discover with a visit to ${shopId}` }))
	})
})

test('Discover of a client with a visit ahead', async () => {
	const client = openGuest(site().url)
	client.cookies.set('session', (await signInDemoClient(site().database)).token)
	expectLight(await measure(client, '/discover', { name: '/discover of a client' }))
})

test('waiting for a time of a full day', async () => {
	const guest = openGuest(site().url)
	await walkTo(guest, 'time-selection', {
		shopId: 'bodija-beauty-lounge',
		serviceId: 'bodija-beauty-lounge-blow-out',
	})
	const { document } = await guest.open('/booking/time-selection')
	const wait = document.querySelector('main a[href^="/booking/wait"]')?.getAttribute('href') ?? ''
	expectLight(await measure(guest, wait, { name: '/booking/wait' }))
})

test('moving an appointment', async () => {
	const guest = openGuest(site().url)
	const thisWeek = await walkTo(guest, 'time-selection')
	const later = thisWeek.document
		.querySelectorAll('a')
		.find(({ textContent }) => textContent === 'Next 7 days')
	const nextWeek = await guest.open(later?.getAttribute('href') ?? '')
	const checkout = await takeStep(guest, 'time-selection', nextWeek)
	const { document } = await takeStep(guest, 'checkout', checkout)
	const move = document.querySelector('a[href^="/booking/reschedule"]')?.getAttribute('href')
	expectLight(await measure(guest, move ?? '', { name: '/booking/reschedule' }))
	const month = move?.replace('reschedule', 'month') ?? ''
	expectLight(await measure(guest, month, { name: '/booking/month of a move' }))
	const change = document.querySelector('a[href^="/booking/change"]')?.getAttribute('href') ?? ''
	const choice = await guest.open(change)
	expectLight(await measure(guest, change, { name: '/booking/change' }))
	const service = choice.document.querySelector('button[name="service"]')?.getAttribute('value')
	expectLight(
		await measure(guest, `${change}&position=0&service=${service}`, { name: '/booking/change of a service' }),
	)
})

test('the pages around a payment', async () => {
	const guest = openGuest(site().url)
	const checkout = await walkTo(guest, 'checkout', { shopId: longNameShopId })
	await post(guest, checkout, { ...guest.details, paymentChoice: 'online' })
	expectLight(
		await measure(guest, '/booking/checkout', { name: '/booking/checkout, with a payment that was started' }),
	)
	const { reference: paymentReference = '' } = site().paystack.transactions.at(-1) ?? {}
	site().paystack.setBehaviour({ verify: 'pending', webhooks: 'lost' })
	const back = new URL(await site().paystack.pay(paymentReference, { card: 'success' }))
	const name = '/booking/payment-success, being confirmed'
	expectLight(await measure(guest, back.pathname + back.search, { name }), 2)
	site().paystack.setBehaviour({ verify: 'wrong-amount', refund: 'hold' })
	const refunded = new URL((await guest.send(back)).headers.get('location') ?? '', back)
	// What goes on beside the answer is no trip of the page.
	await expect.poll(() => refundStatus(paymentReference)).not.toBe('requested')
	expectLight(
		await measure(guest, refunded.pathname + refunded.search, {
			name: '/booking/complete-booking, with a refund',
		}),
	)
})

test('what a phone keeps is light', async () => {
	const guest = openGuest(site().url)
	await walkTo(guest, 'confirmation')
	for (const path of ['/tickets', '/kept']) expectLight(await measure(guest, path))
	expectLight(await measure(guest, '/offline'), 0)
})

describe('the pages of a kiosk', () => {
	test('on a day with over forty visits', async () => {
		const shop = await addKioskShop(site())
		for (let place = 0; place < 21; place++) {
			await addAppointment(site(), shop, { inMinutes: place * 31 - 300, firstName: 'Olúwafẹ́mi-Adébáyọ̀' })
			await addAppointment(site(), shop, { inMinutes: place * 31 - 300, staff: 'Bola' })
		}
		const reference = await addAppointment(site(), shop, { inMinutes: 400 })
		const stranger = openGuest(site().url)
		expectLight(await measure(stranger, '/kiosk/open', { status: 404 }))
		expectLight(await measure(stranger, '/kiosk/closed', { status: 401 }))
		const device = openGuest(site().url)
		const { keyId, cookies } = await addKiosk(site(), shop.id)
		for (const { name, value } of cookies) device.cookies.set(name, value)
		// Marks the key as seen, which is written once an hour, after the answer.
		await device.open('/kiosk/more')
		const marked = 'SELECT count(*) AS n FROM access_keys WHERE id = ? AND last_seen_at IS NOT NULL'
		await expect.poll(() => site().database.count(marked, keyId)).toBe(1)
		const calendars = ['', `?staff=${shop.idOf('Ada')}`].map((search) => `/kiosk/calendar${search}`)
		const pages = ['/kiosk', '/kiosk?by=person', ...calendars, '/kiosk/fresh', `/kiosk/visits/${reference}`]
		const others = ['cancel', 'edit'].map((page) => `/kiosk/visits/${reference}/${page}`)
		const services = [
			`/kiosk/walk-in?service=${shop.idOf('cut')}`,
			`/kiosk/walk-in?service=${shop.idOf('cut')}&staff=any`,
		]
		const date = dateOfInstant(Date.now(), 3)
		const booking = [
			'',
			`?service=${shop.idOf('cut')}&date=${date}`,
			`?service=${shop.idOf('cut')}&date=${date}&time=10:00`,
		]
		const deposit = await addDeposit(site(), shop, { inMinutes: 600, email: 'amaka@example.com' })
		const deposits = [`/kiosk/deposits/${deposit.id}`, `/d/${deposit.code}`]
		const bookings = booking.map((chosen) => `/kiosk/book${chosen}`)
		const sections = ['walk-in', 'block', 'scan', 'sessions', 'more', 'pin'].map((page) => `/kiosk/${page}`)
		const days = ['', '/block', '/sessions'].map((page) => `/kiosk${page}?date=2026-12-01`)
		for (const path of [...pages, ...others, ...services, ...bookings, ...deposits, ...sections, ...days])
			expectLight(await measure(device, path))
	})

	test('of a person’s own device', async () => {
		const shop = await addKioskShop(site())
		for (let place = 0; place < 20; place++)
			await addAppointment(site(), shop, {
				inMinutes: place * 30 - 300,
				firstName: `Olúwafẹ́mi-Adébáyọ̀ ${place}`,
			})
		const reference = await addAppointment(site(), shop, { inMinutes: 400 })
		await addWaitingAccount(site(), shop.id)
		const device = openGuest(site().url)
		const { keyId, cookies } = await addKiosk(site(), shop.id, { person: shop.idOf('Ada') })
		for (const { name, value } of cookies) device.cookies.set(name, value)
		await device.open('/kiosk/rota')
		const marked = 'SELECT count(*) AS n FROM access_keys WHERE id = ? AND last_seen_at IS NOT NULL'
		await expect.poll(() => site().database.count(marked, keyId)).toBe(1)
		for (const path of ['/kiosk', '/kiosk/fresh', '/kiosk/rota', `/kiosk/visits/${reference}`])
			expectLight(await measure(device, path))
	})

	test('of what is to do, with fifty visits to close and as many new', async () => {
		const shop = await addKioskShop(site())
		for (let place = 0; place < 50; place++)
			for (const day of [-1 - (place % 10), 1 + (place % 10)])
				await addAppointment(site(), shop, {
					inMinutes: day * 1440 + Math.floor(place / 10) * 40,
					firstName: `Olúwafẹ́mi-Adébáyọ̀ ${place}`,
				})
		await site().database.change(
			'UPDATE appointments SET created_at = ? WHERE shop_id = ?',
			Date.now(),
			shop.id,
		)
		const device = openGuest(site().url)
		for (const { name, value } of (await addKiosk(site(), shop.id)).cookies) device.cookies.set(name, value)
		await device.open('/kiosk/more')
		expectLight(await measure(device, '/kiosk/to-do'))
	})

	test('that find a customer, with a page full of long names', async () => {
		const shop = await addKioskShop(site())
		for (let place = 0; place < 36; place++)
			await addAppointment(site(), shop, {
				inMinutes: place * 31 - 600,
				staff: place % 2 ? 'Ada' : 'Bola',
				firstName: `Olúwafẹ́mi-Adébáyọ̀ ${place}`,
			})
		const device = openGuest(site().url)
		for (const { name, value } of (await addKiosk(site(), shop.id)).cookies) device.cookies.set(name, value)
		await device.open('/kiosk/more')
		const [client] = await site().database.rows('SELECT id FROM clients WHERE shop_id = ?', shop.id)
		await site().database.change(
			'UPDATE appointments SET client_id = ? WHERE shop_id = ? AND rowid % 4 > 0',
			String(client?.id),
			shop.id,
		)
		await site().database.change(
			'UPDATE checkouts SET client_id = (SELECT client_id FROM appointments WHERE checkout_id = checkouts.id) WHERE shop_id = ?',
			shop.id,
		)
		for (const search of ['', '?q=oluwafemi', '?q=x'])
			expectLight(await measure(device, `/kiosk/search${search}`, { status: search === '?q=x' ? 400 : 200 }))
		await site().database.change(
			'UPDATE clients SET shop_note = ? WHERE id = ?',
			'Láti ọ̀dọ̀ '.repeat(45),
			String(client?.id),
		)
		const [visit] = await site().database.rows(
			'SELECT reference_number AS number FROM appointments WHERE client_id = ?',
			String(client?.id),
		)
		expectLight(await measure(device, `/kiosk/customers/${visit?.number}`))
	})

	test('of the owner, with forty services and as many add-ons', async () => {
		const shop = await addKioskShop(site())
		for (const table of ['services', 'add_ons'])
			await site().database.change(
				`INSERT INTO ${table} (id, shop_id, name, duration_minutes, price_kobo${table === 'services' ? ', category_id' : ''})
					SELECT ?1 || '-${table}-' || value, ?1, 'Knotless braids, mid-back, medium ' || value, 150, 1800000
						${table === 'services' ? ", 'hair-beauty'" : ''} FROM generate_series(1, 40)`,
				shop.id,
			)
		await addOffers(site().database, shop.id)
		const device = openGuest(site().url)
		const { keyId, cookies } = await addKiosk(site(), shop.id, 'owner')
		for (const { name, value } of cookies) device.cookies.set(name, value)
		await device.open('/kiosk/more')
		const marked = 'SELECT count(*) AS n FROM access_keys WHERE id = ? AND last_seen_at IS NOT NULL'
		await expect.poll(() => site().database.count(marked, keyId)).toBe(1)
		const pages = [
			'',
			'/hours',
			'/details',
			'/payout-account',
			'/problems',
			'/services',
			'/services/new',
			`/services/${shop.id}-services-7`,
		]
		const takings = ['/takings', '/takings?period=week', '/takings?period=month&date=2026-10-10']
		const people = ['', '/new', `/${shop.idOf('Ada')}`, `/${shop.idOf('Ada')}/hours`].map(
			(page) => `/people${page}`,
		)
		const addOns = ['/add-ons/new', `/add-ons/${shop.id}-add_ons-7`]
		const photoOf = await addPhotoRows(site().database, shop.id, shop.idOf('cut'))
		const photos = ['', '/shop', `/${shop.idOf('cut')}`, `/${shop.idOf('cut')}/${photoOf(3)}`].map(
			(page) => `/photos${page}`,
		)
		for (const page of [...pages, ...addOns, ...people, ...takings, ...photos, '/devices', '/feeds', '/keys'])
			expectLight(await measure(device, `/kiosk/shop${page}`))
		for (const page of offerPages(shop.id)) expectLight(await measure(device, page))
		const payout = await addMoney(site(), shop, { mode: 'test' })
		for (const page of ['', `/${payout}`]) expectLight(await measure(device, `/kiosk/shop/money${page}`))
		let review = ''
		for (let place = 0; place < 22; place++)
			review = await addReview(site(), shop, {
				minutesAgo: 60 + place * 24 * 60,
				comment: Array.from({ length: 160 }, (_, word) => `${(word * 7919 + place * 104_729).toString(36)}ẹ́`)
					.join(' ')
					.slice(0, 1_000),
			})
		for (const page of ['', `/${review}`]) expectLight(await measure(device, `/kiosk/shop/reviews${page}`))
	})

	test('that answer a scanned reward and a scanned order', async () => {
		const shop = await addKioskShop(site())
		const { userId } = await addSignedInPerson(site().database, { at: Date.now(), isVerified: true })
		for (const inMinutes of [-60, 30, 90]) await addAppointment(site(), shop, { inMinutes, userId })
		const planId = await addPlan(site().database, shop.id)
		const device = openGuest(site().url)
		const { cookies } = await addKiosk(site(), shop.id)
		for (const { name, value } of cookies) device.cookies.set(name, value)
		const scanned = [
			['reward', await addReward(site(), shop, userId), 'Instead of'],
			['order', await addOrder(site().database, planId, userId, { now: Date.now() }), 'To collect'],
		] as const
		for (const [kind, code, says] of scanned) {
			const page = await device.open('/kiosk/scan')
			const { text, html } = await device.submit(page, 'form.form', { code })
			expect(text).toContain(says)
			// The trips of posts are counted elsewhere: only the weight counts here.
			const weighed = { bytes: gzipBytes(html), scriptBytes: ownScriptBytes(html), trips: 0 }
			expectLight({ route: `/kiosk/scan of a ${kind}`, limitBytes: ANY_PAGE_BYTES, ...weighed })
		}
	})
})

test('the pages of a business that has its picture and six photos of each service', async () => {
	const shop = await addKioskShop(site())
	await site().database.change(
		`INSERT INTO services (id, shop_id, name, duration_minutes, price_kobo, category_id)
			SELECT ?1 || '-' || value, ?1, 'Knotless braids, mid-back, medium ' || value, 150, 1800000, 'hair-beauty'
				FROM generate_series(1, 12)`,
		shop.id,
	)
	const services = await site().database.rows(
		'SELECT id FROM services WHERE shop_id = ? ORDER BY id',
		shop.id,
	)
	const ids = services.map(({ id }) => String(id))
	for (const id of ids) {
		await site().database.change('INSERT OR IGNORE INTO staff_services VALUES (?, ?)', shop.idOf('Ada'), id)
		await addPhotoRows(site().database, shop.id, id)
	}
	const [first = ''] = ids
	const others = 'DELETE FROM shop_photos WHERE shop_id = ? AND service_id IS NULL AND id <> ?'
	await site().database.change(others, shop.id, `${first}-photo-0`)
	for (const page of ['', '/photos/shop', `/photos/${first}`, `/photo-report?photo=${first}-photo-3`])
		expectLight(await measure(openGuest(site().url), `/business/${shop.id}${page}`))
	expectLight(await measure(openGuest(site().url), `/booking/service-selection?shop=${shop.id}`))
	const { html } = await openGuest(site().url).open(`/business/${shop.id}`)
	expect(html).toContain(`/photos/${first}-photo-1/small`)
})

test('no page was left out by the tests before this one', () => {
	const measured = [...measuredPathnames]
	const missing = routes.filter(({ id, path, hasPage }) => {
		const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
		const leadsOn = ['routes/booking._index', 'routes/s.$slug'].includes(id)
		return hasPage && !leadsOn && !measured.some((pathname) => pattern.test(pathname))
	})
	expect(missing).toEqual([])
})

async function refundStatus(paymentReference: string) {
	const sql = 'SELECT status FROM refunds WHERE payment_reference = ?'
	return (await site().database.rows(sql, paymentReference))[0]?.status
}

async function post(
	guest: Guest,
	page: LoadedPage,
	typed: FormValues,
	options: SubmitOptions = { button: buttonOf('intent', 'book') },
) {
	const { body } = filledForm(page.document, stepForm, typed, options)
	const { value, trips } = await site().proxy.during(async () => {
		const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: page.url.origin }
		const answer = await guest.send(page.url, { method: 'POST', body: body.toString(), headers })
		await answer.arrayBuffer()
		return { status: answer.status, location: answer.headers.get('location') ?? '' }
	})
	expect(value.status).toBe(302)
	console.info(`POST ${page.url.pathname}: ${trips.length} trips`)
	return { trips: trips.length, location: value.location }
}

describe('a post makes at most one read and one write (P7)', () => {
	const posts = [
		['service-selection', null],
		['staff-selection', null],
		['time-selection', null],
		['checkout', 'update'],
		['checkout', 'apply-promo'],
		['checkout', 'renew-hold'],
		['checkout', 'book'],
	] as const

	test.each(posts)('%s %s', async (step, intent) => {
		const guest = openGuest(site().url)
		const first = await walkTo(guest, step)
		const page = intent === 'renew-hold' ? await checkoutNearHoldEnd(guest, site().database, first) : first
		const { values, options } = fillStep(step, page, guest)
		const typed = intent === 'apply-promo' ? { ...values, promoCode: 'WELCOME10' } : values
		const button = intent === null ? options : { button: buttonOf('intent', intent) }
		expect((await post(guest, page, typed, button)).trips).toBeLessThanOrEqual(2)
	})

	test('where a payment starts it is one more: what is paid for is written before Paystack is asked, its page after', async () => {
		const guest = openGuest(site().url)
		const page = await walkTo(guest, 'checkout')
		const typed = { ...guest.details, paymentChoice: 'online' }
		const { trips, location } = await post(guest, page, typed)
		expect(location).toContain(site().checkoutUrl)
		expect(trips).toBe(3)
	})

	test('the way back from paying is one read and one write, and each time after that one read', async () => {
		site().paystack.setBehaviour({ webhooks: 'lost' })
		const guest = openGuest(site().url)
		const page = await walkTo(guest, 'checkout')
		await post(guest, page, { ...guest.details, paymentChoice: 'online' })
		const { reference: paymentReference } = site().paystack.transactions.at(-1) ?? {}
		const back = new URL(await site().paystack.pay(paymentReference ?? '', { card: 'success' }))
		const comeBack = () =>
			site().proxy.during(async () => (await guest.send(back)).headers.get('location') ?? '')
		const first = await comeBack()
		expect(first.value).toContain('/booking/confirmation?visit=')
		expect(first.trips.length).toBe(2)
		expect((await comeBack()).trips.length).toBe(1)
	})
})
