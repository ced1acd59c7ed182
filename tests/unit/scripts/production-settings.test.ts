import { expect, test } from 'vitest'
import { productionProblems } from '#scripts/local/production-settings.ts'

const whole = {
	DATABASE_URL: 'libsql://wakati-you.turso.io',
	COOKIE_KEYS: 'k3mW8zQxT1vB6nR9yH2cJ5pL7sD4gFaE',
	APP_ORIGIN: 'https://wakati.example',
	MAIL_API_KEY: 're_123',
	MAIL_FROM: 'Wakati <hello@wakati.example>',
	PAYSTACK_SECRET_KEY: 'sk_live_0123456789',
	SUPPORT_CONTACT: 'help@wakati.example',
	READYZ_KEY: 'n7pQ2xV5kL9sW3dF8hJ1mT6bY4cR0gZe',
}
const found = (change: Record<string, string | undefined>) =>
	productionProblems({ ...whole, ...change })
		.filter(({ name }) => name in whole || name in change)
		.map(({ name, state }) => [name, state])

test('an installation that has all it needs lacks nothing', () => {
	expect(found({})).toEqual([])
	expect(found({ MAIL_PROVIDER: 'cloudflare', MAIL_API_KEY: undefined })).toEqual([])
})

test('what nothing runs without is missing, and the rest is off', () => {
	const nothing = Object.fromEntries(Object.keys(whole).map((name) => [name, undefined]))
	expect(Object.fromEntries(found(nothing))).toEqual({
		DATABASE_URL: 'missing',
		COOKIE_KEYS: 'missing',
		APP_ORIGIN: 'off',
		MAIL_API_KEY: 'off',
		MAIL_FROM: 'off',
		PAYSTACK_SECRET_KEY: 'off',
		SUPPORT_CONTACT: 'off',
		READYZ_KEY: 'off',
	})
})

test.each([
	['DATABASE_URL', 'file:wakati.db'],
	['DATABASE_URL', 'http://127.0.0.1:8080'],
	['COOKIE_KEYS', 'short'],
	['COOKIE_KEYS', 'x'.repeat(32)],
	['APP_ORIGIN', 'http://wakati.example'],
	['MAIL_FROM', 'Palm House'],
	['MAIL_PROVIDER', 'pigeon'],
	['PAYSTACK_SECRET_KEY', 'pk_live_0123456789'],
	['PAYSTACK_SECRET_KEY', 'sk_test_0123456789'],
	['PAYSTACK_CHANNELS', 'cash'],
	['PAYMENT_MINIMUM', '0'],
])('%s is malformed as "%s", and no line tells a value', (name, value) => {
	expect(found({ [name]: value })).toEqual([[name, 'malformed']])
	const [problem] = productionProblems({ ...whole, [name]: value })
	expect(problem?.hint).not.toContain(value)
})
