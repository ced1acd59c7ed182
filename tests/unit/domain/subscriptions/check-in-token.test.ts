import fc from 'fast-check'
import { SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import {
	matchesHash,
	readCheckInToken,
	signCheckInToken,
} from '#app/domain/subscriptions/check-in-token.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { refused } from '#app/kernel/outcome.ts'

const key = 'the key of today, which is long enough'
const oldKey = 'the key of yesterday, also long enough'
const now = Date.UTC(2026, 10, 21, 9)
const code = { codeId: newId(), subscriptionId: newId(), shopId: 'gym', expiresAt: now + 2 * MINUTE_MS }
const read = (token: string, { shopId = 'gym', at = now, keys = [key] } = {}) =>
	readCheckInToken(keys, token, { shopId, now: at })
const secret = (text: string) => new TextEncoder().encode(text)

/** The claims of a real token, to be changed. */
async function claims(changes: Record<string, unknown> = {}) {
	const [, payload = ''] = (await signCheckInToken([key], code)).split('.')
	return { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...changes }
}
const signed = async (changes: Record<string, unknown>, alg = 'HS256', by = key) =>
	new SignJWT(await claims(changes)).setProtectedHeader({ alg }).sign(secret(by))

test('a code opens what it was signed for, at its shop, until it ends', async () => {
	const token = await signCheckInToken([key], code)
	const found = await read(token)
	if (!found.ok) throw new Error(found.refusal)
	expect(found.value.codeId).toBe(code.codeId)
	expect(await matchesHash(found.value.subscriptionHash, code.subscriptionId)).toBe(true)
	expect(await matchesHash(found.value.subscriptionHash, newId())).toBe(false)
	expect(await read(token, { at: code.expiresAt - 1 })).toMatchObject({ ok: true })
	expect(await read(token, { at: code.expiresAt })).toEqual(refused('code_expired'))
	expect(await read(token, { shopId: 'spa' })).toEqual(refused('other_shop'))
})

test('whatever the ids, it has at most 250 characters', async () => {
	const id = fc.string({ unit: fc.constantFrom(...'aZ09-_'), minLength: 1, maxLength: 64 })
	await fc.assert(
		fc.asyncProperty(
			id,
			id,
			fc.integer({ min: now, max: now * 2 }),
			async (subscriptionId, shopId, expiresAt) => {
				const token = await signCheckInToken([key], { codeId: newId(), subscriptionId, shopId, expiresAt })
				expect(token.length).toBeLessThanOrEqual(250)
			},
		),
		{ numRuns: 30 },
	)
})

test('one of an older key still works after a change of keys, and none without its key', async () => {
	const token = await signCheckInToken([oldKey], code)
	expect(await read(token, { keys: [key, oldKey] })).toMatchObject({ ok: true })
	expect(await read(token)).toEqual(refused('code_not_known'))
})

describe('a forged code is not known:', () => {
	test('signed by another key', async () => {
		expect(await read(await signed({}, 'HS256', 'some other key, which is long enough, too'))).toEqual(
			refused('code_not_known'),
		)
	})
	test.each(['HS384', 'HS512'])('signed by %s', async (alg) => {
		const long = key.repeat(3)
		expect(await read(await signed({}, alg, long), { keys: [long] })).toEqual(refused('code_not_known'))
	})
	test('not signed at all', async () => {
		expect(await read(new UnsecuredJWT(await claims()).encode())).toEqual(refused('code_not_known'))
		const [, payload] = (await signed({})).split('.')
		const none = Buffer.from('{"alg":"none"}').toString('base64url')
		expect(await read(`${none}.${payload}.`)).toEqual(refused('code_not_known'))
	})
	test.each([
		['of another purpose', { p: 'member' }],
		['without a purpose', { p: undefined }],
		['of another issuer', { iss: 'somebody' }],
		['without an end', { exp: undefined }],
		['without an id', { jti: undefined }],
		['without a subscription', { sub: undefined }],
		['of another purpose, and over', { p: 'member', exp: 1 }],
		['of another purpose, for another shop', { p: 'member', aud: 'spa' }],
	])('signed by our key, %s', async (_, changes) => {
		expect(await read(await signed(changes))).toEqual(refused('code_not_known'))
	})
	test('altered anywhere, cut off, or any other text', async () => {
		const token = await signCheckInToken([key], code)
		await fc.assert(
			fc.asyncProperty(fc.nat(token.length - 2), fc.constantFrom(...'aB3-_.'), async (at, letter) => {
				const altered = token.slice(0, at) + letter + token.slice(at + 1)
				if (altered !== token) expect(await read(altered)).toEqual(refused('code_not_known'))
				expect(await read(token.slice(0, at))).toEqual(refused('code_not_known'))
			}),
			{ numRuns: 40 },
		)
		for (const text of ['', '.', '..', 'a.b.c', `${'x'.repeat(100_000)}.y.z`])
			expect(await read(text)).toEqual(refused('code_not_known'))
	})
})
