import { parseWithZod } from '@conform-to/zod/v4'
import { expect, test } from 'vitest'
import type * as z from 'zod'
import { checkoutFormSchema, readGuestContact } from '#app/domain/booking/checkout/checkout-form.server.ts'
import { serviceFields } from '#app/domain/discovery/catalogue.ts'
import { registerFormSchema } from '#app/domain/identity/account-forms.server.ts'
import { bookFormSchema, walkInFormSchema } from '#app/domain/shops/kiosk-forms.server.ts'
import { shopSignupFormSchema } from '#app/domain/shops/shop-signup-form.server.ts'
import { rowForm } from '#app/kernel/described-form.server.ts'

/** What a form says of one of its fields. */
function saidOf(schema: z.ZodType, field: string, typed: string): string[] | undefined {
	const form = new FormData()
	form.append(field, typed)
	const { error = {} } = parseWithZod(form, { schema }).reply()
	return error?.[field] ?? undefined
}

const invisible = ['\u200b', '\u2060\ufeff', '\u3164', '\u00ad', '\u202e \u0000']

test.each(invisible)('C42: a name of %j alone is missing at every form', (typed) => {
	for (const [schema, field] of [
		[registerFormSchema, 'firstName'],
		[bookFormSchema, 'firstName'],
		[shopSignupFormSchema, 'shopName'],
		[rowForm(serviceFields).schema, 'name'],
	] as const) {
		const missing = saidOf(schema, field, '')
		expect(missing, field).toHaveLength(1)
		expect(saidOf(schema, field, typed), field).toEqual(missing)
	}
	const lines = checkoutFormSchema.parse({
		firstName: typed,
		lastName: 'Obi',
		email: 'a@b.ng',
		phone: '08031234567',
	})
	const read = readGuestContact(lines)
	expect(read.ok ? {} : read.problems).toEqual({ firstName: ['Missing First Name: enter your first name.'] })
	expect(walkInFormSchema.parse({ act: 'a', firstName: typed }).firstName).toBe('')
})

test('D70: a mark that turns text round goes, and an emoji keeps its joiners', () => {
	const { firstName, lastName } = checkoutFormSchema.parse({ firstName: '\u202eadA', lastName: '💇🏾‍♀️' })
	expect({ firstName, lastName }).toEqual({ firstName: 'adA', lastName: '💇🏾‍♀️' })
})
