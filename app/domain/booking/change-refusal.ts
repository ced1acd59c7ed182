import type { ReaderWords } from './booking-wording.ts'

/** Why a change of an appointment was refused for what it is. */
export const changeRefusals = {
	visit_changed: {
		customer: {
			title: 'Your booking has just changed',
			text: 'Nothing else was changed. Please check it and try again.',
			status: 409,
		},
	},
	nothing_to_change: {
		customer: {
			title: 'Nothing to change',
			text: 'Your booking already looks like this.',
			status: 409,
		},
	},
	staff_not_free: {
		customer: {
			title: 'Not free at that time',
			text: 'They aren’t free for your visit at that time. Your booking has not changed.',
			status: 409,
		},
	},
	does_not_fit: {
		customer: {
			title: 'No room at your time',
			text: 'No one who offers this is free for long enough at your time. Your booking has not changed.',
			status: 409,
		},
	},
	transfer_came: {
		customer: {
			title: 'Please ask the shop',
			text: 'Your transfer has arrived, so only the shop can change the price. Your booking has not changed.',
			status: 409,
		},
	},
	payment_disputed: {
		customer: {
			title: 'Not possible right now',
			text: 'Your bank is reviewing your payment, so we can’t refund a part of it. Your booking has not changed.',
			status: 409,
		},
	},
} satisfies Record<string, ReaderWords>

export type ChangeRefusal = keyof typeof changeRefusals
