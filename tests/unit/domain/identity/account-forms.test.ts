import { parseWithZod } from '@conform-to/zod/v4'
import { describe, expect, test } from 'vitest'
import type { ZodObject, ZodType } from 'zod'
import {
	deleteAccountFormSchema,
	forgotPasswordFormSchema,
	profileFormSchema,
	registerFormSchema,
	resetPasswordFormSchema,
	settingsFormSchema,
	signInFormSchema,
	verifyEmailFormSchema,
} from '#app/domain/identity/account-forms.server.ts'
import { favoriteFormSchema, favoritesFormSchema } from '#app/domain/identity/favorite-form.server.ts'

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

function read(schema: ZodType, sent: string) {
	const form = new FormData()
	for (const [name, value] of new URLSearchParams(sent)) form.append(name, value)
	const submission = parseWithZod(form, { schema })
	return submission.status === 'success' ? submission.value : 'refused'
}

test.each<[string, ZodType, unknown]>([
	['add-favorite=ade', favoriteFormSchema, { kind: 'add', shopId: 'ade' }],
	['remove-favorite=ade', favoriteFormSchema, { kind: 'remove', shopId: 'ade' }],
	['book=ade', favoriteFormSchema, 'refused'],
	['add-favorite=../x', favoriteFormSchema, 'refused'],
	['', favoriteFormSchema, 'refused'],
	['book=ade', favoritesFormSchema, { kind: 'book', shopId: 'ade' }],
	['remove-favorite=ade', favoritesFormSchema, { kind: 'remove', shopId: 'ade' }],
	['book=', favoritesFormSchema, 'refused'],
	['theme=dark', settingsFormSchema, { intent: 'choose-theme', theme: 'dark' }],
	['session=x1', settingsFormSchema, { intent: 'sign-out', sessionId: 'x1' }],
	['intent=sign-out-everywhere', settingsFormSchema, { intent: 'sign-out-everywhere' }],
	['theme=pink', settingsFormSchema, 'refused'],
	['intent=x', settingsFormSchema, 'refused'],
	['intent=send', verifyEmailFormSchema, { intent: 'send' }],
	['token=abc', verifyEmailFormSchema, { intent: 'confirm', token: 'abc' }],
	[`token=${'a'.repeat(101)}`, verifyEmailFormSchema, 'refused'],
	['', verifyEmailFormSchema, 'refused'],
	['password= secret ', deleteAccountFormSchema, { password: ' secret ' }],
	['', deleteAccountFormSchema, 'refused'],
])('what is sent as %o is read or refused', (sent, schema, value) => {
	expect(read(schema, sent)).toEqual(value)
})
