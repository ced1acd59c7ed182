import { describe, expect, test } from 'vitest'
import { readShownMember, shownMemberToken } from '#app/http/kiosk-member.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { keyedHash } from '#app/kernel/signed.server.ts'

const keys = ['the first key of thirty-two letters!', 'the other key of thirty-two letters!']
const NOW = Date.UTC(2026, 10, 23, 12)
const amaka = { userId: 'user-1', name: 'Amaka Ọbí' }
const here = { shopId: 'shop-1', now: NOW }

describe('D50: what a kiosk carries of a customer who showed their code', () => {
	test('is known for fifteen minutes at that shop, by any of the keys', async () => {
		const token = await shownMemberToken(keys, amaka, here)
		expect(await readShownMember(['a newer key of this installation', ...keys], token, here)).toEqual(amaka)
		const end = NOW + 15 * MINUTE_MS
		expect(await readShownMember(keys, token, { ...here, now: end - 1 })).toEqual(amaka)
		expect(await readShownMember(keys, token, { ...here, now: end })).toBeNull()
	})

	test('says nothing at another shop, altered, or where none is sent', async () => {
		const token = await shownMemberToken(keys, amaka, here)
		expect(await readShownMember(keys, token, { ...here, shopId: 'shop-2' })).toBeNull()
		expect(await readShownMember(['a newer key of this installation'], token, here)).toBeNull()
		for (const forged of [
			null,
			'',
			'.',
			'x.y',
			`${token}x`,
			token.slice(1),
			token.split('.').slice(0, 2).join('.'),
		])
			expect(await readShownMember(keys, forged, here)).toBeNull()
	})

	test('holds no name and no account in any part that can be read', async () => {
		const parts = (await shownMemberToken(keys, amaka, here)).split('.')
		const readable = parts.flatMap((part) => [part, Buffer.from(part, 'base64url').toString()]).join('\n')
		for (const hidden of ['user-1', 'Amaka', 'Ọbí', 'shop-1']) expect(readable).not.toContain(hidden)
	})

	test('is read as it was signed before, until it ends', async () => {
		const payload =
			'eyJzaG9wSWQiOiJzaG9wLTEiLCJ1c2VySWQiOiJ1c2VyLTEiLCJuYW1lIjoiQW1ha2EgT2JpIiwidW50aWwiOjE3OTU0MzYxMDAwMDB9'
		const earlier = `${payload}.XDO3oiv-3n8riyb0UatZ9HkX_YBXZ0-grk8DZ8kxZH0`
		expect(await readShownMember(keys, earlier, here)).toEqual({ userId: 'user-1', name: 'Amaka Obi' })
		expect(await readShownMember(keys, earlier, { ...here, now: NOW + 15 * MINUTE_MS })).toBeNull()
		expect(await readShownMember(keys, earlier, { ...here, shopId: 'shop-2' })).toBeNull()
		const forged = `${payload}.${keyedHash('not a key of ours', 'shown-member', payload)}`
		expect(await readShownMember(keys, forged, here)).toBeNull()
	})
})
