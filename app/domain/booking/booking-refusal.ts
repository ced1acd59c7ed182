import type { Wording } from '#app/kernel/action-answer.ts'
import { bookingPath, staffPath, stepPath } from '#app/kernel/booking-paths.ts'
import { phoneLabel } from '#app/kernel/phone.ts'

/** Why a step of a booking was refused. Each code is worded once below; bugs throw. */
export type BookingRefusal =
	| 'service_not_offered'
	| 'staff_not_available'
	| 'missing_date_time'
	| 'slot_taken'
	| 'slot_past'
	| 'slot_outside_hours'
	| 'too_many_holds'
	| 'hold_not_renewable'
	| 'hold_time_used'
	| 'too_many_network_holds'
	| 'too_many_drafts'
	| 'too_many_guest_bookings'
	| 'too_many_appointments_ahead'
	| 'too_many_payment_starts'
	| 'too_many_moves'
	| 'promo_busy'
	| 'add_on_does_not_fit'
	| 'promo_not_valid'
	| 'referral_not_valid'
	| 'referral_own_code'
	| 'reward_not_available'
	| 'cashback_not_available'
	| 'price_changed'
	| 'own_overlap'
	| 'too_many_services'
	| 'appointment_not_ahead'
	| 'too_late_to_move'
	| 'profile_error'
	| 'incomplete_profile'
	| 'missing_contact'
	| 'promo_rate_limited'
	| 'session_error'
	| 'another_booking'
	| 'reference_number_conflict'
	| 'invalid_selection'
	| 'missing_required_data'
	| 'invalid_data_format'
	| 'prepayment_required'
	| 'totals_not_updated'
	| 'promo_not_checked'
	| 'busy'
	| 'not_saved'

/** The words of a refusal of this context: always with a title. */
export type BookingWording = Wording & {
	title: string
	status: 409 | 422 | 429 | 503
	/** Of D33: `ceilingWords` adds the ways on. */
	isCeiling?: true
}

/** Refusals of the chosen time, which the page answers with other times (C37). */
export const conflicts: readonly BookingRefusal[] = ['slot_taken', 'slot_past', 'slot_outside_hours']

const KEPT = 'Your details are saved.'
const confirmEmail = { label: 'Confirm your email', path: '/verify-email' }
const signIn = { label: 'Sign in', path: `/login?redirectTo=${bookingPath}` }

/** The words that a customer reads, and the status of the answer (C52, A1). */
export const bookingRefusals: Record<BookingRefusal, BookingWording> = {
	service_not_offered: {
		title: 'Service Error',
		text: 'Unable to validate service: it is no longer offered. Please choose another one.',
		status: 422,
		nextStep: { label: 'Choose another service', path: stepPath('service-selection') },
	},
	staff_not_available: {
		title: 'Invalid Selection',
		text: 'This staff member is not available for the service. Please choose another one.',
		status: 422,
		nextStep: { label: 'Choose someone else', path: staffPath },
	},
	missing_date_time: { title: 'Missing Date/Time', text: 'Please choose a date and a time.', status: 422 },
	slot_taken: {
		title: 'Booking Conflict',
		text: `Someone has just taken this time. ${KEPT}`,
		status: 409,
	},
	slot_past: {
		title: 'Booking Conflict',
		text: `This time is too close or already past. ${KEPT}`,
		status: 409,
	},
	slot_outside_hours: {
		title: 'Booking Conflict',
		text: `The visit would run past the working hours at this time. ${KEPT}`,
		status: 409,
	},
	too_many_holds: {
		title: 'Too many times on hold',
		text: 'Three times are already on hold for this email or phone number. Finish one of those bookings, or try again in up to 35 minutes.',
		status: 409,
	},
	hold_not_renewable: {
		title: 'Not extended',
		text: 'Your time can be extended once, in its last three minutes.',
		status: 409,
	},
	hold_time_used: {
		title: 'Not on hold',
		text: `We can only hold times for 30 minutes per booking, so this one isn’t on hold. You can still book it while it is free. ${KEPT}`,
		status: 409,
	},
	too_many_network_holds: {
		title: 'Many people on your network are booking',
		text: 'Guests on your network already have many times on hold or booked here. Sign in with a confirmed email to continue right away, or try again in ten minutes.',
		status: 429,
		isCeiling: true,
		nextStep: signIn,
	},
	too_many_drafts: {
		title: 'Many people on your network are booking',
		text: 'Guests on your network have started too many bookings this hour. Sign in with a confirmed email to continue right away, or try again in an hour.',
		status: 429,
		isCeiling: true,
		nextStep: signIn,
	},
	too_many_guest_bookings: {
		title: 'Many people on your network are booking',
		text: `Nothing is booked yet: guests on your network have made too many bookings here this hour. Sign in with a confirmed email to book right away, or try again in an hour. ${KEPT}`,
		status: 429,
		isCeiling: true,
		nextStep: signIn,
	},
	too_many_appointments_ahead: {
		title: 'Too many upcoming visits',
		text: `Nothing is booked yet: you already have the most unpaid visits we allow at this shop. Book again after one of them, or pay for this one online. With a confirmed email you can have more. ${KEPT}`,
		status: 429,
		isCeiling: true,
	},
	too_many_payment_starts: {
		title: 'Too many payments started',
		text: `Nothing was charged. Too many online payments were started this hour. Choose another way to pay, or try again in an hour. ${KEPT}`,
		status: 429,
		isCeiling: true,
	},
	too_many_moves: {
		title: 'Moved too often',
		text: 'This visit can’t be moved online again. To change it, please call the shop.',
		status: 409,
		isCeiling: true,
	},
	promo_busy: {
		title: 'Promo code in use',
		text: `Many guests on your network are paying with promo codes here. Nothing was charged. Sign in with a confirmed email, try again in half an hour, or continue without the code. ${KEPT}`,
		status: 429,
		isCeiling: true,
		nextStep: signIn,
	},
	add_on_does_not_fit: {
		title: 'Add-on not added',
		text: 'The visit would be too long for this time. We’re still holding your time, without the add-on.',
		status: 409,
	},
	promo_not_valid: {
		title: 'Invalid promo code',
		text: 'This promo code is not valid or expired.',
		status: 422,
	},
	referral_not_valid: {
		title: 'Code not for this visit',
		text: 'This code is for a friend’s first visit to a shop. Nothing is booked yet: please check the total and confirm.',
		status: 409,
	},
	referral_own_code: {
		title: 'Your own code',
		text: 'This code is for friends. It gives them a discount on their first visit. Nothing is booked yet: please check the total and confirm.',
		status: 409,
	},
	reward_not_available: {
		title: 'Reward not available',
		text: `This reward can’t be used for this visit now. Nothing is booked yet: please check the total and confirm. ${KEPT}`,
		status: 409,
		nextStep: { label: 'See your rewards', path: '/rewards' },
	},
	cashback_not_available: {
		title: 'Your cashback has changed',
		text: `Some of it was used for another visit. Nothing is booked yet: please check the total and confirm. ${KEPT}`,
		status: 409,
	},
	price_changed: {
		title: 'Your total has changed',
		text: 'Nothing is booked yet. Please check the new total and confirm.',
		status: 409,
	},
	own_overlap: {
		title: 'You already have a visit then',
		text: 'Nothing is booked yet. If you want both visits, press Book anyway.',
		status: 409,
	},
	too_many_services: {
		title: 'Service not added',
		text: 'A visit can have up to four services. Please book the others separately.',
		status: 422,
	},
	appointment_not_ahead: {
		title: 'No longer possible',
		text: 'This visit has started, is over, or was cancelled. Nothing was changed.',
		status: 409,
	},
	too_late_to_move: {
		title: 'Too late to move online',
		text: 'The visit starts too soon. Nothing was changed. Please call the shop.',
		status: 409,
	},
	profile_error: {
		title: 'Profile Error',
		text: 'Unable to load your profile. Please sign in again, or enter your details.',
		status: 409,
	},
	incomplete_profile: {
		title: 'Incomplete Profile',
		text: 'Your profile needs your first and last name. Tap Change to add them. We’ll bring you back here and keep your booking.',
		status: 422,
	},
	missing_contact: {
		title: 'Missing Contact Information',
		text: 'Your profile needs an email or a phone number. Tap Change to add one. We’ll bring you back here and keep your booking.',
		status: 422,
	},
	promo_rate_limited: {
		title: 'Too many attempts',
		text: 'You’ve tried too many invalid codes. Please wait a minute, or continue without one.',
		status: 429,
	},
	session_error: {
		title: 'Session Error',
		text: 'Your booking session is invalid. Please start a new booking.',
		status: 409,
	},
	another_booking: {
		title: 'Session Error',
		text: 'That page was for an earlier booking. Nothing was changed; your current booking is below.',
		status: 409,
	},
	reference_number_conflict: {
		title: 'Reference Number Conflict',
		text: 'Nothing is booked yet. Please try again in a moment.',
		status: 409,
	},
	invalid_selection: {
		title: 'Invalid Selection',
		text: 'Something you chose is no longer available. Please choose again.',
		status: 422,
	},
	missing_required_data: {
		title: 'Missing Required Data',
		text: 'Something is missing. Please check what you entered.',
		status: 422,
	},
	invalid_data_format: {
		title: 'Invalid Data Format',
		text: 'We couldn’t read something you entered. Please check it.',
		status: 422,
	},
	prepayment_required: {
		title: 'Payment in advance',
		text: 'This shop asks for online payment before the visit. Your details are saved. Please choose Pay online now.',
		status: 422,
	},
	totals_not_updated: {
		title: 'Update Error',
		text: 'Failed to update booking totals. Your details are still on this page. Please try again.',
		status: 503,
	},
	promo_not_checked: {
		title: 'Error',
		text: 'Failed to validate promo code. Your details are still on this page. Please try again.',
		status: 503,
	},
	busy: {
		title: 'Very busy right now',
		text: 'Nothing was changed. Please try again in a moment.',
		status: 503,
	},
	not_saved: {
		title: 'Could not save',
		text: 'We couldn’t reach the booking system. Please try again.',
		status: 503,
	},
}

/** A ceiling's wording with its ways on: the shop's phone, and the confirmed email that it does not count (D33). */
export function ceilingWords<Words extends Wording>(
	words: Words,
	{ shop, isSignedIn }: { shop: { name: string; phone: string | null } | null; isSignedIn: boolean },
): Words {
	const call = shop?.phone ? ` Or call ${shop.name}: ${phoneLabel(shop.phone)}.` : ''
	const nextStep = words.nextStep === signIn && isSignedIn ? confirmEmail : words.nextStep
	return { ...words, text: words.text + call, nextStep }
}

/** Why a typed code takes nothing off: it is not kept, and answered at its field. */
export type CodeRefusal = Extract<
	BookingRefusal,
	'promo_not_valid' | 'referral_not_valid' | 'referral_own_code'
>

export function isCodeRefusal(refusal: string): refusal is CodeRefusal {
	return ['promo_not_valid', 'referral_not_valid', 'referral_own_code'].includes(refusal)
}

/** The wording of a refused move: the customer typed nothing, and the booking stays. */
export function moveRefusal(refusal: BookingRefusal): BookingWording {
	const wording = bookingRefusals[refusal]
	return { ...wording, text: wording.text.replace(KEPT, 'Your booking has not changed.') }
}

/** The wording for a customer of whom nothing typed is saved yet. */
export function nothingKept(wording: BookingWording): BookingWording {
	return { ...wording, text: wording.text.replace(` ${KEPT}`, '') }
}

/** The wording of 'add_on_does_not_fit' for add-ons of these names. */
export function addOnsTooLong(names: readonly string[]): BookingWording {
	const wording = bookingRefusals.add_on_does_not_fit
	const [last, ...others] = names.toReversed()
	if (last === undefined) return wording
	const list = others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
	const it = others.length === 0 ? 'it' : 'them'
	const text = `The visit would be too long for this time with ${list}. We’re still holding your time, without ${it}.`
	return { ...wording, text }
}
