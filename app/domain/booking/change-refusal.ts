import { type BookingRefusal, type BookingWording, moveRefusal } from './booking-refusal.ts'

/** Why a change of a visit was refused: of its own, or as moving it is. */
export type ChangeRefusal = BookingRefusal | keyof typeof changeRefusals

const changeRefusals = {
	visit_changed: {
		title: 'Your booking has just changed',
		text: 'Nothing else was changed. Please check it and try again.',
		status: 409,
	},
	nothing_to_change: {
		title: 'Nothing to change',
		text: 'Your booking already looks like this.',
		status: 409,
	},
	staff_not_free: {
		title: 'Not free at that time',
		text: 'They aren’t free for your visit at that time. Your booking has not changed.',
		status: 409,
	},
	does_not_fit: {
		title: 'No room at your time',
		text: 'No one who offers this is free for long enough at your time. Your booking has not changed.',
		status: 409,
	},
	transfer_came: {
		title: 'Please ask the shop',
		text: 'Your transfer has arrived, so only the shop can change the price. Your booking has not changed.',
		status: 409,
	},
	payment_disputed: {
		title: 'Not possible right now',
		text: 'Your bank is reviewing your payment, so we can’t refund a part of it. Your booking has not changed.',
		status: 409,
	},
} as const satisfies Record<string, BookingWording>

/** Wordings that differ from those of a new booking, because this one exists. */
const ofBooked: Partial<Record<BookingRefusal, BookingWording>> = {
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

/** The words of a refused change, and the status of the answer. */
export function changeRefusal(refusal: ChangeRefusal): BookingWording {
	if (refusal in changeRefusals) return changeRefusals[refusal as keyof typeof changeRefusals]
	const ofBooking = refusal as BookingRefusal
	return ofBooked[ofBooking] ?? moveRefusal(ofBooking)
}
