import type { Wording } from '#app/kernel/action-answer.ts'
import type { WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { CheckInProblem } from './check-in.ts'

export type CheckInRefusal = CheckInProblem | 'own_code' | 'code_not_known' | 'too_many_tries' | WriteFailure

/** In words for staff; for a used code the page adds the time of its use. */
export const checkInRefusalWords: Record<CheckInRefusal, string> = {
	code_not_known: 'This is not one of our codes. Ask for the code on the customer’s own phone.',
	own_code: 'This is your own code: your account is signed in on this device. Ask a colleague to do it.',
	code_used: 'This code was already used. Ask the customer to refresh it.',
	code_expired: 'This code has expired or was replaced. Ask the customer to refresh it.',
	other_shop: 'This code is for another shop.',
	subscription_paused: 'This plan is paused. The customer can resume it under My Subscriptions.',
	subscription_over: 'This plan has ended.',
	subscription_not_begun: 'This plan hasn’t started yet.',
	no_entry_left: 'All entries of this plan are used.',
	too_many_tries: 'Too many wrong codes. Scan the QR code, or wait a minute.',
	busy: 'Very busy right now. No one was checked in: try again.',
	not_saved: 'Something went wrong on our side. Try again: no one is checked in twice.',
}

export type CheckInCodeRefusal = 'subscription_not_found' | 'not_usable' | WriteFailure

/** In words for the customer, with the answer's status (A1). */
export const checkInCodeRefusals: Record<CheckInCodeRefusal, Wording & { title: string }> = {
	subscription_not_found: {
		title: 'Subscription not found',
		text: 'The link may be cut off, or it belongs to another account.',
		status: 404,
		nextStep: { label: 'See your subscriptions', path: '/subscriptions' },
	},
	not_usable: {
		title: 'Check-in isn’t available',
		text: 'This plan has just changed, so you can’t check in with it now. Please check your plan.',
		status: 409,
	},
	busy: {
		title: 'Very busy right now',
		text: 'Failed to generate QR code. Please try again in a moment.',
		status: 503,
	},
	not_saved: { title: 'Error', text: 'Failed to generate QR code. Please try again.', status: 503 },
}
