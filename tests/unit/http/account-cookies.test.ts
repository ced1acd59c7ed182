import { describe, expect, test } from 'vitest'
import { newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import {
	deviceCookieHeader,
	isMarkedFor,
	knownDeviceSubject,
	readDevice,
} from '#app/http/device-cookie.server.ts'
import { guestPath } from '#app/http/return-path.ts'
import {
	endedSessionCookieHeader,
	readSessionHash,
	sessionCookieHeader,
} from '#app/http/session-cookie.server.ts'

const ask = (cookie = '', url = 'https://wakati.example/') =>
	new Request(url, { headers: cookie === '' ? {} : { cookie } })
const pairOf = (header: string) => header.split(';')[0] ?? ''

describe('The cookie of a session', () => {
	test('is for this host alone, unreadable to scripts, and not sent along by other sites', () => {
		const header = sessionCookieHeader(ask(), newSecretToken())
		expect(header).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/)
		expect(endedSessionCookieHeader(ask())).toContain('__Host-session=; Path=/;')
	})

	test('has another name on plain http, where browsers would drop it', () => {
		const header = sessionCookieHeader(ask('', 'http://127.0.0.1/'), newSecretToken())
		expect(header).toMatch(/^session=/)
		expect(header).not.toContain('Secure')
	})

	test('is found among others and read as a hash', () => {
		const token = newSecretToken()
		const hash = readSessionHash(ask(`draft=x; __Host-session=${token}; theme=dark`))
		expect(hash).toMatch(/^[\w-]{43}$/)
		expect(hash).not.toBe(token)
	})

	test.each(['', 'short', `${'a'.repeat(42)}"`, 'a'.repeat(5_000), "' OR 1=1 --"])(
		'is nothing when it cannot be ours: %j',
		(value) => expect(readSessionHash(ask(`__Host-session=${value}`))).toBeNull(),
	)

	test('is not taken under the name of plain http', () => {
		expect(readSessionHash(ask(`session=${newSecretToken()}`))).toBeNull()
	})
})

describe('A device that has signed in before', () => {
	const keys = ['the first key of thirty-two letters!', 'the other key of thirty-two letters!']
	const remembered = async (email: string, cookie = '') =>
		pairOf(
			deviceCookieHeader(ask(cookie), keys, readDevice(ask(cookie), keys), {
				email,
				userId: `id-of-${email}`,
			}),
		)

	test('is known for that account and for no other', async () => {
		const device = readDevice(ask(await remembered('ada@example.com')), keys)
		expect(knownDeviceSubject(device, keys, 'ada@example.com')).not.toBeNull()
		expect(knownDeviceSubject(device, keys, 'obi@example.com')).toBeNull()
	})

	test('S43: is known for that account by another address too', async () => {
		const device = readDevice(ask(await remembered('ada@example.com')), keys)
		expect(isMarkedFor(device, keys, 'id-of-ada@example.com')).toBe(true)
		expect(isMarkedFor(device, keys, 'id-of-obi@example.com')).toBe(false)
		expect(isMarkedFor(null, keys, 'id-of-ada@example.com')).toBe(false)
	})

	test('names no address', async () => {
		const cookie = await remembered('ada@example.com')
		const [payload = ''] = (cookie.split('=')[1] ?? '').split('.')
		expect(Buffer.from(payload, 'base64url').toString()).not.toContain('ada')
	})

	test('stays known while keys are rotated', async () => {
		const cookie = await remembered('ada@example.com')
		const rotated = ['a brand-new key of thirty-two letters', ...keys]
		const device = readDevice(ask(cookie), rotated)
		expect(knownDeviceSubject(device, rotated, 'ada@example.com')).not.toBeNull()
	})

	test('can be a family phone: six accounts are remembered, the oldest goes first', async () => {
		let cookie = ''
		for (let i = 0; i < 7; i++) cookie = await remembered(`person${i}@example.com`, cookie)
		const device = readDevice(ask(cookie), keys)
		expect(knownDeviceSubject(device, keys, 'person0@example.com')).toBeNull()
		expect(knownDeviceSubject(device, keys, 'person6@example.com')).not.toBeNull()
	})
})

test.each([
	['/business/ade-hair', '/business/ade-hair'],
	['/booking/checkout', '/booking/checkout'],
	['/discover?q=nails', '/discover?q=nails'],
	['/wallet', '/discover'],
	['/bookings-of-others', '/discover'],
	['', '/discover'],
])('a guest who wanted %j goes on to %s', (wanted, path) => expect(guestPath(wanted)).toBe(path))
