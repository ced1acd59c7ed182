import { describe, expect, test } from 'vitest'
import { readSettings, SettingsError } from '#app/env.server.ts'

const needed = {
	ENVIRONMENT: 'test',
	DATABASE_URL: 'http://127.0.0.1:8080',
	COOKIE_KEYS: 'x'.repeat(32),
	APP_ORIGIN: 'https://wakati.example',
}
const key = 'sk_test_0123456789abcdef'
const paymentsOf = (env: Record<string, string>) => readSettings({ ...needed, ...env }).payments

describe('paying online', () => {
	test('is off without a key, whatever else is set, and the rest of the app runs', () => {
		expect(paymentsOf({})).toBeNull()
		expect(paymentsOf({ PAYSTACK_SECRET_KEY: '' })).toBeNull()
		expect(
			paymentsOf({ PAYSTACK_PREVIOUS_SECRET_KEY: key, PAYSTACK_BASE_URL: 'http://127.0.0.1:8790' }),
		).toBeNull()
		expect(paymentsOf({ ENVIRONMENT: 'development' })).toBeNull()
	})

	test("is off without the app's own address, which customers come back to", () => {
		expect(paymentsOf({ PAYSTACK_SECRET_KEY: key, APP_ORIGIN: '' })).toBeNull()
	})

	test("goes to Paystack's own addresses with a key alone", () => {
		expect(paymentsOf({ PAYSTACK_SECRET_KEY: key })).toEqual({
			minimumKobo: 10_000,
			secretKeys: [key],
			baseUrl: 'https://api.paystack.co',
			checkoutOrigin: 'https://checkout.paystack.com',
			channels: ['card', 'bank_transfer', 'ussd'],
			mode: 'test',
		})
	})

	test('asks with the new key while it is rotated, whose mode counts', () => {
		const live = 'sk_live_0123456789abcdef'
		expect(paymentsOf({ PAYSTACK_SECRET_KEY: live, PAYSTACK_PREVIOUS_SECRET_KEY: key })).toMatchObject({
			secretKeys: [live, key],
			mode: 'live',
		})
	})

	test('takes the ways to pay that the operator names, each once', () => {
		expect(paymentsOf({ PAYSTACK_SECRET_KEY: key, PAYSTACK_CHANNELS: 'ussd, card,ussd' })?.channels).toEqual([
			'ussd',
			'card',
		])
	})

	test('keeps of the payment page its origin, and of the API no slash at the end', () => {
		expect(
			paymentsOf({
				PAYSTACK_SECRET_KEY: key,
				PAYSTACK_BASE_URL: 'http://127.0.0.1:8790/',
				PAYSTACK_CHECKOUT_ORIGIN: 'http://127.0.0.1:8790/pay?x=1',
			}),
		).toMatchObject({ baseUrl: 'http://127.0.0.1:8790', checkoutOrigin: 'http://127.0.0.1:8790' })
	})

	test.each([
		['PAYSTACK_SECRET_KEY', 'pk_test_0123456789abcdef'],
		['PAYSTACK_SECRET_KEY', 'sk_test_'],
		['PAYSTACK_SECRET_KEY', 'sk_test_abc\r\nx-other: 1'],
		['PAYSTACK_PREVIOUS_SECRET_KEY', 'secret'],
		['PAYSTACK_BASE_URL', 'api.paystack.co'],
		['PAYSTACK_CHECKOUT_ORIGIN', 'javascript:alert(1)'],
		['PAYSTACK_CHANNELS', 'card,qr'],
		['PAYSTACK_CHANNELS', ','],
	])('with a wrong %s (%j) stops the start with its name', (name, value) => {
		const read = () => paymentsOf({ PAYSTACK_SECRET_KEY: key, [name]: value })
		expect(read).toThrow(SettingsError)
		expect(read).toThrow(name)
	})

	test('never shows a key, not even a wrong one', () => {
		const read = () => paymentsOf({ PAYSTACK_SECRET_KEY: 'the-secret', PAYSTACK_PREVIOUS_SECRET_KEY: key })
		expect(read).toThrow('which starts with sk_test_ or sk_live_')
		expect(read).not.toThrow('the-secret')
		expect(read).not.toThrow(key)
	})
})

describe('S20: in production', () => {
	const production = (env: Record<string, unknown>) =>
		readSettings({ ...needed, ENVIRONMENT: 'production', ...env })
	const live = 'sk_live_0123456789abcdef'

	test.each(['APP_ORIGIN', 'MAIL_API_URL', 'PAYSTACK_BASE_URL', 'PAYSTACK_CHECKOUT_ORIGIN'])(
		'%s has to begin with https, or lead to this machine',
		(name) => {
			expect(() => production({ [name]: 'http://open.example' })).toThrow(SettingsError)
			expect(() => production({ [name]: 'http://open.example' })).toThrow(name)
			expect(production({ [name]: 'https://safe.example' }).environment).toBe('production')
			expect(production({ [name]: 'http://127.0.0.1:8790' }).environment).toBe('production')
			expect(readSettings({ ...needed, [name]: 'http://open.example' }).environment).toBe('test')
		},
	)

	test('a test key takes no payment, because its test cards would pay for real visits', () => {
		expect(production({ PAYSTACK_SECRET_KEY: key })).toMatchObject({
			payments: null,
			paymentsProblem: 'test_key_in_production',
		})
		expect(production({ PAYSTACK_SECRET_KEY: live })).toMatchObject({
			payments: { mode: 'live' },
			paymentsProblem: null,
		})
	})

	test('a production build on this machine may be tried with one', () => {
		const tried = production({ PAYSTACK_SECRET_KEY: key, APP_ORIGIN: 'http://127.0.0.1:8788' })
		expect(tried.payments?.mode).toBe('test')
	})
})

describe('the release', () => {
	const releaseOf = (env: Record<string, unknown>) => readSettings({ ...needed, ...env }).release

	test('is what RELEASE says, else the tag or the id that the platform gave the version', () => {
		expect(releaseOf({ RELEASE: 'r1', CF_VERSION_METADATA: { id: 'id', tag: 'tag' } })).toBe('r1')
		expect(releaseOf({ RELEASE: '', CF_VERSION_METADATA: { id: 'id-2', tag: 'tag-2' } })).toBe('tag-2')
		expect(releaseOf({ RELEASE: undefined, CF_VERSION_METADATA: { id: 'id-3', tag: '' } })).toBe('id-3')
		expect(releaseOf({})).toBe('unreleased')
	})
})

describe('check-in', () => {
	const settingsOf = (env: Record<string, string>) => readSettings({ ...needed, ...env })

	test('has no picture to scan without keys, newest first with them, and none that is short', () => {
		expect(settingsOf({}).checkInKeys).toBeNull()
		const [newer, older] = ['n'.repeat(32), 'o'.repeat(32)]
		expect(settingsOf({ CHECK_IN_KEYS: `${newer}, ${older}` }).checkInKeys).toEqual([newer, older])
		expect(() => settingsOf({ CHECK_IN_KEYS: 'short' })).toThrow(/CHECK_IN_KEYS/)
	})

	test('D17: shows what is in a code where it is told to, and never in production', () => {
		expect(settingsOf({}).debugTokens).toBe(false)
		expect(settingsOf({ DEBUG_TOKENS: '1' }).debugTokens).toBe(true)
		expect(settingsOf({ DEBUG_TOKENS: '1', ENVIRONMENT: 'production' }).debugTokens).toBe(false)
	})
})

describe('a replica', () => {
	test('is read from where its address is set, with a token of its own', () => {
		expect(readSettings(needed).replica).toBeNull()
		const DATABASE_READ_URL = 'libsql://replica.example'
		expect(readSettings({ ...needed, DATABASE_READ_URL }).replica).toEqual({ url: DATABASE_READ_URL })
		expect(readSettings({ ...needed, DATABASE_READ_URL, DATABASE_READ_AUTH_TOKEN: 'read' }).replica).toEqual({
			url: DATABASE_READ_URL,
			authToken: 'read',
		})
		expect(() => readSettings({ ...needed, DATABASE_READ_URL: 'replica' })).toThrow(SettingsError)
	})
})
