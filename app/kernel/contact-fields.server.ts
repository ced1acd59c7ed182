import * as z from 'zod'
import { cleanLine } from './clean-text.ts'
import { MAX_EMAIL_LENGTH, parseEmail, parseFormerEmail } from './email.ts'
import { MAX_TYPED_PHONE_LENGTH, parsePhone } from './phone.ts'

/** E-mail addresses and phone numbers from outside, in their stored form. */

type Reader = { most: number; parse: (typed: string) => string | null }

const email: Reader = { most: MAX_EMAIL_LENGTH, parse: parseEmail }
const phone: Reader = { most: MAX_TYPED_PHONE_LENGTH, parse: parsePhone }

/** Required (C7). */
export function emailField(missing: string, wrong = missing) {
	return neededField(email, missing, wrong)
}

/** Required (R45). */
export function phoneField(missing: string, wrong = missing) {
	return neededField(phone, missing, wrong)
}

/** Null when left empty. */
export function optionalEmailField(wrong: string) {
	return optionalField(email, wrong)
}

/** Null when left empty. */
export function optionalPhoneField(wrong: string) {
	return optionalField(phone, wrong)
}

/** The address of an existing account, also as it was stored before D70. */
export function knownEmailField(missing: string, wrong: string) {
	return z
		.string(missing)
		.max(MAX_EMAIL_LENGTH, wrong)
		.transform((typed, context) => {
			const former = parseFormerEmail(typed)
			const stored = parseEmail(typed) ?? former
			if (stored !== null) return { email: stored, formerEmail: former ?? stored }
			context.addIssue({ code: 'custom', message: cleanLine(typed) === '' ? missing : wrong })
			return z.NEVER
		})
}

function neededField({ most, parse }: Reader, missing: string, wrong: string) {
	return z
		.string(missing)
		.max(most, wrong)
		.transform((typed, context) => {
			const stored = parse(typed)
			if (stored !== null) return stored
			context.addIssue({ code: 'custom', message: cleanLine(typed) === '' ? missing : wrong })
			return z.NEVER
		})
}

function optionalField({ most, parse }: Reader, wrong: string) {
	return z
		.string(wrong)
		.max(most, wrong)
		.optional()
		.transform((typed, context) => {
			if (typed === undefined || cleanLine(typed) === '') return null
			const stored = parse(typed)
			if (stored !== null) return stored
			context.addIssue({ code: 'custom', message: wrong })
			return z.NEVER
		})
}
