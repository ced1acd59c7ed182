import { parseWithZod } from '@conform-to/zod/v4'
import { describe, expect, test } from 'vitest'
import type { ZodObject } from 'zod'
import {
	forgotPasswordFormSchema,
	registerFormSchema,
	resetPasswordFormSchema,
	signInFormSchema,
} from '#app/domain/identity/account-forms.server.ts'
import { deleteAccountFormSchema } from '#app/domain/identity/delete-account-form.server.ts'
import { profileFormSchema } from '#app/domain/identity/profile-form.server.ts'

const schemas: Record<string, ZodObject> = {
	signInFormSchema,
	registerFormSchema,
	forgotPasswordFormSchema,
	resetPasswordFormSchema,
	profileFormSchema,
	deleteAccountFormSchema,
}

const typed: Record<string, (string | File)[]> = {
	nothing: [''],
	'spaces alone': ['   '],
	'far too much': ['x'.repeat(5_000)],
	'two texts': ['a', 'b'],
	'a file': [new File(['x'], 'x.txt')],
	'control characters': ['\u0000\ud800'],
}

describe.each(Object.entries(schemas))('no word of zod is said by %s', (_, schema) => {
	test.each(Object.entries(typed))('to %s in a field', (_, values) => {
		for (const name of Object.keys(schema.shape)) {
			const form = new FormData()
			for (const value of values) form.append(name, value)
			const { error } = parseWithZod(form, { schema }).reply()
			for (const message of Object.values(error ?? {}).flat())
				expect(message, name).not.toMatch(/^(invalid input|too (big|small)|expected)/i)
		}
	})
})

test('a new password that is too short is compared with its repetition all the same', () => {
	const form = new FormData()
	for (const [name, value] of Object.entries({ token: 't', password: 'abc', confirmPassword: 'abd' }))
		form.append(name, value)
	const { error } = parseWithZod(form, { schema: resetPasswordFormSchema }).reply()
	expect(error).toEqual({
		password: ['Password must be at least 6 characters'],
		confirmPassword: ['Passwords do not match'],
	})
})
