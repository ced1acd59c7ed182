import type { ReaderWords } from '#app/domain/booking/booking-wording.ts'

export const changeRefusals = {
	visit_changed: {
		customer: {
			title: 'Your booking has just changed',
			text: 'Nothing else was changed. Please check it and try again.',
			status: 409,
		},
		shop: 'This visit has just changed. Nothing of yours was saved: check it and try again.',
	},
	nothing_to_change: {
		customer: {
			title: 'Nothing to change',
			text: 'Your booking already looks like this.',
			status: 409,
		},
		shop: 'The visit already looks like this.',
	},
	staff_not_free: {
		customer: {
			title: 'Not free at that time',
			text: 'They aren’t free for your visit at that time. Your booking has not changed.',
			status: 409,
		},
		shop: 'They aren’t free for this visit at that time.',
	},
	does_not_fit: {
		customer: {
			title: 'No room at your time',
			text: 'No one who offers this is free for long enough at your time. Your booking has not changed.',
			status: 409,
		},
		shop: 'No one who offers this is free for long enough at its time. Move the visit first.',
	},
	transfer_came: {
		customer: {
			title: 'Please ask the shop',
			text: 'Your transfer has arrived, so only the shop can change the price. Your booking has not changed.',
			status: 409,
		},
		shop: 'A transfer has come in for this visit, so its price can’t change here.',
	},
	payment_disputed: {
		customer: {
			title: 'Not possible right now',
			text: 'Your payment is being checked, so we can’t refund a part of it now. Your booking has not changed.',
			status: 409,
		},
		shop: 'The payment is being checked, by the customer’s bank or by us, so no part of it can be refunded now.',
	},
} satisfies Record<string, ReaderWords>

export type ChangeRefusal = keyof typeof changeRefusals
