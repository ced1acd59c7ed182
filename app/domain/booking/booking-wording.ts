import type { AppointmentParty } from '#app/domain/booking/appointment/appointment-policy.ts'
import type { Wording } from '#app/kernel/action-answer.ts'
import { bookingPath } from '#app/kernel/booking-paths.ts'
import { phoneLabel } from '#app/kernel/phone.ts'

/** What a customer reads of a refusal, and the answer's status (C52, A1). */
export type BookingWording = Wording & {
	title: string
	status: 409 | 422 | 429 | 503
	/** `ceilingWords` adds what the customer can do (D33). */
	isCeiling?: true
}

/**
 * A refusal for the customer's page, and for the shop's kiosk, programs and operator. A reader who never gets a refusal
 * has no words for it.
 */
export type ReaderWords = { customer?: BookingWording; shop?: string } & (
	| { customer: BookingWording }
	| { shop: string }
)

/** The codes with words for a reader. */
export type WordedCode<Party extends AppointmentParty, Table> = {
	[Code in keyof Table]: Party extends keyof Table[Code] ? Code : never
}[keyof Table]

export type RefusalOf<Constraints> = Constraints[keyof Constraints]

export const KEPT = 'Your details are saved.'
export const signInLink = { label: 'Sign in', path: `/login?redirectTo=${bookingPath}` }
const confirmEmail = { label: 'Confirm your email', path: '/verify-email' }

/** For a customer whose typed details are not saved yet. */
export function nothingKept(wording: BookingWording): BookingWording {
	return { ...wording, text: wording.text.replace(` ${KEPT}`, '') }
}

/** For an existing booking, whose customer typed nothing. */
export function bookingKept(wording: BookingWording): BookingWording {
	return { ...wording, text: wording.text.replace(KEPT, 'Your booking has not changed.') }
}

/** Adds the shop's phone and, for a signed-in customer, the step to confirm the e-mail (D33). */
export function ceilingWords<Words extends Wording>(
	words: Words,
	{ shop, isSignedIn }: { shop: { name: string; phone: string | null } | null; isSignedIn: boolean },
): Words {
	const call = shop?.phone ? ` Or call ${shop.name}: ${phoneLabel(shop.phone)}.` : ''
	const nextStep = words.nextStep === signInLink && isSignedIn ? confirmEmail : words.nextStep
	return { ...words, text: words.text + call, nextStep }
}
