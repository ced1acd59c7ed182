import type { ReaderWords } from '#app/domain/booking/booking-wording.ts'
import { stepPath } from '#app/kernel/booking-paths.ts'

/** Why a customer cannot wait for a time, or cannot have the one that was held for them. */
export const slotWaitRefusals = {
	too_many_slot_waits: {
		customer: {
			title: 'Not on the list',
			text: 'You’re on as many lists as we allow, or this day’s list is full. Leave another list, or choose another day.',
			status: 429,
			isCeiling: true,
		},
	},
	wait_not_needed: {
		customer: {
			title: 'A time is free',
			text: 'No need to wait for this day: choose one of its free times.',
			status: 409,
			nextStep: { label: 'See the free times', path: stepPath('time-selection') },
		},
	},
	wait_day_closed: {
		customer: {
			title: 'Not on the list',
			text: 'This day can’t be booked: it is over, too far ahead, or the shop is closed. Please choose another day.',
			status: 422,
			nextStep: { label: 'Choose another day', path: stepPath('time-selection') },
		},
	},
	wait_for_one_service: {
		customer: {
			title: 'One service at a time',
			text: 'You can wait for one service at a time. Remove the others from your booking first, or choose another day.',
			status: 422,
			nextStep: { label: 'Change your booking', path: stepPath('checkout') },
		},
	},
	wait_over: {
		customer: {
			title: 'Not on the list',
			text: 'You’re no longer on this list.',
			status: 409,
		},
	},
} satisfies Record<string, ReaderWords>

export type SlotWaitRefusal = keyof typeof slotWaitRefusals
