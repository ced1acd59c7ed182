import * as z from 'zod'
import { parseEmail } from '#app/kernel/email.ts'
import { UNREADABLE } from '#app/kernel/form-fields.server.ts'
import { isCommonPassword } from './common-passwords.server.ts'
import { passwordLengthProblem } from './password-rules.ts'

const COMMON = 'This password is too easy to guess. Please choose another one.'

/** A name as a person types it: one line, trimmed, without control characters. */
function personName(label: string) {
	return z.string(`${label} is required`).transform((typed, context) => {
		const name = typed.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
		if (name !== '' && name.length <= 60) return name
		const message = name === '' ? `${label} is required` : `${label} is too long: at most 60 characters`
		context.addIssue({ code: 'custom', message })
		return z.NEVER
	})
}

const email = z.string('Email is required').transform((typed, context) => {
	const parsed = parseEmail(typed)
	if (parsed !== null) return parsed
	context.addIssue({ code: 'custom', message: 'Please enter a valid email address' })
	return z.NEVER
})

const newPassword = z.string('Password must be at least 6 characters').superRefine((typed, context) => {
	const problem = passwordLengthProblem(typed)
	if (problem !== null) context.addIssue({ code: 'custom', message: problem })
})

/** Passwords are compared, never changed: no trimming. */
const repeatedPassword = z.string('Passwords do not match')

/** A field that people do not see: whoever fills it in is no person. */
const honeypot = z.string(UNREADABLE).optional()

export const signInFormSchema = z.object({
	email,
	password: z.string('Password is required').max(2_000, 'Invalid login credentials'),
})

type TypedPasswords = { password: string; confirmPassword: string }

/** Compared as soon as both are there, whatever else is wrong with the form. */
const passwordsMatch = {
	test: ({ password, confirmPassword }: TypedPasswords) => password === confirmPassword,
	error: {
		path: ['confirmPassword'],
		message: 'Passwords do not match',
		when: ({ value }: { value: unknown }) =>
			typeof value === 'object' && value !== null && 'password' in value && 'confirmPassword' in value,
	},
}
const commonPassword = { path: ['password'], message: COMMON }

export const registerFormSchema = z
	.object({
		firstName: personName('First name'),
		lastName: personName('Last name'),
		email,
		password: newPassword,
		confirmPassword: repeatedPassword,
		topic: honeypot,
	})
	.refine(passwordsMatch.test, passwordsMatch.error)
	.refine((typed) => !isCommonPassword(typed.password, typed.email), commonPassword)

export const forgotPasswordFormSchema = z.object({ email, topic: honeypot })

export const resetPasswordFormSchema = z
	.object({
		token: z.string(UNREADABLE).max(100, UNREADABLE),
		password: newPassword,
		confirmPassword: repeatedPassword,
	})
	.refine(passwordsMatch.test, passwordsMatch.error)
	.refine((typed) => !isCommonPassword(typed.password), commonPassword)

export { COMMON as commonPasswordText, email as emailField, personName }
