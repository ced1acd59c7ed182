import * as z from 'zod'
import type { TypedContact } from '#app/domain/booking/draft/draft.ts'
import { CHOOSE_A_TIME } from '#app/domain/booking/draft/step-forms.server.ts'
import { bookingNotes, forEachNote } from '#app/kernel/booking-notes.ts'
import { emailField, phoneField } from '#app/kernel/contact-fields.server.ts'
import { MAX_EMAIL_LENGTH } from '#app/kernel/email.ts'
import {
	idField,
	instantField,
	keptField,
	MAX_NAME_LENGTH,
	outsideLine,
	shortLine,
	UNREADABLE,
} from '#app/kernel/form-fields.server.ts'
import { accepted, type Outcome } from '#app/kernel/outcome.ts'
import { typedDateField } from '#app/kernel/owner-fields.server.ts'
import { MAX_TYPED_PHONE_LENGTH } from '#app/kernel/phone.ts'
import { paymentChoices, tipPresetPercents } from '#app/kernel/vocabulary/booking.ts'
import { NO_TIP, parseCustomTip, type TipChoice, type TipProblem } from './price-draft.ts'
import { normalizePromoCode } from './promo-code.ts'

/** For values that are well formed and still wrong (C42, C44, D68). */
export const checkoutProblems = {
	startsAt: 'Missing Date/Time: choose a date and a time.',
	paymentChoice: 'Missing Payment Method: choose how you will pay.',
	seenTotalKobo: 'Missing Required Data: open checkout again.',
	tipNoNumber: 'Invalid Amount: type the tip as a number, such as 500.',
	tipTooLarge: 'Invalid Amount: a tip is at most ₦1,000,000.',
	twoSavings: 'You can use a reward or a code, not both: choose No reward, or clear this code.',
	twoTips: 'Invalid Amount: tick Other for this amount, or clear it.',
} as const

/**
 * Every button sends the whole form, so that nothing typed is lost; `intent` names the button. Amounts are no fields:
 * the total that the customer saw is only compared (D3).
 */
const checkoutIntents = [
	'update',
	'apply-promo',
	'remove-promo',
	'renew-hold',
	'hold-again',
	'add-service',
	'sign-in',
	'edit-profile',
	'times',
	'check-payment',
	'book',
	'book-anyway',
] as const

/** '' for none. */
const keptId = keptField(64)

function ids(max: number) {
	return z
		.union([keptId.transform((one) => [one]), z.array(keptId).max(max, UNREADABLE)], UNREADABLE)
		.default([])
}

/** A missing line is empty. */
function line(name: string, max: number) {
	return shortLine(max, `${name} is too long: at most ${max} characters.`).default('')
}

const tipChoices = ['none', 'custom', ...tipPresetPercents.map(String)] as [string, ...string[]]

const paymentChoice = z.enum(paymentChoices, checkoutProblems.paymentChoice)

const shownKobo = z
	.string(UNREADABLE)
	.regex(/^\d{1,13}$/, UNREADABLE)
	.transform(Number)
	.optional()

/** What every post of checkout saves, finished or not. Problems follow this order, the page's. */
export const checkoutFormSchema = z.object({
	intent: z.enum(checkoutIntents, UNREADABLE).default('update'),
	draft: keptId.default(''),
	firstName: line('First name', MAX_NAME_LENGTH),
	lastName: line('Last name', MAX_NAME_LENGTH),
	email: line('Email', MAX_EMAIL_LENGTH),
	phone: line('Phone number', MAX_TYPED_PHONE_LENGTH),
	addOns: ids(30),
	promoCode: line('The promo code', 40).transform(normalizePromoCode),
	/** '' for none. */
	reward: keptId.default(''),
	usesCashback: z.literal('1', UNREADABLE).optional(),
	tip: z.enum(tipChoices, 'Choose one of the tips.').default('none'),
	customTip: line('The tip', 20),
	/** The custom tip that the page first showed: another one was typed. */
	shownTip: line('The tip', 20),
	paymentChoice: paymentChoice.optional(),
	...forEachNote((name) => line(bookingNotes[name].name, bookingNotes[name].mostLetters)),
	removeService: idField().optional(),
	/** The page showed a profile's details instead of asking for them. */
	isSignedIn: z.literal('1', UNREADABLE).optional(),
	seenTotalKobo: shownKobo,
	/** The cashback in the shown total. */
	seenCashbackKobo: shownKobo,
	/** The part to pay online now, where it is not the whole. */
	seenDueKobo: shownKobo,
	/** The customer's other visits at that time, as shown (R6). */
	seenOverlaps: ids(30),
	startsAt: instantField(CHOOSE_A_TIME).optional(),
})

export type CheckoutValues = z.output<typeof checkoutFormSchema>

/** Whether a post books, or pays online. */
export function isBooking({ intent }: Pick<CheckoutValues, 'intent'>): boolean {
	return intent === 'book' || intent === 'book-anyway'
}

export type FieldProblems = Partial<Record<keyof CheckoutValues, string[]>>

type TipFields = Pick<CheckoutValues, 'tip' | 'customTip'> & Partial<Pick<CheckoutValues, 'shownTip'>>

/** An amount was typed with 'No tip', without ticking 'Other' (M9). */
function isTyped({ customTip, shownTip = '' }: TipFields): boolean {
	return customTip !== '' && customTip !== shownTip
}

/** A percentage is ticked and another amount typed: only the customer knows which is meant (M9). */
export function saysTwoTips(form: TipFields): boolean {
	return form.tip !== 'none' && form.tip !== 'custom' && isTyped(form)
}

/** A typed amount counts although 'Other' is not ticked (M9). Refuses as `parseCustomTip`. */
export function readTip(form: TipFields): Outcome<TipChoice, TipProblem> {
	if (form.tip !== 'none' && form.tip !== 'custom')
		return accepted({ kind: 'percent', percent: Number(form.tip), customKobo: 0 })
	if (form.tip === 'none' && !isTyped(form)) return accepted(NO_TIP)
	const typed = parseCustomTip(form.customTip)
	return typed.ok ? accepted({ kind: 'custom', percent: 0, customKobo: typed.value }) : typed
}

const INVALID_EMAIL = 'Invalid Email - Please enter a valid email address'
const INVALID_PHONE = 'Invalid Phone Number: use a format like 0803 123 4567 or +234 803 123 4567.'

function required(missing: string) {
	return outsideLine(missing).min(1, missing)
}

/** Booking needs a payment choice; other posts of checkout may leave it out. */
export const bookingSchema = z.object({ paymentChoice })

/** In fixed words (C42). */
const guestContactSchema = z.object({
	firstName: required('Missing First Name: enter your first name.'),
	lastName: required('Missing Last Name: enter your last name.'),
	email: emailField('Missing Email: enter the email to send your booking to.', INVALID_EMAIL),
	phone: phoneField(
		'Missing Phone Number: enter a number the shop can call, like 0803 123 4567.',
		INVALID_PHONE,
	),
})

export const guestBookingSchema = bookingSchema.extend(guestContactSchema.shape)

/** A guest's contact in its stored form, or the missing fields. */
export function readGuestContact(
	typed: TypedContact,
): { ok: true; contact: z.output<typeof guestContactSchema> } | { ok: false; problems: FieldProblems } {
	const read = guestContactSchema.safeParse(typed)
	return read.success
		? { ok: true, contact: read.data }
		: { ok: false, problems: z.flattenError(read.error).fieldErrors }
}

export const DEPOSIT_EMAIL_WORDS = 'Type your email, such as ada@example.com'

/** The e-mail is needed only where the shop typed none. */
export const depositFormSchema = z.object({ email: emailField(DEPOSIT_EMAIL_WORDS).optional() })

const CHOOSE_A_DAY = 'Choose one of the days.'

/** `readGuestContact` reads a guest's details. */
export const slotWaitFormSchema = z.object({
	date: typedDateField(CHOOSE_A_DAY),
	firstName: line('First name', MAX_NAME_LENGTH),
	lastName: line('Last name', MAX_NAME_LENGTH),
	email: line('Email', MAX_EMAIL_LENGTH),
	phone: line('Phone number', MAX_TYPED_PHONE_LENGTH),
})

export const slotPlaceFormSchema = z.object({ intent: z.enum(['book', 'prove', 'leave'], UNREADABLE) })
