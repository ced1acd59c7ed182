import * as z from 'zod'
import { emailField, knownEmailField } from '#app/kernel/contact-fields.server.ts'
import {
	keptField,
	MAX_NAME_LENGTH,
	neededLine,
	outsideLine,
	secretField,
	UNREADABLE,
} from '#app/kernel/form-fields.server.ts'
import { MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT, passwordLengthProblem } from './password-rules.ts'

function personName(label: string) {
	const tooLong = `${label} is too long: at most ${MAX_NAME_LENGTH} characters`
	return neededLine(`${label} is required`, MAX_NAME_LENGTH, tooLong)
}

const INVALID_EMAIL = 'Please enter a valid email address'

const email = emailField('Email is required', INVALID_EMAIL)
const knownEmail = knownEmailField('Email is required', INVALID_EMAIL)

/** No longest length in the field: a browser would cut off the end of a pasted password in silence. */
const newPassword = secretField(PASSWORD_TOO_SHORT)
	.min(MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT)
	.superRefine((typed, context) => {
		// `min` has said so; to abort there would also skip the comparison with the repeated password.
		const problem = typed.length < MIN_PASSWORD_LENGTH ? null : passwordLengthProblem(typed)
		if (problem !== null) context.addIssue({ code: 'custom', message: problem })
	})

/** Passwords are compared, never changed: no trimming. */
const repeatedPassword = secretField('Passwords do not match')

/** A field that people do not see: only a program fills it in. */
const honeypot = outsideLine(UNREADABLE).optional()

export const signInFormSchema = z.object({
	email: knownEmail,
	password: secretField('Password is required').max(2_000, 'Invalid login credentials'),
})

type TypedPasswords = { password: string; confirmPassword: string }

/** Compared as soon as both are there, even where other fields are wrong. */
const passwordsMatch = {
	test: ({ password, confirmPassword }: TypedPasswords) => password === confirmPassword,
	error: {
		path: ['confirmPassword'],
		message: 'Passwords do not match',
		when: ({ value }: { value: unknown }) =>
			typeof value === 'object' && value !== null && 'password' in value && 'confirmPassword' in value,
	},
}

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

/** Whose bookings' links are asked for. */
export const findBookingFormSchema = z.object({ email, topic: honeypot })

/** Whose guest bookings are to be erased, and, with the mailed link, the yes. */
export const eraseGuestFormSchema = z.discriminatedUnion('intent', [
	z.object({ intent: z.literal('send'), email, topic: honeypot }),
	z.object({ intent: z.literal('erase'), token: keptField(768) }),
])

export const forgotPasswordFormSchema = z.object({ email: knownEmail, topic: honeypot })

export const resetPasswordFormSchema = z
	.object({
		token: keptField(100),
		password: newPassword,
		confirmPassword: repeatedPassword,
	})
	.refine(passwordsMatch.test, passwordsMatch.error)

export { INVALID_EMAIL as invalidEmailText, knownEmail, personName }
