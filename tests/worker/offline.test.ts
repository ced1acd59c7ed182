import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { KIOSK_IDLE_MS } from '#app/kernel/vocabulary/shops.ts'
import { limits } from '#scripts/bench/limits.ts'
import { openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { addAppointment, addKiosk, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'
import { withTestWorker } from '#tests/support/with-test-worker.ts'

const site = withTestSite()
const switchedOff = withTestWorker(() => site().proxy.url, { OFFLINE: 'off' })

type Cookies = Record<string, string>
type Item = { path: string; until: number; body: string; row: string | null }

async function ask(path: string, cookies: Cookies = {}, url = site().url) {
	const cookie = Object.entries(cookies)
		.map(([name, value]) => `${name}=${value}`)
		.join('; ')
	const answer = await fetch(url + path, { redirect: 'manual', headers: cookie ? { cookie } : {} })
	const text = await answer.text()
	return { status: answer.status, headers: answer.headers, text, who: whoOf(answer.headers) }
}

const whoOf = (headers: Headers) => (headers.get('kept-for') ?? '').split('.').at(-1)

async function keptOf(cookies: Cookies): Promise<Item[]> {
	const { text } = await ask('/kept', cookies)
	return JSON.parse(text).items
}

/** A guest who has booked, as the browser's cookies know them. */
async function bookedGuest() {
	const guest = openGuest(site().url)
	const { text } = await walkTo(guest, 'confirmation')
	const [, reference = ''] = /Reference\s*([A-Z0-9]{3}-[A-Z0-9]{4})/.exec(text) ?? []
	return { cookies: Object.fromEntries(guest.cookies), reference, details: guest.details }
}

describe('The service worker', () => {
	test('is small, is asked for at most once an hour, and ends by a setting', async () => {
		const on = await ask('/sw.js')
		expect(on.headers.get('content-type')).toContain('text/javascript')
		expect(on.headers.get('cache-control')).toBe('public, max-age=3600')
		expect(gzipSync(on.text, { level: 6 }).length / 1024).toBeLessThanOrEqual(limits.P18.serviceWorkerKb)
		const off = await ask('/sw.js', {}, switchedOff().url)
		expect(off.text).toContain('registration.unregister()')
		expect(off.text).not.toContain('respondWith')
	})
})

describe('An answer tells whose copies a browser may keep', () => {
	test('nobody’s for a visitor without cookies, and no more of them than that', async () => {
		for (const path of ['/', '/discover', '/no-such-page', '/healthz'])
			expect((await ask(path)).who, path).toBe('-')
	})

	test('another one after each sign-in, nobody’s once the session has ended', async () => {
		const [one, other] = await Promise.all(
			[1, 2].map(() => addSignedInPerson(site().database, { at: Date.now() })),
		)
		const ofOne = { session: one?.token ?? '' }
		const { who } = await ask('/profile', ofOne)
		expect(who).toMatch(/^[\w-]{8}$/)
		expect((await ask('/wallet', ofOne)).who).toBe(who)
		expect((await ask('/profile', { session: other?.token ?? '' })).who).not.toBe(who)
		await site().database.change(
			'UPDATE sessions SET expires_at = 1 WHERE token_hash = ?',
			hashSecretToken(ofOne.session),
		)
		const ended = await ask('/profile', ofOne)
		expect([ended.status, ended.who]).toEqual([302, '-'])
		expect((await ask('/kept', ofOne)).who).toBe('-')
	})
})

describe('What a browser keeps', () => {
	test('of a guest are their own bookings alone: no price, no contact, nothing that grants', async () => {
		const { cookies, reference, details } = await bookedGuest()
		const items = await keptOf(cookies)
		expect(items.map(({ path }) => path)).toEqual([
			`/tickets/${reference}`,
			`/tickets/${reference}/visit.ics`,
		])
		const [ticket] = items
		expect(ticket?.body).toContain(reference)
		expect(JSON.stringify(items)).not.toMatch(/₦|example\.com|visit=|payment=/)
		for (const contact of [details.phone, details.phone.replace(/^0/, '+234'), details.email])
			expect(JSON.stringify(items)).not.toContain(contact)
		expect(items.every(({ until }) => until > Date.now())).toBe(true)
		expect(await keptOf({})).toEqual([])
		const other = await bookedGuest()
		expect(JSON.stringify(await keptOf(other.cookies))).not.toContain(reference)
		const page = await ask(`/tickets/${reference}`, cookies)
		expect(page.text).toContain(reference)
		expect(page.text).not.toMatch(/<script/)
		// Of another browser it leads to what that one has.
		expect((await ask(`/tickets/${reference}`, other.cookies)).headers.get('location')).toBe('/tickets')
		expect((await ask(`/tickets/${reference}/visit.ics`, other.cookies)).status).toBe(404)
	})

	test('is nothing of an appointment that was cancelled or is over', async () => {
		const { cookies, reference } = await bookedGuest()
		await site().database.change(
			"UPDATE appointments SET status = 'CANCELLED', cancelled_at = 1 WHERE reference_number = ?",
			reference,
		)
		expect(await keptOf(cookies)).toEqual([])
		expect((await ask('/tickets', cookies)).text).toContain('No upcoming bookings')
	})

	test('of an open kiosk is today: first names, times and services, until it locks', async () => {
		const shop = await addKioskShop(site())
		await addAppointment(site(), shop, { inMinutes: 60, firstName: 'Chidi' })
		const { cookies } = await addKiosk(site(), shop.id)
		const open = Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
		const [day] = await keptOf(open)
		expect(day?.path).toBe('/kiosk')
		expect(day?.body).toContain('Chidi')
		expect(day?.body).not.toMatch(/Obi|₦|5,000/)
		expect(day?.until).toBeLessThanOrEqual(Date.now() + KIOSK_IDLE_MS)
		const { touch: _, ...locked } = open
		expect(await keptOf(locked)).toEqual([])
		expect((await ask('/kiosk', locked)).who).toBe('-')
		await site().database.change(
			'UPDATE access_keys SET ended_at = 1, ending = ? WHERE shop_id = ?',
			'revoked',
			shop.id,
		)
		expect((await ask('/kiosk', open)).who).toBe('-')
	})
})

test('tickets that cannot be read say so, and lead on', async () => {
	const { cookies, reference } = await bookedGuest()
	site().proxy.inject({ kind: 'bad-gateway' })
	const pages = await Promise.all(['/tickets', `/tickets/${reference}`].map((path) => ask(path, cookies)))
	site().proxy.heal()
	for (const { status, text } of pages) {
		expect(status).toBe(503)
		expect(text).toContain('We are busy right now')
		expect(text).toContain('Try again')
	}
})
