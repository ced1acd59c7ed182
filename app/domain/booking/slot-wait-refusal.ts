import { stepPath } from '#app/kernel/booking-paths.ts'
import type { WriteFailure } from '#app/kernel/write-batch.server.ts'
import { type BookingWording, bookingRefusals } from './booking-refusal.ts'

/** Why a customer cannot wait for a time, or cannot have the one that was held for them. */
export type SlotWaitRefusal =
	| 'session_error'
	| 'too_many_slot_waits'
	| 'wait_not_needed'
	| 'wait_day_closed'
	| 'wait_for_one_service'
	| 'wait_over'
	| 'incomplete_profile'
	| 'service_not_offered'
	| 'too_many_drafts'
	| WriteFailure

const { session_error, incomplete_profile, service_not_offered, too_many_drafts, busy, not_saved } =
	bookingRefusals

/** The words that a customer reads. */
export const slotWaitRefusals: Record<SlotWaitRefusal, BookingWording> = {
	session_error,
	incomplete_profile,
	service_not_offered,
	too_many_drafts,
	busy,
	not_saved,
	too_many_slot_waits: {
		title: 'Not on the list',
		text: 'You’re on as many lists as we allow, or this day’s list is full. Leave another list, or choose another day.',
		status: 429,
		isCeiling: true,
	},
	wait_not_needed: {
		title: 'A time is free',
		text: 'No need to wait for this day: choose one of its free times.',
		status: 409,
		nextStep: { label: 'See the free times', path: stepPath('time-selection') },
	},
	wait_day_closed: {
		title: 'Not on the list',
		text: 'This day can’t be booked: it is over, too far ahead, or the shop is closed. Please choose another day.',
		status: 422,
		nextStep: { label: 'Choose another day', path: stepPath('time-selection') },
	},
	wait_for_one_service: {
		title: 'One service at a time',
		text: 'You can wait for one service at a time. Remove the others from your booking first, or choose another day.',
		status: 422,
		nextStep: { label: 'Change your booking', path: stepPath('checkout') },
	},
	wait_over: {
		title: 'Not on the list',
		text: 'You’re no longer on this list.',
		status: 409,
	},
}
