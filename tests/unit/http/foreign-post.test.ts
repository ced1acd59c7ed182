import { describe, expect, test } from 'vitest'
import { isForeignPost } from '#app/http/foreign-post.ts'

const own = 'https://wakati.example'
const post = (headers: Record<string, string>) =>
	isForeignPost(new Request(`${own}/login`, { method: 'POST', headers }))

describe('A form that was sent from', () => {
	test.each<Record<string, string>>([
		{ 'sec-fetch-site': 'same-origin', origin: own },
		{ 'sec-fetch-site': 'same-origin' },
		{ origin: own },
		{ referer: `${own}/login?redirectTo=%2Fwallet` },
	])('our own page is taken: %o', (headers) => expect(post(headers)).toBe(false))

	test.each<Record<string, string>>([
		{ 'sec-fetch-site': 'cross-site', origin: own },
		{ 'sec-fetch-site': 'same-site', origin: own },
		{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
		{ origin: 'https://evil.example' },
		{ origin: 'http://wakati.example' },
		{ origin: 'https://wakati.example.evil.example' },
		{ origin: 'null' },
		{ referer: 'https://evil.example/' },
		{ referer: 'nonsense' },
		{},
	])('elsewhere, or from nowhere, is refused: %o', (headers) => expect(post(headers)).toBe(true))

	test('a link from elsewhere may be followed', () => {
		const headers = { 'sec-fetch-site': 'cross-site' }
		expect(isForeignPost(new Request(`${own}/discover`, { headers }))).toBe(false)
	})

	test.each(['PUT', 'PATCH', 'DELETE'])('the same goes for %s', (method) => {
		expect(isForeignPost(new Request(`${own}/login`, { method }))).toBe(true)
	})
})
