import { expect, test } from 'vitest'
import { changeWords } from '#app/domain/booking/appointment/change-words.ts'
import {
	bookingRefusals,
	type CodeFor,
	customerWords,
	isWordedFor,
} from '#app/domain/booking/reader-words.ts'

const codes = Object.keys(bookingRefusals).filter((code): code is CodeFor<'customer'> =>
	isWordedFor('customer', code),
)

test('a refused change never says that details are saved: its customer has a booking and typed nothing', () => {
	for (const code of codes) {
		const { title, text } = changeWords(code)
		expect([code, title]).toEqual([code, expect.stringMatching(/^[A-Z].{3,40}$/)])
		expect([code, text]).toEqual([code, expect.not.stringContaining('Your details are saved')])
	}
})

test('a refused change that would speak of a new booking has words of its own', () => {
	const own = codes.filter((code) => changeWords(code).title !== customerWords(code).title)
	expect(own.toSorted()).toEqual([
		'price_changed',
		'service_not_offered',
		'staff_not_available',
		'too_late_to_move',
		'too_many_moves',
	])
	for (const code of own)
		expect(changeWords(code)).toMatchObject({ status: 409, text: expect.stringMatching(/\.$/) })
	expect(changeWords('too_many_moves').isCeiling).toBe(true)
})
