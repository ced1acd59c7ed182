import { describe, expect, test } from 'vitest'
import { brokenCookieHeaders, signedCookie } from '#app/http/signed-cookie.server.ts'

const keys = ['the first key of thirty-two letters!', 'the other key of thirty-two letters!']
const draft = signedCookie('draft', 60)
const wish = signedCookie('wish', 60)
const ask = (cookie: string, url = 'https://wakati.example/') => new Request(url, { headers: { cookie } })
const keptBy = (header: string) => header.slice(header.indexOf('=') + 1, header.indexOf(';'))
const kept = keptBy(draft.header(ask(''), keys, { id: 'ọ̀sẹ̀ 😀' }))

describe('A signed cookie', () => {
	test('gives back what was kept, and with any of the keys', () => {
		expect(draft.read(ask(`a=b; __Host-draft=${kept}; c=d`), keys)).toEqual({ id: 'ọ̀sẹ̀ 😀' })
		expect(
			draft.read(ask(`__Host-draft=${kept}`), ['a newer key of thirty-two letters!!!', ...keys]),
		).toEqual({
			id: 'ọ̀sẹ̀ 😀',
		})
	})

	test('is for this host alone, unreadable to scripts, and not sent along by other sites', () => {
		expect(draft.header(ask(''), keys, 'x')).toMatch(
			/^__Host-draft=[\w-]+\.[\w-]{43}; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
		)
		expect(draft.header(ask('', 'http://127.0.0.1/'), keys, 'x')).toMatch(/^draft=(?!.*Secure)/)
		expect(draft.endedHeader(ask(''))).toMatch(/^__Host-draft=; Max-Age=0; Path=\/;/)
	})

	test('S11: its value opens no other cookie', () => {
		const moved = ask(`__Host-draft=${keptBy(wish.header(ask(''), keys, 'a-known-id'))}`)
		expect(draft.read(moved, keys)).toBeNull()
		expect(brokenCookieHeaders(moved, keys)).toHaveLength(1)
	})
})

describe('S6: a broken signed cookie', () => {
	const broken = [
		'x',
		'x.!',
		'!!',
		'.',
		'..',
		'%E0%A4%A',
		keptBy(draft.header(ask(''), ['a stranger key of thirty-two letters'], { id: 'a' })),
		`${kept}x`,
		`x${kept}`,
		kept.slice(0, -1),
		kept.slice(0, -3),
		`${kept.slice(0, -2)}%2`,
		kept.replace('.', ''),
		'a'.repeat(100_000),
		`${'a'.repeat(5_000)}.${kept.split('.')[1]}`,
		// As Remix signed them: base64, with the key itself.
		'ImEtZHJhZnQi.8J%2BOJ8J%2BOJ8J%2BOJ8J%2BOJ8J%2BOJ8J%2BOJ8J%2BOJ8J%2BOJ8%3D',
	]

	test.each(broken)('reads as none, and is taken away: %.60s', (value) => {
		const request = ask(`__Host-draft=${value}; theme=dark`)
		expect(draft.read(request, keys)).toBeNull()
		expect(brokenCookieHeaders(request, keys)).toEqual([draft.endedHeader(request)])
	})

	test('is not what a sound one is, or one that is not there, or one of others', () => {
		expect(brokenCookieHeaders(ask(`__Host-draft=${kept}`), keys)).toEqual([])
		expect(brokenCookieHeaders(ask('__Host-draft=; other=x.!; draft=x.!'), keys)).toEqual([])
		expect(brokenCookieHeaders(new Request('https://wakati.example/'), keys)).toEqual([])
	})
})
