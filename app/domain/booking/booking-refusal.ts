/** Why a step of a booking was refused. Expected answers, each worded once below; bugs throw. */
export type BookingRefusal =
	| 'service_not_offered'
	| 'staff_not_available'
	| 'missing_date_time'
	| 'slot_taken'
	| 'slot_past'
	| 'slot_outside_hours'
	| 'too_many_holds'
	| 'hold_not_renewable'
	| 'add_on_does_not_fit'
	| 'promo_not_valid'
	| 'price_changed'
	| 'own_overlap'
	| 'too_many_services'
	| 'visit_not_ahead'
	| 'too_late_to_move'
	| 'profile_error'
	| 'incomplete_profile'
	| 'missing_contact'
	| 'too_many_guesses'
	| 'session_error'
	| 'reference_conflict'
	| 'invalid_selection'
	| 'missing_required_data'
	| 'invalid_data_format'
	| 'prepayment_required'
	| 'invalid_amount'
	| 'missing_email'
	| 'too_many_payments'
	| 'payment_not_validated'
	| 'payment_conflict'
	| 'payment_not_started'
	| 'payment_no_url'
	| 'totals_not_updated'
	| 'promo_not_checked'
	| 'busy'
	| 'not_saved'

type Wording = { title: string; text: string; status: 409 | 422 | 429 | 503 }

/** The time is gone: other times answer it (spec 3, "Order of guards for a taken slot"). */
export const conflicts: readonly BookingRefusal[] = ['slot_taken', 'slot_past', 'slot_outside_hours']

const KEPT = 'What you typed is kept.'

/** The words that a customer reads and the status that the answer carries (spec 1 §8; architecture, "Failures"). */
export const bookingRefusals: Record<BookingRefusal, Wording> = {
	service_not_offered: {
		title: 'Service Error',
		text: 'Unable to validate service: it is not offered any more. Please choose another one.',
		status: 422,
	},
	staff_not_available: {
		title: 'Invalid Selection',
		text: 'This member of staff is not available for the service. Please choose another one.',
		status: 422,
	},
	missing_date_time: { title: 'Missing Date/Time', text: 'Please choose a date and a time.', status: 422 },
	slot_taken: {
		title: 'Booking Conflict',
		text: `Somebody took this time a moment ago. ${KEPT}`,
		status: 409,
	},
	slot_past: {
		title: 'Booking Conflict',
		text: `This time is too close or already past. ${KEPT}`,
		status: 409,
	},
	slot_outside_hours: {
		title: 'Booking Conflict',
		text: `The visit would not fit into the opening hours at this time. ${KEPT}`,
		status: 409,
	},
	too_many_holds: {
		title: 'Too many times on hold',
		text: 'Three chosen times are already being kept for you. Finish one of those bookings, or wait ten minutes.',
		status: 409,
	},
	hold_not_renewable: {
		title: 'Not extended',
		text: 'Your time can be extended once, while it is still yours.',
		status: 409,
	},
	add_on_does_not_fit: {
		title: 'Add-on not added',
		text: 'The visit would be too long for this time. Your time stays yours, without the add-on.',
		status: 409,
	},
	promo_not_valid: {
		title: 'Invalid promo code',
		text: 'This promo code is not valid or expired.',
		status: 422,
	},
	price_changed: {
		title: 'The price has changed',
		text: 'Nothing is booked yet. Please look at the new total and confirm again.',
		status: 409,
	},
	own_overlap: {
		title: 'You already have a visit then',
		text: 'Nothing is booked yet. If you want both visits, press Book anyway.',
		status: 409,
	},
	too_many_services: {
		title: 'Service not added',
		text: 'One visit has at most four services. Book the others as a visit of their own.',
		status: 422,
	},
	visit_not_ahead: {
		title: 'Not possible any more',
		text: 'This visit has begun, is over, or was cancelled. Nothing was changed.',
		status: 409,
	},
	too_late_to_move: {
		title: 'Too late to move online',
		text: 'The visit begins too soon. Nothing was changed: please call the business.',
		status: 409,
	},
	profile_error: {
		title: 'Profile Error',
		text: 'Unable to load your profile. Please sign in again, or fill in your details.',
		status: 409,
	},
	incomplete_profile: {
		title: 'Incomplete Profile',
		text: 'Please add your first and last name to your profile. Your booking is kept.',
		status: 422,
	},
	missing_contact: {
		title: 'Missing Contact Information',
		text: 'Please add an email or a phone number to your profile. Your booking is kept.',
		status: 422,
	},
	too_many_guesses: {
		title: 'Too many tries',
		text: 'Too many promo codes were not valid. Please wait a minute, or go on without one.',
		status: 429,
	},
	session_error: {
		title: 'Session Error',
		text: 'Your booking session is invalid. Please start a new booking.',
		status: 409,
	},
	reference_conflict: {
		title: 'Reference Number Conflict',
		text: 'Nothing is booked yet. Please try again in a moment.',
		status: 409,
	},
	invalid_selection: {
		title: 'Invalid Selection',
		text: 'Something that you chose is not available any more. Please choose again.',
		status: 422,
	},
	missing_required_data: {
		title: 'Missing Required Data',
		text: 'Something that the booking needs is missing. Please check what you entered.',
		status: 422,
	},
	invalid_data_format: {
		title: 'Invalid Data Format',
		text: 'Something that you entered could not be read. Please check it.',
		status: 422,
	},
	prepayment_required: {
		title: 'Payment in advance',
		text: 'This business asks for a payment online before the visit. What you typed is kept: please choose Pay online now.',
		status: 422,
	},
	invalid_amount: {
		title: 'Invalid Amount',
		text: 'We cannot process a zero-naira payment online. Please choose another way to pay.',
		status: 422,
	},
	missing_email: {
		title: 'Missing Email',
		text: 'Online payment needs an email address. Please add one to your profile, or choose another way to pay.',
		status: 422,
	},
	too_many_payments: {
		title: 'Payment Failed',
		text: 'Too many payments of this booking were started. Please choose another way to pay, or start a new booking.',
		status: 429,
	},
	payment_not_validated: {
		title: 'Payment Failed',
		text: 'Failed to validate checkout: something in it has just changed. Nothing was charged. Please look at it and try again.',
		status: 409,
	},
	payment_conflict: {
		title: 'Payment Failed',
		text: 'Session conflict detected - shop mismatch. Nothing was charged. Please open your booking again.',
		status: 409,
	},
	payment_not_started: {
		title: 'Payment Failed',
		text: 'Payment initialisation failed. Nothing was charged, and your time is kept. Please try again.',
		status: 503,
	},
	payment_no_url: {
		title: 'Payment Failed',
		text: 'No authorization URL received. Nothing was charged, and your time is kept. Please try again.',
		status: 503,
	},
	totals_not_updated: {
		title: 'Update Error',
		text: 'Failed to update booking totals. What you typed is on this page: please try again.',
		status: 503,
	},
	promo_not_checked: {
		title: 'Error',
		text: 'Failed to validate promo code. What you typed is on this page: please try again.',
		status: 503,
	},
	busy: {
		title: 'Very busy right now',
		text: 'Nothing was changed. Please try again in a moment.',
		status: 503,
	},
	not_saved: {
		title: 'Could not save',
		text: 'We could not reach the booking system. What you typed is on this page: please try again.',
		status: 503,
	},
}

/** The same words when a visit is moved: nothing was typed, and the visit stays. */
export function moveRefusal(refusal: BookingRefusal): Wording {
	const wording = bookingRefusals[refusal]
	return { ...wording, text: wording.text.replace(KEPT, 'Your booking stays as it was.') }
}
