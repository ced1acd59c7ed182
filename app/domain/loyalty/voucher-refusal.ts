import type { Wording } from '#app/kernel/action-answer.ts'
import type { WriteFailure } from '#app/kernel/write-batch.server.ts'

/** Why a voucher was not opened (D51). */
export type VoucherRefusal =
	| 'reward_not_found'
	| 'reward_used'
	| 'reward_in_use'
	| 'reward_expired'
	| WriteFailure

const allRewards = { label: 'See your rewards', path: '/rewards' }
const claimedRewards = { label: 'See your claimed rewards', path: '/rewards?tab=claimed' }

/** In words for the customer, with the answer's status (A1). */
export const voucherRefusals: Record<VoucherRefusal, Wording & { title: string }> = {
	reward_not_found: {
		title: 'Reward not found',
		text: 'The link may be old, or the visit that earned it was undone.',
		status: 404,
		nextStep: allRewards,
	},
	reward_used: {
		title: 'This reward was used',
		text: 'Each reward works once. Nothing has changed.',
		status: 409,
		nextStep: claimedRewards,
	},
	reward_in_use: {
		title: 'This reward is in use for a booking',
		text: 'You can use it again if you cancel that booking in time. Nothing has changed.',
		status: 409,
		nextStep: allRewards,
	},
	reward_expired: {
		title: 'This reward has expired',
		text: 'Its last day has passed. Nothing has changed.',
		status: 409,
		nextStep: claimedRewards,
	},
	busy: {
		title: 'Very busy right now',
		text: 'The voucher is not open yet. Please try again in a moment.',
		status: 503,
	},
	not_saved: {
		title: 'Could not save',
		text: 'Something went wrong on our side, and the voucher may not be open. Please try again.',
		status: 503,
	},
}
