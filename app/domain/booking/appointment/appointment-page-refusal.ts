import type { Wording } from '#app/kernel/action-answer.ts'

export const appointmentPageRefusals = {
	not_late_now: {
		title: 'Not sent',
		text: 'You can tell the shop that you’re late from 3 hours before your visit until 30 minutes after it starts.',
		status: 409,
	},
	late_told_just_now: {
		title: 'You’ve just told them',
		text: 'You can update it in five minutes, or call the shop.',
		status: 409,
	},
	visit_not_past: {
		title: 'Not yet',
		text: 'You can tell the shop what was wrong once the visit has started. Nothing was sent.',
		status: 409,
	},
	problem_open_already: {
		title: 'You’ve told them already',
		text: 'The shop has your message and hasn’t answered yet. Nothing more was sent.',
		status: 409,
	},
	too_many_problems: {
		title: 'Three reports are still open',
		text: 'Nothing was sent: you’re already waiting for answers about three visits. Please call the shop about this one.',
		status: 429,
	},
	too_many_claims: {
		title: 'Too many attempts',
		text: 'You can ask three times an hour. Please try again later.',
		status: 429,
	},
	booking_of_account: {
		title: 'Not added',
		text: 'This booking already belongs to another account. Nothing was changed.',
		status: 409,
	},
} satisfies Record<string, Wording & { title: string }>

export type AppointmentPageRefusal = keyof typeof appointmentPageRefusals
