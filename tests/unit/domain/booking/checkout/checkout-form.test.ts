import { parseWithZod } from '@conform-to/zod/v4'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import {
	checkoutFormSchema,
	readGuestContact,
	readTip,
	saysTwoTips,
} from '#app/domain/booking/checkout/checkout-form.server.ts'

const fields = Object.keys(checkoutFormSchema.shape)
/** zod's own wording, where no message is set. */
const zodsOwnWords =
	/^(invalid (input|option|string|key|element|type)|too (big|small)|required|unrecognized|expected|number must|string must)/i

function parse(entries: [string, string | File][]) {
	const form = new FormData()
	for (const [name, value] of entries) form.append(name, value)
	return parseWithZod(form, { schema: checkoutFormSchema })
}

const messagesOf = (submission: ReturnType<typeof parse>) =>
	submission.status === 'success'
		? []
		: Object.values(submission.error ?? {}).flatMap((messages) => messages ?? [])

test.each([
	['visitorName', 60, 'The name is too long: at most 60 characters.'],
	['customerNote', 300, 'The note is too long: at most 300 characters.'],
])('%s has at most %i characters, without the spaces around them', (name, most, words) => {
	const read = (letters: number) => messagesOf(parse([[name, ` ${'x'.repeat(letters)} `]]))
	expect(read(most)).not.toContain(words)
	expect(read(most + 1)).toContain(words)
})

describe('no word of zod reaches a customer', () => {
	const hostile: Record<string, (name: string) => [string, string | File][]> = {
		'far too long': (name) => [[name, 'x'.repeat(5_000)]],
		twice: (name) => [
			[name, 'a'],
			[name, 'b'],
		],
		'forty times': (name) => Array.from({ length: 40 }, (): [string, string] => [name, 'x']),
		'a file': (name) => [[name, new File(['x'], 'x.txt')]],
		'a file and a text': (name) => [
			[name, new File(['x'], 'x.txt')],
			[name, 'x'],
		],
		'an object': (name) => [[`${name}.inner`, 'x']],
		'a list': (name) => [
			[`${name}[0]`, 'x'],
			[`${name}[1]`, 'y'],
		],
		'a list of objects': (name) => [[`${name}[0].inner`, 'x']],
		'no word of the list': (name) => [[name, 'barter']],
		'a negative number': (name) => [[name, '-1']],
		nothing: (name) => [[name, '']],
		'NUL and lone surrogates': (name) => [[name, '\u0000\ud800']],
		'a prototype': (name) => [
			[`${name}.__proto__`, 'x'],
			['__proto__', 'x'],
			['constructor', 'x'],
		],
	}
	for (const [what, entriesOf] of Object.entries(hostile)) {
		test.each(fields)(`${what} in %s`, (name) => {
			for (const message of messagesOf(parse(entriesOf(name)))) {
				expect(message).not.toMatch(zodsOwnWords)
				expect(message.length).toBeGreaterThan(10)
			}
		})
	}

	test('and they would be recognized', () => {
		const schemas = [
			z.string(),
			z.enum(['a']),
			z.array(z.string()),
			z.union([z.string(), z.array(z.string())]),
			z.object({}),
			z.number(),
		]
		const tooLong = [z.string().max(1), z.string().regex(/a/), z.array(z.string()).max(1), z.strictObject({})]
		const values = [1n, 1n, 1n, 1n, 1n, 1n, 'xx', 'xx', ['x', 'x'], { extra: 1 }]
		for (const [i, schema] of [...schemas, ...tooLong].entries())
			expect(schema.safeParse(values[i]).error?.issues[0]?.message).toMatch(zodsOwnWords)
	})

	test('nor by any value of any kind', () => {
		// No form carries one whose length is an object, and no body of the API: zod would compare it, and throw.
		const hasObjectLength = (any: unknown) => typeof (any as { length?: unknown } | null)?.length === 'object'
		const value = fc
			.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true })
			.filter((any) => !hasObjectLength(any))
		fc.assert(
			fc.property(
				fc.record(Object.fromEntries(fields.map((name) => [name, value])), { requiredKeys: [] }),
				(posted) => {
					const parsed = checkoutFormSchema.safeParse(posted)
					for (const { message } of parsed.error?.issues ?? []) expect(message).not.toMatch(zodsOwnWords)
				},
			),
			{ numRuns: 1_000 },
		)
	})
})

describe('what a form says', () => {
	test('an empty form is an update of nothing', () => {
		expect(parse([])).toMatchObject({
			status: 'success',
			value: { intent: 'update', firstName: '', promoCode: '', tip: 'none', addOns: [], customTip: '' },
		})
	})

	test('lines are trimmed and freed of control characters, and names keep their letters', () => {
		const submission = parse([
			['firstName', '  Ọlá\u0000 dé\u202e '],
			['lastName', 'O’Neil\r\nx'],
			['promoCode', ' wel come '],
		])
		expect(submission).toMatchObject({
			value: { firstName: 'Ọlá dé', lastName: 'O’Neil x', promoCode: 'WELCOME' },
		})
	})

	test('one add-on and several are both a list', () => {
		expect(parse([['addOns', 'a']])).toMatchObject({ value: { addOns: ['a'] } })
		expect(
			parse([
				['addOns', 'a'],
				['addOns', 'b'],
			]),
		).toMatchObject({ value: { addOns: ['a', 'b'] } })
	})

	test('a total and a start are digits and nothing else', () => {
		for (const seenTotalKobo of ['1e9', '0x10', '-1', '1,000', '1.5', ' 1', 'NaN', '9'.repeat(14)])
			expect([seenTotalKobo, parse([['seenTotalKobo', seenTotalKobo]]).status]).toEqual([
				seenTotalKobo,
				'error',
			])
		expect(
			parse([
				['seenTotalKobo', '500000'],
				['startsAt', '1790000000000'],
			]),
		).toMatchObject({
			value: { seenTotalKobo: 500_000, startsAt: 1_790_000_000_000 },
		})
	})

	test('amounts that are sent along are not read', () => {
		const smuggled = parse([
			['total', '1'],
			['totalKobo', '1'],
			['discountKobo', '999'],
			['status', 'CONFIRMED'],
		])
		expect(Object.keys(smuggled.status === 'success' ? smuggled.value : {})).not.toContain('totalKobo')
	})

	test('M9: a typed tip counts although Other is not ticked; with a percentage it is asked which', () => {
		const typed = { customTip: '900', shownTip: '' }
		expect(readTip({ tip: 'none', ...typed })).toMatchObject({
			value: { kind: 'custom', customKobo: 90_000 },
		})
		expect(saysTwoTips({ tip: '15', ...typed })).toBe(true)
		expect(saysTwoTips({ tip: '15', customTip: '900', shownTip: '900' })).toBe(false)
		expect(saysTwoTips({ tip: 'none', ...typed })).toBe(false)
	})

	test('the tip is a preset, a custom amount, or nothing', () => {
		const tipped = (tip: string, customTip: string, shownTip = '') => {
			const read = readTip({ tip, customTip, shownTip })
			return read.ok ? read.value : read.refusal
		}
		expect(tipped('none', '500', '500')).toMatchObject({ kind: 'none' })
		expect(tipped('15', '500', '500')).toEqual({ kind: 'percent', percent: 15, customKobo: 0 })
		expect(tipped('custom', '₦500')).toEqual({ kind: 'custom', percent: 0, customKobo: 50_000 })
		expect(tipped('custom', '')).toMatchObject({ kind: 'custom', customKobo: 0 })
		expect(tipped('custom', 'much')).toBe('not_a_number')
		expect(tipped('none', '-5')).toBe('not_a_number')
		expect(tipped('custom', '1000001')).toBe('too_large')
		expect(parse([['tip', '99']]).status).toBe('error')
	})
})

describe('the details of a guest', () => {
	const complete = { firstName: 'Ada', lastName: 'Obi', email: 'ada@example.com', phone: '0803 123 4567' }

	test('are stored in one form', () => {
		expect(readGuestContact({ ...complete, email: ' Ada@Example.COM ' })).toEqual({
			ok: true,
			contact: { ...complete, phone: '+2348031234567' },
		})
	})

	test('are each asked for in fixed words', () => {
		const missing = readGuestContact({ firstName: '', lastName: '', email: '', phone: '' })
		const words = missing.ok ? [] : Object.values(missing.problems).map(([first = '']) => first.split(':')[0])
		expect(words.sort()).toEqual([
			'Missing Email',
			'Missing First Name',
			'Missing Last Name',
			'Missing Phone Number',
		])
		const wrong = readGuestContact({ ...complete, email: 'ada@example', phone: '12' })
		expect(wrong.ok ? {} : wrong.problems).toEqual({
			email: ['Invalid Email - Please enter a valid email address'],
			phone: [expect.stringMatching(/^Invalid Phone Number/)],
		})
	})
})
