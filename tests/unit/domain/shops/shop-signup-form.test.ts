import { parseWithZod } from '@conform-to/zod/v4'
import { describe, expect, test } from 'vitest'
import { shopTypeNames } from '#app/domain/shops/shop-signup.ts'
import { shopSignupFormSchema } from '#app/domain/shops/shop-signup-form.server.ts'
import { shopTypes } from '#app/kernel/vocabulary/discovery.ts'

const typed = {
	shopName: ' Mama Put ',
	type: 'salon',
	address: '14 Herbert Macaulay Way',
	area: 'Yaba',
	city: 'Lagos',
	phone: '0803 123 4567',
	email: ' Ada@Example.com ',
	offer: 'Braids and cuts',
}
const read = (fields: Record<string, string>) => {
	const body = new FormData()
	for (const [name, value] of Object.entries({ ...typed, ...fields })) body.set(name, value)
	const submission = parseWithZod(body, { schema: shopSignupFormSchema })
	return submission.status === 'success' ? submission.value : submission.error
}

describe('The form of a shop that wants to begin', () => {
	test('reads a phone and an e-mail in their stored form, and each text as one line', () => {
		expect(read({ offer: 'Braids\n\u0007and cuts' })).toEqual({
			...typed,
			shopName: 'Mama Put',
			phone: '+2348031234567',
			email: 'ada@example.com',
		})
	})

	test('asks for each field by name, and for no more than fits', () => {
		const empty = Object.fromEntries(Object.keys(typed).map((name) => [name, '']))
		expect(Object.keys(read(empty) ?? {}).sort()).toEqual(Object.keys(typed).sort())
		expect(read({ shopName: 'a'.repeat(81) })).toEqual({
			shopName: ['Please write at most 80 characters'],
		})
		expect(read({ shopName: '   ' })).toEqual({ shopName: ['Type the name of your shop'] })
		expect(read({ phone: 'call me', email: 'ada@' })).toEqual({
			phone: ['Please enter a valid phone number, such as 0803 123 4567'],
			email: ['Please enter a valid email address'],
		})
		expect(read({ type: 'bank' })).toEqual({ type: ['Choose what kind of shop it is'] })
	})

	test('hostile text is text, and each kind of shop has a name', () => {
		expect(read({ shopName: '<script>alert(1)</script>' })).toMatchObject({
			shopName: '<script>alert(1)</script>',
		})
		expect(new Set(shopTypes.map((type) => shopTypeNames[type])).size).toBe(shopTypes.length)
	})
})
