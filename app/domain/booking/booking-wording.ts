import type { AppointmentParty } from '#app/domain/booking/appointment/appointment-policy.ts'
import type { Wording } from '#app/kernel/action-answer.ts'
import { bookingPath } from '#app/kernel/booking-paths.ts'
import { phoneLabel } from '#app/kernel/phone.ts'

/** What a customer reads of a refusal, always with a title, and the status of the answer (C52, A1). */
export type BookingWording = Wording & {
	title: string
	status: 409 | 422 | 429 | 503
	/** Of D33: `ceilingWords` adds the ways on. */
	isCeiling?: true
}

/**
 * The words of one refusal: a customer's on a page, the shop's for the kiosk, its programs and the operator. A reader
 * who cannot meet it has none.
 */
export type ReaderWords = { customer?: BookingWording; shop?: string } & (
	| { customer: BookingWording }
	| { shop: string }
)

/** The codes of a table that have words for a reader. */
export type WordedCode<Party extends AppointmentParty, Table> = {
	[Code in keyof Table]: Party extends keyof Table[Code] ? Code : never
}[keyof Table]

/** What the database may refuse, by the constraints that a subject names. */
export type RefusalOf<Constraints> = Constraints[keyof Constraints]

export const KEPT = 'Your details are saved.'
export const signInLink = { label: 'Sign in', path: `/login?redirectTo=${bookingPath}` }
const confirmEmail = { label: 'Confirm your email', path: '/verify-email' }

/** The wording for a customer of whom nothing typed is saved yet. */
export function nothingKept(wording: BookingWording): BookingWording {
	return { ...wording, text: wording.text.replace(` ${KEPT}`, '') }
}

/** The wording for a booking that stays as it is: its customer typed nothing. */
export function bookingKept(wording: BookingWording): BookingWording {
	return { ...wording, text: wording.text.replace(KEPT, 'Your booking has not changed.') }
}

/** A ceiling's wording with its ways on: the shop's phone, and the confirmed email that it does not count (D33). */
export function ceilingWords<Words extends Wording>(
	words: Words,
	{ shop, isSignedIn }: { shop: { name: string; phone: string | null } | null; isSignedIn: boolean },
): Words {
	const call = shop?.phone ? ` Or call ${shop.name}: ${phoneLabel(shop.phone)}.` : ''
	const nextStep = words.nextStep === signInLink && isSignedIn ? confirmEmail : words.nextStep
	return { ...words, text: words.text + call, nextStep }
}
