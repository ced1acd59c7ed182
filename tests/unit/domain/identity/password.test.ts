import { describe, expect, test } from 'vitest'
import { isCommonPassword } from '#app/domain/identity/common-passwords.server.ts'
import { currentCost, hashPassword, verifyPassword } from '#app/domain/identity/password.server.ts'
import {
	isHashablePassword,
	passwordLengthProblem,
	passwordStrength,
} from '#app/domain/identity/password-rules.ts'

const cheap = { logN: 10, r: 8, p: 1 }

describe('A stored password', () => {
	test('names its algorithm and its cost, and is salted', async () => {
		const [one, two] = await Promise.all([hashPassword('five brown goats'), hashPassword('five brown goats')])
		expect(one).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
		expect(one).not.toBe(two)
		expect(one).not.toContain('goats')
	})

	test('is met by the same words and by no others', async () => {
		const stored = await hashPassword('five brown goats', cheap)
		expect((await verifyPassword('five brown goats', stored)).isCorrect).toBe(true)
		expect((await verifyPassword('five brown goat', stored)).isCorrect).toBe(false)
		expect((await verifyPassword(' five brown goats', stored)).isCorrect).toBe(false)
	})

	test('is the same password from every keyboard', async () => {
		const stored = await hashPassword('Adébáyọ̀ ﬁve', cheap)
		expect((await verifyPassword('Ade\u0301ba\u0301yo\u0323\u0300 five', stored)).isCorrect).toBe(true)
	})

	test('asks to be replaced when the cost has grown, and only then', async () => {
		const old = await hashPassword('five brown goats', cheap)
		const current = await hashPassword('five brown goats', currentCost)
		expect((await verifyPassword('five brown goats', old)).needsRehash).toBe(true)
		expect((await verifyPassword('five brown goats', current)).needsRehash).toBe(false)
	})

	test.each([null, '', 'plain', '$scrypt$ln=99,r=8,p=5$x$y', '$2b$10$abcdefghijklmnopqrstuv'])(
		'that is missing or unreadable (%j) is met by nothing, without an error',
		async (stored) => {
			expect((await verifyPassword('', stored)).isCorrect).toBe(false)
			expect((await verifyPassword('\0'.repeat(32), stored)).isCorrect).toBe(false)
		},
	)
})

describe('A new password', () => {
	test.each(['', '12345', 'añbc1', '👩🏾‍🦱a'])('of less than six letters is refused: %j', (typed) => {
		expect(passwordLengthProblem(typed)).toBe('Password must be at least 6 characters')
	})

	test('of six letters is taken, and a long one from a manager too', () => {
		expect(passwordLengthProblem('ab3d!f')).toBeNull()
		expect(passwordLengthProblem('x'.repeat(128))).toBeNull()
	})

	test('of more than 128 bytes is refused before it costs anything', () => {
		expect(passwordLengthProblem('x'.repeat(129))).toContain('too long')
		expect(isHashablePassword('ọ'.repeat(43))).toBe(false)
	})

	test.each(['password', 'PASSWORD1', 'Nigeria123', 'jesus123', '123456', 'aaaaaaaaaa', 'abababab'])(
		'that everybody would try is refused: %s',
		(typed) => expect(isCommonPassword(typed)).toBe(true),
	)

	test("that is the customer's own address is refused", () => {
		expect(isCommonPassword('ada.obi', 'ada.obi@example.com')).toBe(true)
		expect(isCommonPassword('Ada.Obi@example.com', 'ada.obi@example.com')).toBe(true)
		expect(isCommonPassword('five brown goats', 'ada.obi@example.com')).toBe(false)
	})

	test('is remarked on, longer being stronger', () => {
		expect(passwordStrength('abc')).toBe('short')
		expect(passwordStrength('abcabc')).toBe('weak')
		expect(passwordStrength('kemi2019')).toBe('weak')
		expect(passwordStrength('five brown goats walk')).toBe('strong')
		expect(passwordStrength('Tr0ub4dor&3')).not.toBe('weak')
	})

	test('is remarked on by its letters, the different ones of them, and their kinds', () => {
		const strengths = (...typed: string[]) => typed.map(passwordStrength)
		expect(strengths('abcdefghij', 'ABCDEFGHIJ', 'abcdefghijk')).toEqual(['weak', 'weak', 'fair'])
		expect(strengths('abcdefghijklmno', 'abcdefghijklmnop')).toEqual(['fair', 'strong'])
		// Four different letters are few, whatever their kinds.
		expect(strengths('aB1!aB1!aB1!', 'aB1!caB1!c')).toEqual(['weak', 'strong'])
	})
})
