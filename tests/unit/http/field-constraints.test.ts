import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import {
	bookingSchema,
	checkoutFormSchema,
	guestBookingSchema,
} from '#app/domain/booking/checkout/checkout-form.server.ts'
import { reviewFormSchema } from '#app/domain/booking/review/review-forms.server.ts'
import {
	deleteAccountFormSchema,
	profileFormSchema,
	registerFormSchema,
	signInFormSchema,
} from '#app/domain/identity/account-forms.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'

const name = { required: true, maxLength: 60 }
const email = { required: true, maxLength: 254 }

describe('What a field says natively is what its schema refuses', () => {
	test('of an account', () => {
		const fields = ['firstName', 'lastName', 'email', 'password', 'confirmPassword', 'topic'] as const
		expect(fieldConstraints(registerFormSchema, fields)).toEqual({
			firstName: name,
			lastName: name,
			email,
			password: { required: true, minLength: 6 },
			confirmPassword: { required: true },
			topic: {},
		})
		expect(fieldConstraints(signInFormSchema, ['email', 'password'])).toEqual({
			email,
			password: { required: true, maxLength: 2_000 },
		})
		expect(fieldConstraints(profileFormSchema, ['phone', 'password'])).toEqual({
			phone: { maxLength: 30 },
			password: { maxLength: 2_000 },
		})
		expect(fieldConstraints(deleteAccountFormSchema, ['password'])).toEqual({ password: { required: true } })
	})

	test('of a review', () => {
		expect(fieldConstraints(reviewFormSchema, ['rating', 'comment'])).toEqual({
			rating: { required: true },
			comment: { maxLength: 1_000 },
		})
	})

	test('C42: of checkout, where booking asks more of a guest than other posts must have', () => {
		const fields = ['promoCode', 'customTip', 'paymentChoice', 'firstName', 'email', 'phone'] as const
		const lengths = { promoCode: { maxLength: 40 }, customTip: { maxLength: 20 } }
		const ofAnyPost = { firstName: { maxLength: 60 }, email: { maxLength: 254 }, phone: { maxLength: 30 } }
		expect(fieldConstraints(checkoutFormSchema, fields)).toEqual({
			...lengths,
			...ofAnyPost,
			paymentChoice: {},
		})
		expect(fieldConstraints(checkoutFormSchema, fields, bookingSchema)).toEqual({
			...lengths,
			...ofAnyPost,
			paymentChoice: { required: true },
		})
		expect(fieldConstraints(checkoutFormSchema, fields, guestBookingSchema)).toEqual({
			...lengths,
			paymentChoice: { required: true },
			firstName: name,
			email,
			phone: { required: true, maxLength: 30 },
		})
	})
})

describe('Text of the longest length is taken, and one letter more is refused', () => {
	const longest: [string, z.ZodType, (letters: number) => string][] = [
		['a name', registerFormSchema.shape.firstName, (letters) => 'a'.repeat(letters)],
		['an e-mail', registerFormSchema.shape.email, (letters) => `${'a'.repeat(letters - 6)}@b.com`],
		['a phone number', profileFormSchema.shape.phone, (letters) => '0803 123 4567'.padStart(letters, ' ')],
		['a password', signInFormSchema.shape.password, (letters) => 'a'.repeat(letters)],
		['a comment', reviewFormSchema.shape.comment, (letters) => 'a'.repeat(letters)],
		['a promo code', checkoutFormSchema.shape.promoCode, (letters) => 'A'.repeat(letters)],
		['a tip', checkoutFormSchema.shape.customTip, (letters) => '1'.repeat(letters)],
		['the phone of a guest', checkoutFormSchema.shape.phone, (letters) => '1'.repeat(letters)],
	]
	test.each(longest)('%s', (_, field, typed) => {
		const maxLength = fieldConstraints(z.object({ field }), ['field']).field?.maxLength ?? 0
		expect(maxLength).toBeGreaterThan(0)
		expect(field.safeParse(typed(maxLength)).success).toBe(true)
		expect(field.safeParse(typed(maxLength + 1)).success).toBe(false)
	})

	test('C6: a password of six letters is the shortest', () => {
		const { password } = registerFormSchema.shape
		expect(password.safeParse('abcdef').success).toBe(true)
		expect(password.safeParse('abcde').error?.issues.map(({ message }) => message)).toEqual([
			'Password must be at least 6 characters',
		])
		expect(password.safeParse('👍👍👍').success).toBe(false)
	})
})
