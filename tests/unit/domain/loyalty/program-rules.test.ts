import { describe, expect, test } from 'vitest'
import { enrollmentFormSchema } from '#app/domain/loyalty/loyalty-forms.server.ts'
import {
	enrollability,
	PROGRAMS_PER_PAGE,
	programMatch,
	programPage,
	ROWS_READ,
} from '#app/domain/loyalty/program-rules.ts'

describe('Enrolling is open', () => {
	const program = { status: 'active', expiresAt: null, isEnrolled: false } as const
	test('until the program is ended, and before its end', () => {
		expect(enrollability(program, 5)).toBe('open')
		expect(enrollability({ ...program, expiresAt: 6 }, 5)).toBe('open')
		expect(enrollability({ ...program, expiresAt: 5 }, 5)).toBe('ended')
		expect(enrollability({ ...program, status: 'ended' }, 5)).toBe('ended')
	})

	test('D39: whoever is in it stays in it', () => {
		expect(enrollability({ ...program, isEnrolled: true }, 5)).toBe('enrolled')
		expect(enrollability({ status: 'ended', expiresAt: 1, isEnrolled: true }, 5)).toBe('enrolled')
	})
})

describe('A page of programs', () => {
	const rows = (count: number, isOpen = (_: number) => true) =>
		Array.from({ length: count }, (_, i) => ({ id: `p${i}`, name: `N${i}`, isOpen: isOpen(i) }))

	test('is the last one when all that was read fits', () => {
		expect(programPage(rows(PROGRAMS_PER_PAGE))).toEqual({ programs: rows(PROGRAMS_PER_PAGE), next: null })
		expect(programPage([])).toEqual({ programs: [], next: null })
	})

	test('leads on after the last that it shows', () => {
		const { programs, next } = programPage(rows(PROGRAMS_PER_PAGE + 1))
		expect(programs).toHaveLength(PROGRAMS_PER_PAGE)
		expect(next).toEqual({ id: `p${PROGRAMS_PER_PAGE - 1}`, name: `N${PROGRAMS_PER_PAGE - 1}` })
	})

	test('leads on after the last that it looked at, when those are expired', () => {
		const { programs, next } = programPage(rows(ROWS_READ, (i) => i === 3))
		expect(programs.map(({ id }) => id)).toEqual(['p3'])
		expect(next?.id).toBe(`p${ROWS_READ - 1}`)
		expect(programPage(rows(ROWS_READ - 1, () => false)).next).toBeNull()
	})
})

describe('The search expression', () => {
	test.each([
		['', null],
		['crown', 'words : ("crown" *)'],
		['Adé’s card', 'words : ("Adé" * AND "s" * AND "card" *)'],
		['a OR b', 'words : ("a" * AND "OR" * AND "b" *)'],
		['"', 'words : ("""" *)'],
		[
			'1 2 3 4 5 6 7 8 9',
			'words : ("1" * AND "2" * AND "3" * AND "4" * AND "5" * AND "6" * AND "7" * AND "8" *)',
		],
	])('of %j is %j', (text, match) => {
		expect(programMatch(text)).toBe(match)
	})
})

test('Enroll Now sends the id of a program and nothing else is one', () => {
	expect(enrollmentFormSchema.parse({ enroll: 'ade-hair-studio-card' })).toEqual({
		enroll: 'ade-hair-studio-card',
	})
	for (const enroll of [undefined, '', 'a b', 'x'.repeat(65), '../x'])
		expect(enrollmentFormSchema.safeParse({ enroll }).success).toBe(false)
})
