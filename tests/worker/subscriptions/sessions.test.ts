import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'
import { gzipBytes, KB } from '#scripts/bench/weight.ts'
import type { BrowserLikeClient, LoadedPage } from '#scripts/site/browser-like-client.ts'
import { addSignedInPerson, browserOf, signInDemoClient } from '#tests/support/accounts.ts'
import { addHolder, addPlan, addPlanSession, type Holder, zoneAtNoon } from '#tests/support/session-desk.ts'
import { addSmallShop } from '#tests/support/small-shop.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

// Without mail, whose deliveries would be counted with the page's own trips.
const site = withTestSite({ MAIL_API_KEY: undefined })
const now = Date.now()
const zone = zoneAtNoon(now)

let client: BrowserLikeClient
beforeAll(async () => {
	await addSmallShop(site().database.client, 'dojo', { zone })
	client = browserOf(await signInDemoClient(site().database), site().url)
})

/** A plan with one session two days ahead, and a customer who holds it. */
async function setUp({ capacity = 1, inMs = 2 * DAY_MS } = {}) {
	const planId = await addPlan(site().database, 'dojo', { entryKind: 'total', entries: 3 })
	const sessionId = await addPlanSession(site().database, planId, { startsAt: now + inMs, capacity, zone })
	const { browser, holder } = await newHolder(planId)
	return { planId, sessionId, browser, holder }
}

async function newHolder(planId: string): Promise<{ browser: BrowserLikeClient; holder: Holder }> {
	const holder = await addHolder(site().database, planId, { now })
	return { holder, browser: browserOf(holder, site().url) }
}

const linksOf = (page: LoadedPage) =>
	page.document.querySelectorAll('main a').map((link) => link.getAttribute('href') ?? '')
const linkOf = (page: LoadedPage, pattern: RegExp) => {
	const href = linksOf(page).find((one) => pattern.test(one))
	if (href === undefined) throw new Error(`no link ${pattern} on ${page.url.pathname}`)
	return href
}
const bookingsOf = ({ userId }: Holder) =>
	site().database.count(`SELECT count(*) FROM session_bookings WHERE user_id = ?`, userId)

/** Books the session as its page does. */
async function book(browser: BrowserLikeClient, sessionId: string): Promise<LoadedPage> {
	return browser.submit(await browser.open(`/sessions/${sessionId}/book`), 'main form')
}

test('P1, P7: with a year of everything each page weighs at most 10 KB and makes one trip', async () => {
	const bookings = await client.open('/sessions?tab=bookings')
	const available = await client.open('/sessions')
	const paths = [
		'/sessions',
		linkOf(available, /after=/),
		'/sessions?tab=bookings',
		'/sessions?tab=bookings&show=past',
		linkOf(await client.open('/sessions?tab=bookings&show=past'), /after=/),
		linkOf(bookings, /\/cancel$/),
		linkOf(bookings, /\/calendar$/),
	]
	for (const path of paths) {
		const { value: page, trips } = await site().proxy.during(() => client.open(path))
		expect(page.status, path).toBe(200)
		expect(gzipBytes(page.html), path).toBeLessThanOrEqual(10 * KB)
		expect(trips.length, path).toBe(1)
	}
})

describe('Sessions, without script', () => {
	test('are in their groups, and lead through the window of thirty days', async () => {
		let page = await client.open('/sessions')
		expect(page.text).toContain('Available Sessions')
		const days: string[] = []
		for (let pages = 0; pages < 20; pages++) {
			days.push(...page.document.querySelectorAll('main li b').map((day) => day.text))
			const next = linksOf(page).find((href) => href.startsWith('/sessions?after='))
			if (!next) break
			page = await client.open(next)
		}
		expect(days.length).toBeGreaterThan(40)
		expect(new Set(days).size).toBe(days.length)
		expect(page.text).toContain('Later')
	})

	test('are filtered by plan; a plan that is not held, a forged place and a forged id are refused', async () => {
		const filtered = await client.open('/sessions?plan=itura-spa-plan-five-foot-spas')
		expect(filtered.text).toContain('Five Foot Spas')
		expect(filtered.document.querySelectorAll('main h3').every(({ text }) => text === 'Five Foot Spas')).toBe(
			true,
		)
		const statusOf = async (path: string) => (await client.open(path)).status
		expect(await statusOf('/sessions?plan=itura-spa-plan-thermal-month')).toBe(404)
		expect(await statusOf('/sessions?after=1.2.3%27')).toBe(400)
		expect(await statusOf('/sessions?tab=bookings&after=x')).toBe(400)
		for (const path of [
			'/sessions/x/book',
			'/sessions/bookings/x/cancel',
			'/sessions/bookings/x/calendar.ics',
		])
			expect(await statusOf(path), path).toBe(404)
	})

	test('are booked, shown, put into a calendar and cancelled', async () => {
		const { sessionId, browser, holder } = await setUp()
		const confirm = await browser.open(`/sessions/${sessionId}/book`)
		expect(confirm.text).toContain('2 entries remaining after booking')
		expect(confirm.text).toContain(
			'Cancellation Policy: Free cancellation up to 24 hours before the session.',
		)
		const booked = await browser.submit(confirm, 'main form')
		expect(booked.url.search).toBe('?tab=bookings')
		expect(booked.text).toContain('Session Booked!Your session has been successfully booked.')
		expect(booked.text).toContain('Confirmed')
		const checkIn = `main form[action="/subscriptions/${holder.subscriptionId}/check-in"]`
		// Its page shows the code at once.
		expect((await browser.submit(booked, checkIn)).document.querySelector('svg[role=img]')).not.toBeNull()

		const again = await browser.open(`/sessions/${sessionId}/book`)
		expect(again.text).toContain('You’re already booked into this session.')

		const file = await browser.send(new URL(`${linkOf(booked, /\/calendar$/)}.ics`, site().url))
		expect(file.headers.get('content-type')).toContain('text/calendar')
		expect(await file.text()).toContain('METHOD:PUBLISH')

		const cancelPath = linkOf(booked, /\/cancel$/)
		const question = await browser.open(cancelPath)
		expect(question.text).toContain('Your entry will be refunded to your subscription.')
		const cancelled = await browser.submit(question, 'main form')
		expect(cancelled.text).toContain('Your booking has been cancelled and entry refunded.')
		expect(cancelled.text).toContain('No Upcoming Sessions')
		expect((await browser.open('/sessions?tab=bookings&show=past')).text).toContain('You got your entry back')
		// Once more, as a second tab would.
		const twice = await browser.post(cancelPath, '')
		expect(twice.text).toContain('This booking was cancelled before')
		const gone = await browser.send(new URL(`${cancelPath.replace('cancel', 'calendar')}.ics`, site().url))
		expect(await gone.text()).toContain('METHOD:CANCEL')
	})

	test('D11: cancelled late they forfeit the entry, and the question says so first', async () => {
		const { sessionId, browser } = await setUp({ inMs: 5 * HOUR_MS })
		const booked = await book(browser, sessionId)
		const question = await browser.open(linkOf(booked, /\/cancel$/))
		expect(question.text).toContain(
			'Note: Cancelling within 24 hours may forfeit your entry according to the cancellation policy.',
		)
		expect(question.text).not.toContain('will be refunded to')
		expect((await browser.submit(question, 'main form')).text).toContain(
			'This was a late cancellation, so the entry is not refunded.',
		)
	})

	test('D49: a full one is waited for; the seat is held for the first, and the next is number 1 then', async () => {
		const { planId, sessionId, browser } = await setUp()
		const booked = await book(browser, sessionId)
		const { browser: first } = await newHolder(planId)
		const { browser: second } = await newHolder(planId)
		for (const waiting of [first, second]) {
			const full = await waiting.open('/sessions')
			expect(full.text).toContain('FULL')
			expect(full.text).toContain('Session Full')
			await waiting.submit(full, 'main form[method="post"]')
		}
		expect((await second.open('/sessions')).text).toContain('You are number 2 in line')
		await browser.submit(await browser.open(linkOf(booked, /\/cancel$/)), 'main form')
		expect((await first.open('/sessions')).text).toMatch(/A seat is held for you until \d\d:\d\d/)
		const stranger = await newHolder(planId)
		expect((await stranger.browser.open('/sessions')).text).toContain('Session Full')
		const refused = await stranger.browser.post(
			`/sessions/${sessionId}/book`,
			`subscription=${stranger.holder.subscriptionId}`,
		)
		expect(refused.status).toBe(409)
		expect(refused.text).toContain('Booking Failed Session is full')
		expect(await bookingsOf(stranger.holder)).toBe(0)
		const shown = await second.open('/sessions')
		expect(shown.text).toContain('You are number 1 in line')
		const left = await second.submit(shown, 'main form[method="post"]')
		expect(left.text).toContain('You left the waitlist')
		expect((await book(first, sessionId)).text).toContain('Session Booked!')
	})

	test('W9: a place and a session of somebody else are not there; a broken post writes nothing', async () => {
		const { sessionId, browser, holder } = await setUp()
		const cancelPath = linkOf(await book(browser, sessionId), /\/cancel$/)
		const stranger = browserOf(await addSignedInPerson(site().database, { at: now }), site().url)
		const asked = [cancelPath, cancelPath.replace('cancel', 'calendar'), `/sessions/${sessionId}/book`]
		for (const path of asked) expect((await stranger.open(path)).status, path).toBe(404)
		expect((await stranger.post(cancelPath, '')).status).toBe(404)
		const subscription = `subscription=${holder.subscriptionId}`
		expect((await stranger.post(`/sessions/${sessionId}/book`, subscription)).status).toBe(404)
		expect((await stranger.post('/sessions', `join=${sessionId}`)).status).toBe(404)
		for (const body of ['', 'join=x&leave=x', 'join=%00', 'leave='])
			expect((await browser.post('/sessions', body)).status, body).toBe(400)
		expect((await browser.post(`/sessions/${sessionId}/book`, '')).status).toBe(400)
		expect(await bookingsOf(holder)).toBe(1)
	})

	test('L26: of a paused plan the card leads to where that plan is resumed', async () => {
		const { sessionId, browser, holder } = await setUp()
		await site().database.change(
			'UPDATE subscriptions SET paused_at = ?, resumes_at = ? WHERE id = ?',
			String(now - HOUR_MS),
			String(now + 5 * DAY_MS),
			holder.subscriptionId,
		)
		const page = await browser.open('/sessions')
		expect(page.text).toContain('Your plan is paused. Resume it to book sessions.')
		expect(linksOf(page)).toContain(`/subscriptions/${holder.subscriptionId}/pause`)
		expect(linksOf(page)).not.toContain(`/sessions/${sessionId}/book`)
	})

	test('a plan without sessions says so, keeps its filter on Refresh, and leads to all of them', async () => {
		const planId = await addPlan(site().database, 'dojo')
		const { browser } = await newHolder(planId)
		const page = await browser.open(`/sessions?plan=${planId}`)
		expect(page.text).toContain('This plan has no sessions to book.')
		expect(linksOf(page)).toEqual(expect.arrayContaining([`/sessions?plan=${planId}`, '/sessions']))
	})

	test('a plan without sessions offers none on its card and its page, but its code', async () => {
		const { browser } = await newHolder(await addPlan(site().database, 'dojo'))
		const list = await browser.open('/subscriptions')
		const [details] = linksOf(list).filter((href) => href.startsWith('/subscriptions/'))
		for (const page of [list, await browser.open(details ?? '')]) {
			expect(page.text).toContain('No sessions to book right now. Show your QR code at the shop.')
			expect(page.text).not.toContain('Book Session')
			expect(page.document.querySelector('main form[action$="/check-in"]')).not.toBeNull()
		}
		const { browser: ofSessions } = await setUp()
		const held = await ofSessions.open('/subscriptions')
		expect(held.text).toContain('Book Session')
		expect(held.text).not.toContain('No sessions to book')
	})

	test('L34: Back, Cancel and the bookings of a session’s page keep the plan and where the customer came from', async () => {
		const { planId, browser } = await setUp()
		const list = `/sessions?plan=${planId}&back=profile`
		const page = await browser.open(linkOf(await browser.open(list), /\/book\?/))
		expect(page.document.querySelector('.back')?.getAttribute('href')).toBe(list)
		expect(page.document.querySelector('.action-bar a')?.getAttribute('href')).toBe(list)
		const booked = await browser.submit(page, 'main form')
		expect(linksOf(booked)).toContain(list)
		expect(booked.document.querySelector('.back')?.getAttribute('href')).toBe('/profile')
	})

	test('a newcomer reads that there is nothing, and where plans are', async () => {
		const newcomer = browserOf(await addSignedInPerson(site().database, { at: now }), site().url)
		const page = await newcomer.open('/sessions')
		expect(page.text).toContain('No Sessions Available')
		expect(page.text).toContain('There are no available sessions at this time.')
		expect(linksOf(page)).toContain('/discover')
	})

	test('the page says that the sessions could not be loaded, and offers to try again', async () => {
		site().proxy.inject({ kind: 'bad-gateway' })
		const page = await client.open('/sessions')
		site().proxy.heal()
		expect(page.status).toBe(503)
		expect(page.text).toContain('Error Loading Sessions')
		expect(page.text).toContain('Unable to load available sessions. Please try again.')
	})
})
