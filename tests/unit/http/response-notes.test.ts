import { describe, expect, test } from 'vitest'
import { openBookmark } from '#app/http/bookmark.server.ts'
import { OFFLINE_COPY_KEY_HEADER } from '#app/http/offline-copy-key.server.ts'
import { newResponseNotes, type ResponseNotes, withNotes } from '#app/http/response-notes.server.ts'

const cookieKeys = ['a-key-of-the-tests-alone-with-32-letters']
const database = { url: 'libsql://one.example' }
const settings = { cookieKeys, environment: 'production', payments: null, release: '7' } as const
const session = `__Host-session=${'s'.repeat(43)}`

/** The answer to a request, with what is noted while it is made. */
function answered(
	{ cookie = '', method = 'GET', has = '' } = {},
	note: (response: ResponseNotes) => void = () => {},
) {
	const request = new Request('https://wakati.example/wallet', { method, headers: { cookie } })
	const response = newResponseNotes(openBookmark(request, { cookieKeys, database, replica: {} }))
	note(response)
	const answer = new Response('', { headers: has === '' ? {} : { 'set-cookie': has } })
	const { headers } = withNotes(answer, request, { response, cspNonce: 'nonce', now: () => 0, settings })
	return { cookies: headers.getSetCookie(), headers }
}

describe('an answer', () => {
	test('sets each cookie that was noted for it, beside its own', () => {
		const { cookies } = answered({ method: 'POST', has: 'theme=dark' }, (response) => {
			response.ownerCookie = '__Host-owner=let-in; Path=/'
			response.bookmark.note(41)
		})
		expect(cookies.map((line) => line.slice(0, line.indexOf('=')))).toEqual([
			'theme',
			'__Host-seen',
			'__Host-owner',
		])
		expect(answered().cookies).toEqual([])
	})

	test('says when to try again, where its network does too much at once', () => {
		const slowed = answered({}, (response) => {
			response.retryAfterSeconds = 5
		})
		expect(slowed.headers.get('retry-after')).toBe('5')
		expect(answered().headers.has('retry-after')).toBe(false)
	})

	test('names whose pages the browser may keep, and nobody’s once the session opens nothing', () => {
		const kept = (note?: (response: ResponseNotes) => void) =>
			answered({ cookie: session }, note).headers.get(OFFLINE_COPY_KEY_HEADER)
		expect(kept()).toMatch(/^7\.system\.[\w-]{8}$/)
		const signedOut = kept((response) => {
			response.isSignedOut = true
		})
		expect(signedOut).toBe('7.system.-')
	})

	test('takes a broken cookie away, unless it sets it anew', () => {
		const broken = { cookie: '__Host-flash=a.!' }
		expect(answered(broken).cookies).toEqual([expect.stringMatching(/^__Host-flash=;.*Max-Age=0/)])
		const has = '__Host-flash=new; Path=/'
		expect(answered({ ...broken, has }).cookies).toEqual([has])
	})
})
