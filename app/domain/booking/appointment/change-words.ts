import { type BookingWording, bookingKept } from '#app/domain/booking/booking-wording.ts'
import { type CodeFor, customerWords } from '#app/domain/booking/reader-words.ts'

/** A new booking's words would be wrong here: this booking stays. */
const ofBooked: Partial<Record<CodeFor<'customer'>, BookingWording>> = {
	service_not_offered: {
		title: 'No longer offered',
		text: 'The shop no longer offers this service. Your booking has not changed.',
		status: 409,
	},
	price_changed: {
		title: 'The price has changed',
		text: 'Your booking has not changed. Please check the new price and confirm.',
		status: 409,
	},
	staff_not_available: {
		title: 'Not available',
		text: 'They no longer offer this service. Your booking has not changed.',
		status: 409,
	},
	too_late_to_move: {
		title: 'Too late to change online',
		text: 'The visit starts too soon. Nothing was changed. Please call the shop.',
		status: 409,
	},
	too_many_moves: {
		title: 'Changed too often',
		text: 'This visit can’t be changed online again. To change it, please call the shop.',
		status: 409,
		isCeiling: true,
	},
}

/** The words of a refused change, and the answer's status. */
export function changeWords(refusal: CodeFor<'customer'>): BookingWording {
	return ofBooked[refusal] ?? bookingKept(customerWords(refusal))
}
