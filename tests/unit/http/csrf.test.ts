import { describe, expect, test } from 'vitest'
import { isCrossSiteRequest } from '#app/http/csrf.ts'

const own = 'https://wakati.example'
const post = (headers: Record<string, string>) =>
	isCrossSiteRequest(new Request(`${own}/login`, { method: 'POST', headers }))

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
		expect(isCrossSiteRequest(new Request(`${own}/discover`, { headers }))).toBe(false)
	})

	test.each(['PUT', 'PATCH', 'DELETE'])('the same goes for %s', (method) => {
		expect(isCrossSiteRequest(new Request(`${own}/login`, { method }))).toBe(true)
	})

	describe('Paystack, which signs what it sends and names no origin,', () => {
		const sent = (path: string, method = 'POST', headers: Record<string, string> = {}) =>
			isCrossSiteRequest(new Request(`${own}${path}`, { method, headers }))

		test.each<Record<string, string>>([
			{},
			{ origin: 'https://evil.example' },
			{ 'sec-fetch-site': 'cross-site' },
		])('is not refused for where it comes from: %o', (headers) => {
			expect(sent('/webhooks/paystack', 'POST', headers)).toBe(false)
			expect(sent('/webhooks/paystack?from=dashboard', 'POST', headers)).toBe(false)
		})

		test.each([
			'/webhooks',
			'/webhooks/paystack/',
			'/webhooks/paystack.data',
			'/webhooks/paystack/login',
			'/webhooks/Paystack',
			'/webhooks/%70aystack',
			'/login?next=/webhooks/paystack',
			'/login',
			'/',
		])('opens no other address: %s', (path) => expect(sent(path)).toBe(true))

		test.each(['PUT', 'PATCH', 'DELETE'])('does not %s', (method) => {
			expect(sent('/webhooks/paystack', method)).toBe(true)
		})
	})

	describe('a program, whose key counts,', () => {
		const sent = (path: string, headers: Record<string, string> = {}) =>
			isCrossSiteRequest(new Request(`${own}${path}`, { method: 'PATCH', headers }))

		test('names no origin at the API of shops, and at no other address', () => {
			expect(sent('/api/v1/services/cut')).toBe(false)
			for (const path of ['/api/v2/services', '/api', '/login/api/v1/', '/kiosk?to=/api/v1/', '/profile'])
				expect(sent(path), path).toBe(true)
		})

		test('is refused where it is a page of another site', () => {
			expect(sent('/api/v1/services/cut', { origin: 'https://evil.example' })).toBe(true)
		})
	})
})
