import { expect, test } from 'vitest'
import { openKioskFormSchema, pinFormSchema } from '#app/domain/shops/kiosk-forms.server.ts'
import { pinProblem } from '#app/domain/shops/pin-rules.ts'

test.each([
	['one digit', /one digit repeated/i, ['0000', '1111', '99999', '111111']],
	[
		'digits in a row',
		/in a row/,
		['1234', '4321', '0123', '7890', '0987', '9012', '12345', '123456', '654321', '2468', '7531'],
	],
	['a part that repeats', /repeats itself/, ['1212', '6969', '123123', '121212']],
	['a year', /year/, ['1960', '1984', '2000', '2026']],
	['the most used of all', /most used/, ['2580', '1004', '1122', '159753', '112233']],
])('a PIN of %s is refused, and told why', (_, why, pins) => {
	for (const pin of pins) expect(pinProblem(pin), pin).toMatch(why)
})

test('any other PIN is taken', () => {
	for (const pin of ['4826', '9751', '5049', '1112', '1235', '81063', '190584', '302819'])
		expect(pinProblem(pin), pin).toBe(null)
})

test('a device is not opened with such a PIN, and an old one still opens it', () => {
	const { error } = openKioskFormSchema.safeParse({ pinSecret: '1234', pinSecretAgain: '1234' })
	expect(error?.issues).toEqual([
		expect.objectContaining({ path: ['pinSecret'], message: pinProblem('1234') }),
	])
	expect(pinFormSchema.safeParse({ pinSecret: '1234' }).success).toBe(true)
})
