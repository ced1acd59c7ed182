import * as z from 'zod'
import { emailField, knownEmailField, optionalPhoneField } from '#app/kernel/contact-fields.server.ts'
import { parseEmail } from '#app/kernel/email.ts'
import {
	idField,
	keptField,
	MAX_NAME_LENGTH,
	neededLine,
	outsideLine,
	secretField,
	UNREADABLE,
} from '#app/kernel/form-fields.server.ts'
import { themes } from '#app/kernel/vocabulary/identity.ts'
import { messageTopics } from '#app/kernel/vocabulary/messaging.ts'
import { MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT, passwordLengthProblem } from './password-rules.ts'

function personName(label: string) {
	const tooLong = `${label} is too long: at most ${MAX_NAME_LENGTH} characters`
	return neededLine(`${label} is required`, MAX_NAME_LENGTH, tooLong)
}

export const INVALID_EMAIL = 'Please enter a valid email address'

const email = emailField('Email is required', INVALID_EMAIL)
const knownEmail = knownEmailField('Email is required', INVALID_EMAIL)

/** Without `maxlength`: a browser would silently cut off a pasted password. */
const newPassword = secretField(PASSWORD_TOO_SHORT)
	.min(MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT)
	.superRefine((typed, context) => {
		// `min` has reported a short password. Aborting there would skip the comparison with the repeated one.
		const problem = typed.length < MIN_PASSWORD_LENGTH ? null : passwordLengthProblem(typed)
		if (problem !== null) context.addIssue({ code: 'custom', message: problem })
	})

/** Never trimmed, only compared. */
const repeatedPassword = secretField('Passwords do not match')

/** People do not see this field, only programs fill it in. */
const honeypot = outsideLine(UNREADABLE).optional()

export const signInFormSchema = z.object({
	email: knownEmail,
	password: secretField('Password is required').max(2_000, 'Invalid login credentials'),
})

type TypedPasswords = { password: string; confirmPassword: string }

/** Runs as soon as both passwords are there, even where other fields are wrong. */
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

export const findBookingFormSchema = z.object({ email, topic: honeypot })

/** Sends the link that proves the address, then erases by its token. */
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

const WRONG_PASSWORD = 'This password is not correct.'
const INVALID_PHONE = 'Invalid Phone Number: use a format like 0803 123 4567 or +234 803 123 4567.'

/** Profile fields (C10). The password is needed only when the e-mail changes. */
export const profileFormSchema = z.object({
	firstName: personName('First name'),
	lastName: personName('Last name'),
	email: knownEmail,
	phone: optionalPhoneField(INVALID_PHONE),
	password: secretField(WRONG_PASSWORD).max(2_000, WRONG_PASSWORD).optional(),
})

/** The chosen address, or null for text that is none. The present one may stay as it was stored before D70. */
export function chosenEmail(
	{ email, formerEmail }: z.infer<typeof knownEmail>,
	currentEmail: string,
): string | null {
	return formerEmail === currentEmail ? currentEmail : parseEmail(email)
}

export type ProfileForm = Omit<z.infer<typeof profileFormSchema>, 'email'> & { email: string }

const LONGEST_TOKEN = 100

const send = z.object({ intent: z.literal('send', UNREADABLE) })
const confirm = z
	.object({ token: keptField(LONGEST_TOKEN) })
	.transform(({ token }) => ({ intent: 'confirm' as const, token }))

/** Confirms by the token of a mailed link, or sends a new one. */
export const verifyEmailFormSchema = z.union([send, confirm], UNREADABLE)

/** An unreadable password is answered as a wrong one, and counted as an attempt. */
export const deleteAccountFormSchema = z.object({
	password: secretField(UNREADABLE),
	/** The tick that accepts the losses, if there are any. */
	givesUp: z.literal('1', UNREADABLE).optional(),
})

/** No password is needed within ten minutes of the last. An unreadable one is answered as a wrong one. */
export const exportFormSchema = z.object({ password: secretField(UNREADABLE).optional() })

const chooseTheme = z
	.object({ theme: z.enum(themes, UNREADABLE) })
	.transform(({ theme }) => ({ intent: 'choose-theme' as const, theme }))
const chooseDataSaver = z
	.object({ 'data-saver': z.enum(['on', 'off'], UNREADABLE) })
	.transform((form) => ({ intent: 'choose-data-saver' as const, isOn: form['data-saver'] === 'on' }))
const signOutOne = z
	.object({ session: idField() })
	.transform(({ session }) => ({ intent: 'sign-out' as const, sessionId: session }))
const signOutOthers = z.object({ intent: z.literal('sign-out-everywhere', UNREADABLE) })

const chooseMessages = z
	.object({
		intent: z.literal('choose-messages', UNREADABLE),
		topics: z.array(z.enum(messageTopics, UNREADABLE)).max(messageTopics.length),
	})
	.transform(({ intent, topics }) => ({
		intent,
		unwanted: messageTopics.filter((one) => !topics.includes(one)),
	}))

export const settingsFormSchema = z.union(
	[chooseTheme, chooseDataSaver, chooseMessages, signOutOne, signOutOthers],
	UNREADABLE,
)
