import { describe, expect, test } from 'vitest'
import { accessRefusal, authRefusalWords } from '#app/domain/identity/auth-refusal.ts'
import { deviceLabel } from '#app/domain/identity/device-label.ts'
import { favoriteWords } from '#app/domain/identity/favorite-form.server.ts'
import { retryLabel, retrySeconds } from '#app/domain/identity/rate-limit.ts'
import {
	findMailedToken,
	hashSecretToken,
	isSecretToken,
	mailedToken,
	newSecretToken,
} from '#app/domain/identity/secret-token.server.ts'
import {
	SESSION_ABSOLUTE_MS,
	SESSION_IDLE_MS,
	sessionExpiry,
	shouldExtendSession,
} from '#app/domain/identity/session.ts'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'

const now = Date.UTC(2026, 10, 21)

describe('Who may use the app', () => {
	const wordsOf = (profile: { role: string | null } | null) => {
		const refusal = accessRefusal(profile, 'client')
		return refusal && authRefusalWords(refusal, now).text
	}

	test('is a client', () => expect(wordsOf({ role: 'client' })).toBeNull())

	test('everybody else reads why not, in fixed words', () => {
		expect(wordsOf(null)).toBe('Access denied: Your account profile was not found. Please contact support.')
		expect(wordsOf({ role: 'shop_owner' })).toBe(
			"Access denied: This app is for clients only. Your account has 'shop_owner' access.",
		)
		expect(wordsOf({ role: null })).toBe(
			'Access denied: Your account role is not set. Please contact support.',
		)
		expect(wordsOf({ role: ' ' })).toBe(
			'Access denied: Your account role is not set. Please contact support.',
		)
	})

	test('the other refusals have their words too', () => {
		expect(authRefusalWords({ code: 'invalid_credentials' }, now).text).toBe('Invalid login credentials')
		expect(authRefusalWords({ code: 'unexpected' }, now).text).toBe('An unexpected error occurred')
		expect(authRefusalWords({ code: 'link_not_valid' }, now)).toEqual({
			text: 'This link is invalid or expired.',
			status: 422,
		})
	})

	test('one that may be repeated says when, in words and for the header', () => {
		expect(authRefusalWords({ code: 'rate_limited', retryAt: now + 61_000 }, now)).toEqual({
			text: 'Too many attempts. Please try again in 2 minutes.',
			status: 429,
			retryAfterSeconds: 61,
		})
		expect(authRefusalWords({ code: 'busy' }, now)).toEqual({
			text: 'We are busy. Please try again in a few seconds.',
			status: 429,
			retryAfterSeconds: 5,
		})
	})

	test('a heart answers in words of what it was asked for', () => {
		for (const [change, words] of Object.entries(favoriteWords)) {
			expect(words.not_signed_in.description).toMatch(new RegExp(`${change}.* favorites$`))
			expect(words.failed).toMatchObject({ title: 'Error', description: expect.stringContaining(change) })
			expect(words.done.description).toMatch(/^Business has been .* your favorites\.$/)
		}
	})
})

describe('A session', () => {
	test('ends 14 days after it was last seen', () => {
		expect(sessionExpiry(now, now)).toBe(now + SESSION_IDLE_MS)
		expect(sessionExpiry(now, now + 3 * DAY_MS)).toBe(now + 17 * DAY_MS)
	})

	test('ends 30 days after it began, however much it is used', () => {
		expect(sessionExpiry(now, now + 29 * DAY_MS)).toBe(now + SESSION_ABSOLUTE_MS)
	})

	test('is extended at most once a day', () => {
		expect(shouldExtendSession({ lastSeenAt: now }, now + DAY_MS - 1)).toBe(false)
		expect(shouldExtendSession({ lastSeenAt: now }, now + DAY_MS)).toBe(true)
	})

	test('has a token that nobody guesses and that is kept as a hash only', () => {
		const token = newSecretToken()
		expect(isSecretToken(token)).toBe(true)
		expect(newSecretToken()).not.toBe(token)
		expect(hashSecretToken(token)).not.toContain(token)
	})

	test.each([
		[
			'Mozilla/5.0 (Linux; Android 13; TECNO KI5q) AppleWebKit/537.36 Chrome/128.0 Mobile Safari/537.36',
			'Chrome on Android',
		],
		[
			'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
			'Safari on iPhone',
		],
		['Opera/9.80 (Android; Opera Mini/36.2/119.132; U; en) Presto/2.12 Version/12.16', 'Opera on Android'],
		['Firefox/128.0', 'Firefox'],
		['Windows NT 10.0', 'Windows'],
		['<script>alert(1)</script>', 'Unknown device'],
		[null, 'Unknown device'],
	])('says what device it is on: %s', (userAgent, label) => expect(deviceLabel(userAgent)).toBe(label))
})

describe('The token of a mailed link', () => {
	const key = 'a key of at least thirty-two letters'
	const stored = { id: 'row', tokenHash: hashSecretToken(mailedToken(key, 'row')) }

	test('is found again for its mail, also after the keys were rotated', () => {
		expect(findMailedToken([key], stored)).toBe(mailedToken(key, 'row'))
		expect(findMailedToken(['a newer key of thirty-two letters..', key], stored)).toBe(
			mailedToken(key, 'row'),
		)
	})

	test('cannot be made of what the database keeps', () => {
		expect(findMailedToken(['a guessed key of thirty-two letters'], stored)).toBeNull()
	})
})

test('a refused try says when it may be repeated', () => {
	expect(retryLabel(now + 400, now)).toBe('in 1 second')
	expect(retryLabel(now + 45_000, now)).toBe('in 45 seconds')
	expect(retryLabel(now + 61_000, now)).toBe('in 2 minutes')
	expect(retrySeconds(now - HOUR_MS, now)).toBe(1)
})
