import type { Wording } from '#app/kernel/action-answer.ts'
import type { WriteFailure } from '#app/kernel/write-batch.server.ts'

export type SessionProblem =
	| 'session_not_found'
	| 'session_full'
	| 'session_called_off'
	| 'session_begun'
	| 'already_booked'
	| 'subscription_not_usable'
	| 'plan_paused'
	| 'outside_plan'
	| 'entries_used_up'
	| 'entries_used_up_in_week'
	| 'session_overlaps'
	| 'too_many_sessions_ahead'
	| 'wait_not_needed'
	| 'line_closed'
	| 'place_not_found'
	| 'place_used'

export type SessionRefusal = SessionProblem | WriteFailure

type SessionWording = Omit<Wording, 'title'>

const bookings = { label: 'See my bookings', path: '/sessions?tab=bookings' }
const subscriptions = { label: 'My Subscriptions', path: '/subscriptions' }
const sessions = { label: 'See other sessions', path: '/sessions' }

/** In words for the customer, with the answer's status (A1). */
export const sessionRefusals: Record<SessionRefusal | 'unexpected', SessionWording> = {
	session_not_found: {
		text: 'We can’t find this session. Choose one from the list.',
		status: 404,
		nextStep: sessions,
	},
	session_full: {
		text: 'Session is full. You can wait for a seat.',
		status: 409,
		nextStep: { label: 'Back to the sessions', path: '/sessions' },
	},
	session_called_off: { text: 'The shop has called this session off.', status: 409, nextStep: sessions },
	session_begun: { text: 'This session has already started.', status: 409, nextStep: sessions },
	already_booked: {
		text: 'You’re already booked into this session. Nothing has changed.',
		status: 409,
		nextStep: bookings,
	},
	subscription_not_usable: {
		text: 'Subscription not found or inactive',
		status: 409,
		nextStep: subscriptions,
	},
	plan_paused: {
		text: 'Your plan is paused. Resume it to book sessions.',
		status: 409,
		nextStep: { label: 'Resume it', path: '/subscriptions?status=paused' },
	},
	outside_plan: {
		text: 'Your plan isn’t active at the time of this session.',
		status: 409,
		nextStep: subscriptions,
	},
	entries_used_up: {
		text: 'You’ve used all the entries in your plan.',
		status: 409,
		nextStep: subscriptions,
	},
	entries_used_up_in_week: {
		text: 'You’ve used your entries for that week. New ones start on Monday.',
		status: 409,
		nextStep: sessions,
	},
	session_overlaps: {
		text: 'You have another session at that time. Cancel that one first.',
		status: 409,
		nextStep: bookings,
	},
	too_many_sessions_ahead: {
		text: 'You can have 10 sessions booked at once. Book again when one is over, or cancel one.',
		status: 409,
		nextStep: bookings,
	},
	line_closed: {
		text: 'Starts soon: a seat that frees up goes to the first to book it.',
		status: 409,
		nextStep: sessions,
	},
	wait_not_needed: {
		text: 'A seat is free now: you can book it.',
		status: 409,
		nextStep: { label: 'Back to the sessions', path: '/sessions' },
	},
	place_not_found: { text: 'Booking not found', status: 404, nextStep: bookings },
	place_used: { text: 'This booking has already been used.', status: 409, nextStep: bookings },
	busy: { text: 'It is very busy right now. Please try again in a moment.', status: 503 },
	not_saved: {
		text: 'Something went wrong on our side, and this may not have gone through. Please try again.',
		status: 503,
	},
	unexpected: { text: 'An unexpected error occurred. Please try again.', status: 500 },
}
