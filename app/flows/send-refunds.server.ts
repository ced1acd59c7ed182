import { alertLine } from '#app/domain/payments/alert-line.ts'
import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import type { RefundOutcome } from '#app/domain/payments/paystack-gateway.server.ts'
import type { DueRefund, RefundRepository } from '#app/domain/payments/refund-repository.server.ts'
import { isRefundOverdue, nextRefundAttemptAt } from '#app/domain/payments/refund-times.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type MoveRefundDeps, moveRefund } from './move-refund.server.ts'
import { workEach } from './work-each.ts'

export type SendRefundsDeps = MoveRefundDeps & {
	/** Null where paying online is not set up: then refunds wait. */
	paystack: Pick<OnlinePayments, 'gateway'> | null
	refunds: Pick<RefundRepository, 'dueRefunds' | 'claimRefund' | 'moveRefund'>
}

/** How many of a run, and how many of them at once. */
const IN_A_RUN = 20
const AT_ONCE = 4

/**
 * Asks Paystack for one refund, right after it was decided. For `waitUntil`: it never throws; what fails is left to the
 * sweeper.
 */
export async function sendRefund(
	deps: SendRefundsDeps,
	{ reference, now }: { reference: string; now: Instant },
): Promise<void> {
	try {
		const [due] = await deps.refunds.dueRefunds(now, 1, reference)
		if (due) await workRefund(deps, due, now)
	} catch (error) {
		deps.log(`payment ${reference}: its refund waits (${error instanceof Error ? error.name : 'no answer'})`)
	}
}

/** Every minute: sends the refunds that are due, and asks what became of those that were sent. Gives back how many. */
export async function workRefunds(deps: SendRefundsDeps, now: Instant): Promise<number> {
	if (!deps.paystack) return 0
	const due = await deps.refunds.dueRefunds(now, IN_A_RUN)
	await workEach(due, AT_ONCE, (refund) => workRefund(deps, refund, now))
	return due.length
}

async function workRefund(deps: SendRefundsDeps, refund: DueRefund, now: Instant): Promise<void> {
	if (!deps.paystack) return
	const nextAttemptAt = nextRefundAttemptAt(refund.attemptCount, now)
	const [claimed] = await deps.writeBatch([deps.refunds.claimRefund(refund, nextAttemptAt)])
	if (claimed?.rowsAffected !== 1) return
	if (refund.status === 'requested') await send(deps, deps.paystack, refund, now)
	else await follow(deps, deps.paystack, refund, now)
}

/**
 * Always all of it, so that a request whose answer was lost can be sent again: Paystack gives no payment back twice, and
 * says so.
 */
async function send(
	deps: SendRefundsDeps,
	{ gateway }: Pick<OnlinePayments, 'gateway'>,
	refund: DueRefund,
	now: Instant,
): Promise<void> {
	const { reference } = refund
	const answer = await gateway.refund({
		reference,
		customerNote: 'Your payment for a visit goes back to you.',
		merchantNote: `${refund.reason}, payment ${reference}`,
	})
	if (answer.outcome === 'unknown') {
		deps.log(`payment ${reference}: its refund was perhaps not taken (${answer.why}) and is sent again`)
		if (isRefundOverdue(refund, now))
			deps.log(alertLine(reference, 'Paystack has not taken the refund for a day'))
		return
	}
	await moveRefund(deps, { ...refund, ...movedBy(answer), now })
	if (answer.outcome === 'refused' && answer.why === 'other')
		deps.log(alertLine(reference, `Paystack refuses the refund: ${answer.message}`))
}

function movedBy(answer: Exclude<RefundOutcome, { outcome: 'unknown' }>) {
	if (answer.outcome === 'accepted') return { status: answer.status, paystackRefundId: answer.refundId }
	// It was taken before, and the answer lost: which number it got, its events do not always tell.
	const status = answer.why === 'already_refunded' ? ('pending' as const) : ('failed' as const)
	return { status, paystackRefundId: null }
}

async function follow(
	deps: SendRefundsDeps,
	{ gateway }: Pick<OnlinePayments, 'gateway'>,
	refund: DueRefund,
	now: Instant,
): Promise<void> {
	const { reference, paystackRefundId } = refund
	if (paystackRefundId !== null) {
		const answer = await gateway.readRefund(paystackRefundId)
		if (answer.outcome === 'found')
			return moveRefund(deps, { ...refund, status: answer.status, paystackRefundId, now })
		deps.log(`payment ${reference}: where its refund is was not told (${answer.outcome})`)
	}
	// Without its number only a webhook tells, which may never come.
	if (isRefundOverdue(refund, now))
		deps.log(
			alertLine(
				reference,
				'nothing is known of the refund for a day: look for it on the dashboard of Paystack',
			),
		)
}
