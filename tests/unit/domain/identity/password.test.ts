import { describe, expect, test } from 'vitest'
import { registerFormSchema } from '#app/domain/identity/account-forms.server.ts'
import type { WeakPassword } from '#app/domain/identity/auth-refusal.ts'
import { commonPasswords } from '#app/domain/identity/common-passwords.server.ts'
import { currentCost, hashPassword, verifyPassword } from '#app/domain/identity/password.server.ts'
import {
	isHashablePassword,
	MIN_PASSWORD_LENGTH,
	PASSWORD_TOO_SHORT,
	passwordLengthProblem,
	passwordStrength,
} from '#app/domain/identity/password-rules.ts'
import { weakPassword } from '#app/domain/identity/weak-password.server.ts'

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

	test.each<[why: WeakPassword | null, typed: string[]]>([
		['common', ['password', 'PASSWORD1', 'pass11', 'Nigeria123', 'jesus2026', 'Lagos@1', 'monkey12']],
		['first_name', ['chinedu1', 'Chídinma', 'oluwaseun2005', '07Ngozi', 'yusuf!!']],
		['own_name', ['Temidayo', 'temidayo1', 'Temidayo@1990', 'TemidayoAlabi', 'alabitemidayo7', 'Alabi1999']],
		['own_email', ['t.alabi.salon', 'T.Alabi.Salon@example.com', 'talabisalon22']],
		['pattern', ['aaaaaaaaaa', 'abababab', 'abcabc', '20262026', '654321', 'abcdefgh', 'ab']],
		[
			null,
			['five brown goats', 'monkey1234', 'temidayo835104', 'kwntrp', 'ab3d!f', 'x7chinedu9q', 'ụlọ akwa 9'],
		],
	])('S41: is refused as %s', async (why, typed) => {
		const person = { email: 't.alabi.salon@example.com', firstName: 'Temidayo', lastName: 'Àlàbí' }
		for (const password of typed) expect(await weakPassword(password, person), password).toBe(why)
	})

	test('S41: of the ten thousand most common is refused, each of them that is long enough', async () => {
		const nobody = { email: 'x@example.com', firstName: '', lastName: '' }
		const listed = [...commonPasswords].filter((word) => word.length >= MIN_PASSWORD_LENGTH)
		expect(listed.length).toBeGreaterThanOrEqual(10_000)
		const taken = []
		for (const word of listed) if ((await weakPassword(word, nobody)) === null) taken.push(word)
		expect(taken).toEqual([])
	})

	test('that is too short has one problem, and that is said once', () => {
		const typed = {
			firstName: 'A',
			lastName: 'B',
			email: 'a@example.com',
			password: 'ab',
			confirmPassword: 'ab',
		}
		expect(registerFormSchema.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
			PASSWORD_TOO_SHORT,
		])
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
