import fc from 'fast-check'
import { CompactSign, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { readBookingLink, signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'

const key = 'the key of today, which is long enough'
const oldKey = 'the key of yesterday, also long enough'

test('a link shows the booking that it was signed for', async () => {
	const token = await signBookingLink([key], 'appointment')
	expect(await readBookingLink([key], token)).toBe('appointment')
})

test('a link signed with an older key still works after a change of keys, and none without its key', async () => {
	const token = await signBookingLink([oldKey], 'appointment')
	expect(await readBookingLink([key, oldKey], token)).toBe('appointment')
	expect(await readBookingLink([key], token)).toBeNull()
})

test('the same booking always has the same link, so that a repeated post gets an equal answer', async () => {
	expect(await signBookingLink([key], 'a')).toBe(await signBookingLink([key], 'a'))
	expect(await signBookingLink([key], 'a')).not.toBe(await signBookingLink([key], 'b'))
})

test('links of bookings that were mailed before still open them', async () => {
	const mailed = 'eyJhbGciOiJIUzI1NiJ9.YXBwb2ludG1lbnQ.iiMgXkl85IzjNV1LWBMMEtfxtYeH1z0lHCHVKvl9mq4'
	expect(await signBookingLink([key], 'appointment')).toBe(mailed)
})

test('a token that was altered anywhere shows nothing', async () => {
	const token = await signBookingLink([key], 'appointment')
	const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'
	await fc.assert(
		fc.asyncProperty(fc.nat(token.length - 1), fc.constantFrom(...letters), async (at, letter) => {
			const altered = token.slice(0, at) + letter + token.slice(at + 1)
			const read = await readBookingLink([key], altered)
			// The last letter carries two bits without meaning; with any letter there, no other booking is shown.
			expect(
				at === token.length - 1 ? [null, 'appointment'] : [altered === token ? 'appointment' : null],
			).toContain(read)
		}),
		{ numRuns: 500 },
	)
})

test('a payload that was exchanged, another algorithm, the bare secret and nonsense show nothing', async () => {
	const [header = '', , signature = ''] = (await signBookingLink([key], 'appointment')).split('.')
	const other = Buffer.from('other').toString('base64url')
	const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${other}.`
	const secret = new TextEncoder().encode(key)
	const bare = await new CompactSign(new TextEncoder().encode('appointment'))
		.setProtectedHeader({ alg: 'HS256' })
		.sign(secret)
	const jwt = await new SignJWT({ sub: 'appointment' }).setProtectedHeader({ alg: 'HS256' }).sign(secret)
	for (const token of [
		`${header}.${other}.${signature}`,
		none,
		bare,
		jwt,
		'',
		'.',
		'..',
		'a.b.c',
		' ',
		'x'.repeat(10_000),
		'💇',
	])
		expect(await readBookingLink([key], token)).toBeNull()
})

test('without a key nothing is signed', async () => {
	await expect(signBookingLink([], 'appointment')).rejects.toThrow()
})
