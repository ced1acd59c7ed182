import { expect, test } from 'vitest'
import { readMemberCode, signMemberCode } from '#app/domain/identity/member-code.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { signEndingToken, signToken } from '#app/kernel/signed.server.ts'

const keys = ['k'.repeat(32)]
const NOW = 1_800_000_000_000
const shown = { userId: 'user-1', shopId: 'salon' }

test('D34, S37: a code says for ten minutes whose it is, and for which shop', async () => {
	const { token, expiresAt } = await signMemberCode(keys, shown, NOW)
	expect(expiresAt).toBe(NOW + 10 * MINUTE_MS)
	expect(await readMemberCode(keys, token, expiresAt - 1)).toEqual(shown)
	expect(await readMemberCode(keys, token, expiresAt)).toBeNull()
	// After a rotation the older key still reads it.
	expect(await readMemberCode(['new'.repeat(11), ...keys], token, NOW)).toEqual(shown)
	expect(await readMemberCode(['new'.repeat(11)], token, NOW)).toBeNull()
})

test('D34: a code that was tampered with, or signed for something else, says nothing', async () => {
	const { token, expiresAt } = await signMemberCode(keys, shown, NOW)
	const [header = '', , signature = ''] = token.split('.')
	const forged = Buffer.from(`salon/user-2.${expiresAt}`).toString('base64url')
	expect(await readMemberCode(keys, `${header}.${forged}.${signature}`, NOW)).toBeNull()
	const link = await signToken(keys, 'booking-link', `salon/user-1.${expiresAt}`)
	expect(await readMemberCode(keys, link, NOW)).toBeNull()
	for (const text of ['', 'user-1', `${token}x`, 'a'.repeat(5_000)])
		expect(await readMemberCode(keys, text, NOW)).toBeNull()
	for (const subject of ['user-1', '/user-1', 'salon/']) {
		const signed = await signEndingToken(keys, 'member-code', { subject, endsAt: expiresAt })
		expect(await readMemberCode(keys, signed, NOW)).toBeNull()
	}
})
