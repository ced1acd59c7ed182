import { describe, expect, test } from 'vitest'
import { findNetworks, networkKey } from '#app/http/network-key.server.ts'
import { limitKeyOf, wideKeyOf } from '#app/kernel/network-key.ts'

describe('S13: the network of a caller', () => {
	test.each([
		['2001:db8::1', '2001:db8::78'],
		['2001:db8::1', '2001:0db8:0000:0000:ffff:ffff:ffff:ffff'],
		['2001:db8::1:2:3:4', '2001:DB8:0:0:5::'],
		['fe80::1%eth0', 'fe80::2'],
		['::ffff:102.103.104.105', '102.103.104.105'],
		['::ffff:6667:6869', '102.103.104.105'],
	])('is one for %s and %s', (one, other) => {
		expect(findNetworks(one)).toEqual(findNetworks(other))
	})

	test.each([
		['2001:db8::1', '2001:db8:0:1::1'],
		['102.103.104.105', '102.103.104.106'],
		['::1', '::ffff:0.0.0.1'],
	])('is another for %s and %s', (one, other) => {
		expect(findNetworks(one).narrow).not.toBe(findNetworks(other).narrow)
	})

	test('has a wider one around it: the /48 of which a customer can order any /64', () => {
		expect(findNetworks('2001:db8:7:1::1')).toEqual({ narrow: '2001:db8:7:1::/64', wide: '2001:db8:7::/48' })
		expect(findNetworks('2001:db8:7:2::1').wide).toBe(findNetworks('2001:db8:7:1::1').wide)
		expect(findNetworks('2001:db8:8:1::1').wide).not.toBe(findNetworks('2001:db8:7:1::1').wide)
		expect(findNetworks('102.103.104.105').wide).toBe('102.103.104.105')
	})

	test.each(['', 'nonsense', '1:2', '::1::', '1:2:3:4:5:6:7:8:9', 'g::1', ':::'])(
		'stands for itself when %j is no address',
		(text) => expect(findNetworks(text)).toEqual({ narrow: text, wide: text }),
	)
})

const keyOf = (address: string) =>
	networkKey(new Request('https://wakati.example/', { headers: { 'cf-connecting-ip': address } }), 'secret')
const wideOf = (address: string) => wideKeyOf(keyOf(address) ?? '')

test('S30: the key of an IPv6 network holds that of its /48, IPv4 has one width', () => {
	expect(keyOf('2001:db8:7:1::1')).not.toBe(keyOf('2001:db8:7:2::1'))
	expect(wideOf('2001:db8:7:1::1')).toBe(wideOf('2001:db8:7:2::1'))
	expect(wideOf('2001:db8:7:1::1')).not.toBe(wideOf('2001:db8:8:1::1'))
	expect(keyOf('2001:db8:7:1::1')?.startsWith(wideOf('2001:db8:7:1::1') ?? '?')).toBe(true)
	expect(wideOf('102.103.104.105')).toBeNull()
})

test('S30: a sieve that knows one ceiling lets a /48 do five times as much as a /64, and no more', () => {
	const sieves = Array.from({ length: 400 }, (_, i) =>
		limitKeyOf(keyOf(`2001:db8:7:${i.toString(16)}::1`) ?? ''),
	)
	expect(new Set(sieves).size).toBe(5)
	expect(limitKeyOf(keyOf('102.103.104.105') ?? '')).toBe(keyOf('102.103.104.105'))
})

test('a network key keeps no address, and is the same for one network only', () => {
	expect(keyOf('2001:db8::1')).toBe(keyOf('2001:db8::2'))
	expect(keyOf('102.103.104.105')).toMatch(/^[\w-]{22}$/)
	expect(networkKey(new Request('https://wakati.example/'), 'secret')).toBeNull()
})
