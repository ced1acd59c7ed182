import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSignedByPaystack } from '#app/domain/payments/paystack/paystack-provider.server.ts'
import { isDeep } from '#tests/support/deep.ts'

const FORGED = isDeep ? 10_000 : 1_000

const key = 'sk_test_the-key-of-today'
const oldKey = 'sk_test_the-key-of-yesterday'
// Spaced as no JSON.stringify writes it, with a letter of several bytes and an id that a number would spoil.
const text =
	'{"event": "charge.success", "data": {"id": 18446744073709551615, "reference": "wk-1", "name": "Adé"}}'
const body = Buffer.from(text)
const sign = (bytes: Uint8Array | string, secret = key) =>
	createHmac('sha512', secret).update(bytes).digest('hex')
const isSigned = (bytes: Uint8Array | string, header: string | null, keys = [key]) =>
	isSignedByPaystack(keys, new Uint8Array(Buffer.from(bytes)), header)

describe('a webhook that Paystack signed', () => {
	test('is taken', async () => {
		expect(await isSigned(text, sign(text))).toBe(true)
		expect(await isSigned('', sign(''))).toBe(true)
	})

	test('is taken with the key before while keys are rotated, and no longer afterwards', async () => {
		expect(await isSigned(text, sign(text, oldKey), [key, oldKey])).toBe(true)
		expect(await isSigned(text, sign(text, oldKey), [key])).toBe(false)
	})

	test('is taken by its bytes, whether or not they are text', async () => {
		await fc.assert(
			fc.asyncProperty(fc.uint8Array(), async (bytes) => {
				expect(await isSigned(bytes, sign(bytes))).toBe(true)
			}),
		)
	})
})

describe('a webhook that somebody else sent', () => {
	const signature = sign(text)

	test.each<[string, string | null]>([
		['no signature', null],
		['an empty one', ''],
		['one in upper case', signature.toUpperCase()],
		['one letter in upper case', signature.replace(/[a-f]/, (letter) => letter.toUpperCase())],
		['a truncated one', signature.slice(0, -1)],
		['a truncated one, whole bytes', signature.slice(0, -2)],
		['a longer one', `${signature}00`],
		['one with a space', ` ${signature}`],
		['one with a line end', `${signature}\n`],
		['one with its name', `sha512=${signature}`],
		['two at once', `${signature}, ${signature}`],
		['one in base64', Buffer.from(signature, 'hex').toString('base64')],
		['one of SHA-256', createHmac('sha256', key).update(text).digest('hex').repeat(2)],
		['one with another key', sign(text, 'sk_test_a-guess')],
		['one with no key', createHmac('sha512', '').update(text).digest('hex')],
		['one of another body', sign('{}')],
		['zeros', '0'.repeat(128)],
		['no hex', 'g'.repeat(128)],
	])('is refused with %s', async (_, header) => {
		expect(await isSigned(text, header, [key, oldKey])).toBe(false)
	})

	test('is refused when it was written differently, though it says the same', async () => {
		expect(await isSigned(JSON.stringify(JSON.parse(text)), signature)).toBe(false)
		expect(await isSigned(`${text}\n`, signature)).toBe(false)
		expect(await isSigned(`\uFEFF${text}`, signature)).toBe(false)
	})

	test('is refused when no key is set', async () => {
		expect(await isSigned(text, signature, [])).toBe(false)
	})

	test('is refused with one bit of the body, or of the signature, flipped', async () => {
		const flipped = (bytes: Buffer, bit: number) => {
			const copy = Buffer.from(bytes)
			copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
			return copy
		}
		await fc.assert(
			fc.asyncProperty(fc.nat(body.length * 8 - 1), async (bit) => {
				expect(await isSigned(flipped(body, bit), signature)).toBe(false)
			}),
			{ numRuns: 1_000 },
		)
		await fc.assert(
			fc.asyncProperty(fc.nat(64 * 8 - 1), async (bit) => {
				const header = flipped(Buffer.from(signature, 'hex'), bit).toString('hex')
				expect(await isSigned(text, header)).toBe(false)
			}),
			{ numRuns: 1_000 },
		)
	})

	test('is refused with any other signature', async () => {
		const place = fc.nat(signature.length - 1)
		const mutated = fc.oneof(
			fc.tuple(place, fc.string({ unit: 'binary', minLength: 1, maxLength: 3 })).map(([at, other]) => {
				return signature.slice(0, at) + other + signature.slice(at + 1)
			}),
			fc.tuple(place, place).map(([from, to]) => signature.slice(Math.min(from, to), Math.max(from, to))),
			fc.uint8Array({ minLength: 64, maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString('hex')),
			fc.string(),
		)
		await fc.assert(
			fc.asyncProperty(
				mutated.filter((header) => header !== signature),
				async (header) => {
					expect(await isSigned(text, header)).toBe(false)
				},
			),
			{ numRuns: FORGED },
		)
	})
})
