import type { Wording } from '#app/kernel/action-answer.ts'

/** Why what a customer asked for on the page of a booking was not done. */
export type VisitPageRefusal =
	| 'not_late_now'
	| 'late_told_just_now'
	| 'visit_not_past'
	| 'problem_open_already'
	| 'too_many_problems'
	| 'too_many_claims'
	| 'booking_of_account'

export const visitPageRefusals: Record<VisitPageRefusal, Wording & { title: string }> = {
	not_late_now: {
		title: 'Not told',
		text: 'You can tell the business that you’re late from 3 hours before your visit until 30 minutes after it starts.',
		status: 409,
	},
	late_told_just_now: {
		title: 'You’ve just told them',
		text: 'You can change it five minutes after the last time, or call the business.',
		status: 409,
	},
	visit_not_past: {
		title: 'Not yet',
		text: 'You can tell the business what was wrong once the visit has begun. Nothing was sent.',
		status: 409,
	},
	problem_open_already: {
		title: 'You’ve told them already',
		text: 'The business has what you wrote, and has not answered yet. Nothing more was sent.',
		status: 409,
	},
	too_many_problems: {
		title: 'Three are still open',
		text: 'Nothing was sent: three of your visits wait for an answer already. Please call the business about this one.',
		status: 429,
	},
	too_many_claims: {
		title: 'Too many attempts',
		text: 'You can ask three times an hour. Please try again later.',
		status: 429,
	},
	booking_of_account: {
		title: 'Not added',
		text: 'This booking belongs to another account already. Nothing was changed.',
		status: 409,
	},
}
