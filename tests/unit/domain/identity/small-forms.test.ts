import { parseWithZod } from '@conform-to/zod/v4'
import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { deleteAccountFormSchema } from '#app/domain/identity/delete-account-form.server.ts'
import { favoriteFormSchema, favoritesFormSchema } from '#app/domain/identity/favorite-form.server.ts'
import { settingsFormSchema } from '#app/domain/identity/settings-form.server.ts'
import { verifyEmailFormSchema } from '#app/domain/identity/verify-email-form.server.ts'

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
