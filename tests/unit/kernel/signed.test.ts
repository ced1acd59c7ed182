import { describe, expect, test } from 'vitest'
import { signedCookie } from '#app/http/signed-cookie.server.ts'
import {
	isKeyedHash,
	isSameText,
	keyedHash,
	openSealedToken,
	readToken,
	sealToken,
	signToken,
} from '#app/kernel/signed.server.ts'

const keys = ['the first key of thirty-two letters!', 'the other key of thirty-two letters!']
const newKey = 'a newer key of thirty-two letters!!!'
const NOW = Date.UTC(2026, 10, 23, 12)

test('links, cookies and hashes of earlier releases are made and read to the byte', async () => {
	const link = 'eyJhbGciOiJIUzI1NiJ9.YXBwb2ludG1lbnQtMQ.kC8zukyAo2d5u9c8Nc4MlZQDV_1H2qfK91B_jY0B2Dk'
	expect(await signToken(keys, 'booking-link', 'appointment-1')).toBe(link)
	expect(await readToken([newKey, ...keys], 'booking-link', link)).toBe('appointment-1')
	const cookie = 'eyJpZCI6IuG7jcyAc-G6ucyAIPCfmIAifQ.1mAsO4cVwPOFVFjVr7dji6aO7HHQWNhh9DFpo_rTLVk'
	const draft = signedCookie('draft', 60)
	const request = new Request('https://wakati.example/', { headers: { cookie: `__Host-draft=${cookie}` } })
	expect(draft.header(request, keys, { id: 'ọ̀sẹ̀ 😀' })).toContain(`__Host-draft=${cookie};`)
	expect(draft.read(request, keys)).toEqual({ id: 'ọ̀sẹ̀ 😀' })
	const mailed = 'mKBtrNI5uZF-gmpAzwpd7fJ5iPViVsJe-UvoM0u8N9g'
	expect(keyedHash(keys[0] ?? '', 'mailed-token', 'token-1')).toBe(mailed)
})

describe('A keyed hash', () => {
	const hash = keyedHash(keys[1] ?? '', 'kiosk-pin', 'value')

	test('is known by any of the keys', () => {
		expect(isKeyedHash(keys, 'kiosk-pin', 'value', hash)).toBe(true)
		expect(isKeyedHash([newKey], 'kiosk-pin', 'value', hash)).toBe(false)
		expect(isKeyedHash([], 'kiosk-pin', 'value', hash)).toBe(false)
	})

	test('proves no other value, no other purpose, and is nothing shorter or longer', () => {
		expect(isKeyedHash(keys, 'kiosk-pin', 'other', hash)).toBe(false)
		expect(isKeyedHash(keys, 'mailed-token', 'value', hash)).toBe(false)
		for (const other of ['', hash.slice(0, -1), `${hash}A`, hash.toLowerCase()])
			expect(isKeyedHash(keys, 'kiosk-pin', 'value', other)).toBe(false)
	})

	test('texts of any length are compared', () => {
		expect([isSameText('a', 'a'), isSameText('a', 'ab'), isSameText('', 'a')]).toEqual([true, false, false])
	})
})

describe('A sealed token', () => {
	const sealed = { claims: { userId: 'user-1' }, audience: 'salon', expiresAt: NOW + 60_000 }
	const asked = { audience: 'salon', now: NOW }
	const open = (token: string, by = keys, of = asked) => openSealedToken(by, 'shown-member', token, of)

	test('is opened for its audience until its end, by any of the keys', async () => {
		const token = await sealToken(keys, 'shown-member', sealed)
		expect(await open(token)).toMatchObject(sealed.claims)
		expect(await open(token, [newKey, ...keys])).toMatchObject(sealed.claims)
		expect(await open(token, keys, { ...asked, now: NOW + 59_999 })).toMatchObject(sealed.claims)
		expect(await open(token, keys, { ...asked, now: NOW + 60_000 })).toBeNull()
		expect(await open(token, keys, { ...asked, audience: 'barber' })).toBeNull()
		expect(await open(token, [newKey])).toBeNull()
	})

	test('opens altered in no letter, and is read by no key that signs', async () => {
		const token = await sealToken(keys, 'shown-member', sealed)
		const [header = '', , iv = '', text = '', tag = ''] = token.split('.')
		const flipped = (part: string) => (part.startsWith('A') ? 'B' : 'A') + part.slice(1)
		for (const parts of [
			[flipped(header), '', iv, text, tag],
			[header, '', flipped(iv), text, tag],
			[header, '', iv, flipped(text), tag],
			[header, '', iv, text, flipped(tag)],
		])
			expect(await open(parts.join('.'))).toBeNull()
		for (const other of ['', '....', token.slice(0, -4), 'a'.repeat(5_000)])
			expect(await open(other)).toBeNull()
		expect(await readToken(keys, 'booking-link', token)).toBeNull()
		expect(await open(await signToken(keys, 'booking-link', 'user-1'))).toBeNull()
	})

	test('needs a key', async () => {
		await expect(sealToken([], 'shown-member', sealed)).rejects.toThrow('signing needs a key')
	})
})
