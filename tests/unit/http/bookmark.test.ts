import { describe, expect, test } from 'vitest'
import { openBookmark } from '#app/http/bookmark.server.ts'

const origin = 'https://wakati.example'
const settings = {
	cookieKeys: ['a-key-of-the-tests-alone-with-32-letters'],
	database: { url: 'libsql://one.example' },
	replica: {},
}

function ask(path: string, { method = 'GET', cookie = '' } = {}): Request {
	return new Request(new URL(path, origin), { method, headers: { cookie } })
}

/** What the browser sends after an answer with this header. */
const sent = (header: string | null) => header?.split(';')[0] ?? ''

function cookieAfterPost(change: number, of = settings): string {
	const bookmark = openBookmark(ask('/favorites', { method: 'POST' }), of)
	bookmark.note(change)
	return sent(bookmark.header())
}

describe('a bookmark', () => {
	test('is left by a post, lasts two minutes, and is read by the page after it', () => {
		const posted = openBookmark(ask('/favorites', { method: 'POST' }), settings)
		posted.note(41)
		posted.note(40)
		expect(posted.header()).toMatch(/^__Host-seen=.*; Max-Age=120; .*HttpOnly/)
		const next = openBookmark(ask('/favorites', { cookie: sent(posted.header()) }), settings)
		expect(next.change).toBe(41)
	})

	test('is not left where the primary was not asked, by a page, and by a program', () => {
		expect(openBookmark(ask('/favorites', { method: 'POST' }), settings).header()).toBe(null)
		for (const [path, method] of [
			['/favorites', 'GET'],
			['/api/v1/visits', 'POST'],
			['/webhooks/paystack', 'POST'],
			['/kiosk/pin', 'POST'],
		] as const) {
			const bookmark = openBookmark(ask(path, { method }), settings)
			bookmark.note(7)
			expect(bookmark.header(), path).toBe(null)
		}
	})

	test('of another database, another key, or altered, is none', () => {
		const cookie = cookieAfterPost(41)
		const restored = { ...settings, database: { url: 'libsql://two.example' } }
		expect(openBookmark(ask('/', { cookie }), restored).change).toBe(null)
		const rotated = { ...settings, cookieKeys: ['another-key-of-the-tests-with-32-letters'] }
		expect(openBookmark(ask('/', { cookie }), rotated).change).toBe(null)
		expect(openBookmark(ask('/', { cookie: `${cookie}x` }), settings).change).toBe(null)
	})

	test('that is ahead of the primary is replaced by what the primary says', () => {
		const cookie = cookieAfterPost(9_000)
		const page = openBookmark(ask('/favorites', { cookie }), settings)
		page.note(12)
		expect(openBookmark(ask('/favorites', { cookie: sent(page.header()) }), settings).change).toBe(12)
		const behind = openBookmark(ask('/favorites', { cookie }), settings)
		behind.note(9_001)
		expect(behind.header()).toBe(null)
	})

	test('is neither read nor left without a replica', () => {
		const alone = { ...settings, replica: null }
		const bookmark = openBookmark(ask('/', { method: 'POST', cookie: cookieAfterPost(41) }), alone)
		bookmark.note(42)
		expect([bookmark.change, bookmark.header()]).toEqual([null, null])
	})
})
