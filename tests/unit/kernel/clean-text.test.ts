import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanLine, cleanText, shortenText } from '#app/kernel/clean-text.ts'

test.each(['\u200b', '\u2060\ufeff', '\u3164', '\u00ad', '\u2800', '\u00a0\u3000'])(
	'D70: a text of %j alone is missing',
	(typed) => expect(cleanLine(typed)).toBe(''),
)

test.each([
	['Ada \ud83d', 'Ada'],
	['\udc87Ada', 'Ada'],
	['A\u0000da', 'Ada'],
	['A\u200bd\ufeffa', 'Ada'],
	['\u2066Ada\u2069', 'Ada'],
	['e\u0301', 'é'],
	['Ada\tObi', 'Ada Obi'],
	['Ada\u2028Obi', 'Ada Obi'],
	['Ada\r\nObi', 'Ada Obi'],
	['\u202eadA', 'adA'],
	['A\u200dB', 'AB'],
])('D70: the line %j is %j', (typed, right) => expect(cleanLine(typed)).toBe(right))

test.each([
	['\ud83d\udc87\ud83c\udffe\u200d\u2640\ufe0f', 'an emoji with a joiner'],
	['👩🏾‍🦱', 'a person with a joiner'],
	['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'a flag of tags'],
	['1️⃣', 'a key'],
	['❤️', 'a sign drawn as an emoji'],
	['می‌خواهم', 'Persian with its mark between letters'],
	['ශ්‍රී', 'Sinhala with its joiner'],
	['葛󠄀', 'a variant of a Han letter'],
	['Ọláẹ́ Ìyábọ̀', 'Yoruba'],
	['𞤀𞤣𞤤𞤢𞤥', 'Adlam'],
])('D70: %s stays, %s', (typed) => expect(cleanLine(typed)).toBe(typed.normalize('NFC')))

test('D70: lines end alike', () => {
	expect(cleanText(' a\r\nb\rc\u2028d\u0085e\tf\u0000 \n')).toBe('a\nb\nc\nd\ne f')
})

test('D70: cleaned text is whole, carries no control or direction mark, and stays as it is when cleaned again', () => {
	const pieces = fc.array(
		fc.oneof(
			fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
			fc.constantFrom(
				'\ud83d',
				'\udc87',
				'\u200d',
				'\u200c',
				'\ufe0f',
				'💇🏾‍♀️',
				'\u202e',
				'م',
				'1',
				'\u20e3',
				'\r',
				'\n',
			),
			fc.string({ unit: 'binary' }),
		),
		{ maxLength: 12 },
	)
	fc.assert(
		fc.property(pieces, (parts) => {
			for (const clean of [cleanText, cleanLine]) {
				const once = clean(parts.join(''))
				expect(once.isWellFormed()).toBe(true)
				expect(once).not.toMatch(/(?!\n)\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff]/u)
				expect(clean(once)).toBe(once)
				expect(once.normalize('NFC')).toBe(once)
			}
		}),
		{ numRuns: 500 },
	)
})

test('D70: what the app cuts off keeps its last character whole', () => {
	expect(shortenText('Ada 💇🏾', 5)).toBe('Ada ')
	expect(shortenText('Ada 💇🏾', 6)).toBe('Ada 💇')
})
