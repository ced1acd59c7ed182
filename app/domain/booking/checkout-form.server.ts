import * as z from 'zod'
import { parseEmail } from '#app/kernel/email.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import { paymentChoices, tipPresetPercents } from '#app/kernel/vocabulary.ts'
import type { TypedContact } from './draft.ts'
import { normalizePromoCode } from './promo-code.ts'
import { NO_TIP, parseCustomTip, type TipChoice } from './tip.ts'

/**
 * The one form of checkout. Its buttons send everything, so that nothing typed is ever lost; `intent` says which was
 * pressed. Amounts are not among the fields: the total that the customer saw is only compared (decision D3).
 */
const checkoutIntents = [
	'update',
	'apply-promo',
	'remove-promo',
	'renew-hold',
	'hold-again',
	'add-service',
	'book',
	'book-anyway',
] as const

const UNREADABLE = 'Invalid Data Format: this could not be read, please write it again.'

/** One line as a person types it: trimmed, without control characters and lone surrogates, at most `max` characters. */
function line(name: string, max: number) {
	return z
		.string(UNREADABLE)
		.transform((typed) => typed.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim())
		.pipe(z.string().max(max, `${name} is too long: at most ${max} characters.`))
		.default('')
}

const tipChoices = ['none', 'custom', ...tipPresetPercents.map(String)] as [string, ...string[]]

/** What is kept of any post of checkout, finished or not. In the order of the page, which that of the problems follows. */
export const checkoutFormSchema = z.object({
	intent: z.enum(checkoutIntents, UNREADABLE).default('update'),
	draft: z.string(UNREADABLE).max(64, UNREADABLE).default(''),
	addOns: z
		.union([z.string().transform((one) => [one]), z.array(z.string())], UNREADABLE)
		.pipe(z.array(z.string().max(64, UNREADABLE)).max(30, UNREADABLE))
		.default([]),
	promoCode: line('The promo code', 40).transform(normalizePromoCode),
	tip: z.enum(tipChoices, 'Choose one of the tips.').default('none'),
	customTip: line('The tip', 20),
	paymentChoice: z.enum(paymentChoices, 'Missing Payment Method: choose how you will pay.').optional(),
	firstName: line('First name', 60),
	lastName: line('Last name', 60),
	email: line('E-mail', 254),
	phone: line('Phone number', 30),
	/** A service to take out of the visit. */
	removeService: z
		.string(UNREADABLE)
		.regex(/^[\w-]{1,64}$/, UNREADABLE)
		.optional(),
	/** The page showed the details of a profile instead of asking for them. */
	isSignedIn: z.literal('1', UNREADABLE).optional(),
	seenTotalKobo: z
		.string(UNREADABLE)
		.regex(/^\d{1,13}$/, UNREADABLE)
		.transform(Number)
		.optional(),
	/** What is to be paid online now, where that is not all of it. */
	seenDueKobo: z
		.string(UNREADABLE)
		.regex(/^\d{1,13}$/, UNREADABLE)
		.transform(Number)
		.optional(),
	startsAt: z
		.string(UNREADABLE)
		.regex(/^\d{12,14}$/, 'Missing Date/Time: choose one of the times.')
		.transform(Number)
		.optional(),
})

export type CheckoutForm = z.output<typeof checkoutFormSchema>

export type FieldProblems = Partial<Record<keyof CheckoutForm, string[]>>

/** The tip that the fields say; a custom amount that is no number is ₦0 (spec 1 §5); null when it is absurdly large. */
export function tipOf(form: Pick<CheckoutForm, 'tip' | 'customTip'>): TipChoice | null {
	if (form.tip === 'none') return NO_TIP
	if (form.tip !== 'custom') return { kind: 'percent', percent: Number(form.tip), customKobo: 0 }
	const customKobo = parseCustomTip(form.customTip)
	return customKobo === null ? null : { kind: 'custom', percent: 0, customKobo }
}

/** A guest's contact as it is stored, or what is missing, in the specification's words (spec 1 §5). */
export function readGuestContact(
	typed: TypedContact,
):
	| { ok: true; contact: { firstName: string; lastName: string; email: string; phone: string } }
	| { ok: false; problems: FieldProblems } {
	const problems: FieldProblems = {}
	if (typed.firstName === '')
		problems.firstName = ['Missing First Name: write the name that the salon will call.']
	if (typed.lastName === '') problems.lastName = ['Missing Last Name: write your family name.']
	const email = parseEmail(typed.email)
	if (typed.email === '') problems.email = ['Missing Email: your booking is sent to it.']
	else if (email === null) problems.email = ['Invalid Email - Please enter a valid email address']
	const phone = parsePhone(typed.phone)
	if (typed.phone === '')
		problems.phone = ['Missing Phone Number: write the number that the salon can call, like 0803 123 4567.']
	else if (phone === null)
		problems.phone = ['Invalid Phone Number: write it like 0803 123 4567 or +234 803 123 4567.']
	if (email === null || phone === null || Object.keys(problems).length > 0) return { ok: false, problems }
	return { ok: true, contact: { firstName: typed.firstName, lastName: typed.lastName, email, phone } }
}
