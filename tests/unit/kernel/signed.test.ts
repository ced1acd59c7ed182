import { createHash } from 'node:crypto'
import { EncryptJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import {
	readClaimLink,
	signClaimLink,
	signSlotWaitLink,
} from '#app/domain/booking/appointment/booking-link.server.ts'
import { readMemberCode, signMemberCode } from '#app/domain/identity/member-code.server.ts'
import { mailedToken, rateLimitSubject } from '#app/domain/identity/secret-token.server.ts'
import { voucherWords } from '#app/domain/loyalty/voucher-words.server.ts'
import { signMessageChoice } from '#app/domain/messaging/message-choice.server.ts'
import { signPaymentLink } from '#app/domain/payments/payment-reference.server.ts'
import { cardKey } from '#app/domain/payments/paystack/paystack-gateway.server.ts'
import { signPlanPromo } from '#app/domain/subscriptions/plan-promo.server.ts'
import { readErasureLink, signErasureLink } from '#app/flows/account/erase-customer.server.ts'
import { hashPin } from '#app/http/kiosk-pin.server.ts'
import { networkKey } from '#app/http/network-key.server.ts'
import { signedCookie } from '#app/http/signed-cookie.server.ts'
import { contentId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import {
	isKeyedHash,
	isSameText,
	keyedHash,
	openSealedToken,
	readEndingToken,
	readToken,
	sealToken,
	signEndingToken,
	signToken,
} from '#app/kernel/signed.server.ts'

const keys = ['the first key of thirty-two letters!', 'the other key of thirty-two letters!']
const newKey = 'a newer key of thirty-two letters!!!'
const NOW = Date.UTC(2026, 10, 23, 12)

/** The parts of a token, with one byte altered in each. */
const alteredAnywhere = (token: string) => {
	const parts = token.split('.').map((part) => Buffer.from(part, 'base64url'))
	return parts.flatMap((part, place) =>
		Array.from(part, (byte, at) => {
			const altered = Buffer.from(part)
			altered[at] = byte ^ 1
			return parts
				.with(place, altered)
				.map((one) => one.toString('base64url'))
				.join('.')
		}),
	)
}

describe('What earlier releases have made', () => {
	// Mails, addresses, cookies and rows have these: each was made by the code before this file.
	const header = 'eyJhbGciOiJIUzI1NiJ9'
	const claim = `${header}.YXBwb2ludG1lbnQtMSAxNzk1NDM4ODAwMDAw.AKDnqUJOBKY7XTI4nClYeSR3q3_sw6cpYPdKflHKX34`
	const erasure = `${header}.MTc5NTY5NDQwMDAwMDphZGFAZXhhbXBsZS5jb20.sMig81tUd8Qxkf_vnbSqCvpO4Lkx7tgnzjrOGtT67Ms`
	const member = `${header}.c2Fsb24vdXNlci0xLjE3OTU0MzU4MDAwMDA.TqvjfFwXCYHnOsjyEXJmJDf4Rd-fKcjTdl92PrrwUx4`
	const booking = `${header}.YXBwb2ludG1lbnQtMQ.kC8zukyAo2d5u9c8Nc4MlZQDV_1H2qfK91B_jY0B2Dk`

	test('is made the same to the byte', async () => {
		const email = 'ada@example.com'
		const ipv6 = new Request('https://wakati.example/', {
			headers: { 'cf-connecting-ip': '2001:db8:1:2::9' },
		})
		expect(await signToken(keys, 'booking-link', 'appointment-1')).toBe(booking)
		expect(await signToken(keys, 'checkout-copy', '{"v":1}')).toBe(
			`${header}.eyJ2IjoxfQ.UJ04HTDAXC1zfKwQHWlPnryJaRHHT-NSkeZ1V2u_GIA`,
		)
		expect(await signSlotWaitLink(keys, 'wait-1')).toBe(
			`${header}.d2FpdC0x.KnJtewN0A_pHzn2MBMeAH7veqSB908-VATfKU1CuA6Q`,
		)
		expect(await signPaymentLink(keys, 'wk-1')).toBe(
			`${header}.d2stMQ.a6ivUN1NGc2DInsG3qWAaGbBzqmk0M63a9fpdNJfVgI`,
		)
		expect(await signPlanPromo(keys, 'SAVE10')).toBe(
			`${header}.U0FWRTEw.qYkeORbuzBgEijlJUanKP1ZrNG3CBvGRs8GHJhI924w`,
		)
		expect(await signMessageChoice(keys, { subject: email, topic: 'reminders' })).toBe(
			`${header}.cmVtaW5kZXJzOmFkYUBleGFtcGxlLmNvbQ.wCZLefSZYVbDGq-Nz-WIsO6IhZmdEqH65eZMOnNlTnE`,
		)
		expect(await signClaimLink(keys, 'appointment-1', NOW + HOUR_MS)).toBe(claim)
		expect(await signErasureLink(keys, email, NOW)).toBe(erasure)
		expect((await signMemberCode(keys, { userId: 'user-1', shopId: 'salon' }, NOW)).token).toBe(member)
		expect(mailedToken(keys[0] ?? '', 'token-1')).toBe('mKBtrNI5uZF-gmpAzwpd7fJ5iPViVsJe-UvoM0u8N9g')
		expect(rateLimitSubject(keys, email)).toBe('tuMzW-517ZDGQznSVNj_2qGYMDJ5RpyJLAzn_pYcmGs')
		expect(cardKey('sk_test_1', 'SIG_1')).toBe('p4ZjGjMUgXpeJQuhYiKUcy')
		expect(voucherWords(keys, 'salon', NOW)).toBe('drum banana')
		expect(networkKey(ipv6, keys[0] ?? '')).toBe('dnUCaoywQ2KdOOvAM2DXZG.O_dm2zTPLi8hYUvAI1VTk9')
		expect(hashPin(keys, { secretHash: 'hash-1' }, '1234')).toBe(
			'Lt9WqWf9kOaV1uIq-bTM8pMzndx7l3IOnUhTkiyHNyo',
		)
		expect(await contentId('text')).toBe('mC2ePrmW9VnmM_TRlN7zdg')
	})

	test('is read after a rotation, until it ends', async () => {
		const rotated = [newKey, ...keys]
		expect(await readToken(rotated, 'booking-link', booking)).toBe('appointment-1')
		expect(await readClaimLink(rotated, claim, NOW + HOUR_MS - 1)).toBe('appointment-1')
		expect(await readClaimLink(rotated, claim, NOW + HOUR_MS)).toBeNull()
		expect(await readErasureLink(rotated, erasure, NOW + 3 * DAY_MS - 1)).toBe('ada@example.com')
		expect(await readErasureLink(rotated, erasure, NOW + 3 * DAY_MS)).toBeNull()
		const named = { userId: 'user-1', shopId: 'salon' }
		expect(await readMemberCode(rotated, member, NOW + 10 * MINUTE_MS - 1)).toEqual(named)
		expect(await readMemberCode(rotated, member, NOW + 10 * MINUTE_MS)).toBeNull()
	})

	test('a cookie is made and read the same', () => {
		const cookie = 'eyJpZCI6IuG7jcyAc-G6ucyAIPCfmIAifQ.1mAsO4cVwPOFVFjVr7dji6aO7HHQWNhh9DFpo_rTLVk'
		const draft = signedCookie('draft', 60)
		const request = new Request('https://wakati.example/', { headers: { cookie: `__Host-draft=${cookie}` } })
		expect(draft.header(request, keys, { id: 'ọ̀sẹ̀ 😀' })).toContain(`__Host-draft=${cookie};`)
		expect(draft.read(request, [newKey, ...keys])).toEqual({ id: 'ọ̀sẹ̀ 😀' })
	})
})

describe('A token', () => {
	const lasting = ['booking-link', 'payment-link', 'plan-promo', 'slot-wait', 'message-choice'] as const
	const ending = ['claim-link', 'member-code', 'erase-guest'] as const
	const endsAt = NOW + 1

	test.each(lasting)('of %s opens nothing else', async (purpose) => {
		const token = await signToken(keys, purpose, `subject ${endsAt}`)
		expect(await readToken(keys, purpose, token)).toBe(`subject ${endsAt}`)
		for (const other of lasting.filter((one) => one !== purpose))
			expect(await readToken(keys, other, token)).toBeNull()
		for (const other of ending) expect(await readEndingToken(keys, other, token, NOW)).toBeNull()
	})

	test.each(ending)('of %s opens nothing else, and nothing from its end', async (purpose) => {
		const token = await signEndingToken(keys, purpose, { subject: 'a@b.c', endsAt })
		expect(await readEndingToken(keys, purpose, token, endsAt - 1)).toBe('a@b.c')
		expect(await readEndingToken(keys, purpose, token, endsAt)).toBeNull()
		expect(await readEndingToken([newKey], purpose, token, NOW)).toBeNull()
		for (const other of ending.filter((one) => one !== purpose))
			expect(await readEndingToken(keys, other, token, NOW)).toBeNull()
		for (const other of lasting) expect(await readToken(keys, other, token)).toBeNull()
	})

	test('that is altered in any byte opens nothing', async () => {
		const token = await signEndingToken(keys, 'claim-link', { subject: 'appointment-1', endsAt })
		for (const altered of alteredAnywhere(token))
			expect(await readEndingToken(keys, 'claim-link', altered, NOW)).toBeNull()
	})

	test('needs a key', async () => {
		await expect(signToken([], 'booking-link', 'text')).rejects.toThrow('signing needs a key')
	})
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
		for (const other of ['', hash.slice(0, -1), `${hash}A`, ...alteredAnywhere(hash)])
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

	test('opens altered in no byte, and is read by no key that signs', async () => {
		const token = await sealToken(keys, 'shown-member', sealed)
		for (const altered of alteredAnywhere(token)) expect(await open(altered)).toBeNull()
		for (const other of ['', '....', token.slice(0, -4), 'a'.repeat(5_000)])
			expect(await open(other)).toBeNull()
		expect(await readToken(keys, 'booking-link', token)).toBeNull()
		expect(await open(await signToken(keys, 'booking-link', 'user-1'))).toBeNull()
	})

	test('is opened by no key of another use, without an end, or by another cipher', async () => {
		const claims = { userId: 'user-1' }
		const keyOf = (use: string) => createHash('sha256').update(`${use}:${keys[0]}`).digest()
		const forge = (use: string, { ends = true, enc = 'A256GCM' } = {}) => {
			const token = new EncryptJWT(claims).setProtectedHeader({ alg: 'dir', enc }).setAudience('salon')
			return (ends ? token.setExpirationTime(sealed.expiresAt / 1_000) : token).encrypt(keyOf(use))
		}
		expect(await open(await forge('seal:shown-member'))).toMatchObject(claims)
		expect(await open(await forge('seal:other'))).toBeNull()
		expect(await open(await forge('shown-member'))).toBeNull()
		expect(await open(await forge('seal:shown-member', { ends: false }))).toBeNull()
		expect(await open(await forge('seal:shown-member', { enc: 'A128CBC-HS256' }))).toBeNull()
	})

	test('needs a key', async () => {
		await expect(sealToken([], 'shown-member', sealed)).rejects.toThrow('signing needs a key')
	})
})
