import type { PayoutReason, PayoutStatus } from '#app/kernel/vocabulary/payouts.ts'
import type { HeldReason } from './payment-due.ts'
import { netAmount, type PayoutShare } from './payout-share.ts'

const reasonWords: Record<PayoutReason, string> = {
	completed: 'Completed',
	no_show: 'No-show, deposit kept',
	late_cancellation: 'Cancelled late, deposit kept',
	not_closed: 'Took place',
	plan_used: 'Plan, in use',
	plan_kept: 'Plan, seven days old',
	given_back: 'Refunded after we paid you',
	made_less: 'Became less after we paid you',
	paid_twice: 'Paid to you twice',
}

export function payoutReasonWords(reason: PayoutReason, share: PayoutShare): string {
	const isGivenAgain = reason === 'given_back' && netAmount(share) > 0
	return isGivenAgain ? 'Correction of a refund that we took' : reasonWords[reason]
}

export const heldReasonWords: Record<HeldReason, string> = {
	dispute: 'The customer’s bank asks for the money back',
	refund: 'A refund is under way',
	part_back: 'A part of the payment went back, and we check what that means for you',
	problem: 'The customer reported a problem',
}

type StatusWords = {
	label: string
	/** Whether the money is on its way, with the shop, or due again. */
	means: 'on_its_way' | 'paid' | 'void'
}

const onItsWay: StatusWords = { label: 'On its way', means: 'on_its_way' }
const notPaid: StatusWords = { label: 'Not paid', means: 'void' }

/** In words for the shop, which does not see the steps at the provider. */
export const payoutStatusWords: Record<PayoutStatus, StatusWords> = {
	written: onItsWay,
	received: onItsWay,
	pending: onItsWay,
	otp: onItsWay,
	success: { label: 'Paid', means: 'paid' },
	failed: notPaid,
	reversed: { label: 'Came back', means: 'void' },
	abandoned: notPaid,
	blocked: notPaid,
	rejected: notPaid,
	cancelled: { label: 'Called off', means: 'void' },
}
