import {
	type LedgerLine,
	returnedPayoutLines,
	sentPayoutLines,
	voidedPayoutLines,
	writtenPayoutLines,
} from '#app/domain/payments/ledger-lines.ts'
import type { LedgerKey } from '#app/domain/payments/ledger-repository.server.ts'
import { alertOfPayout, type Payout } from '#app/domain/payouts/payout.ts'
import { payoutIs } from '#app/domain/payouts/payout-repository.server.ts'
import { lookAgainAt } from '#app/domain/payouts/payout-time.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { providerLabel } from '#app/kernel/vocabulary/payments.ts'
import {
	BY_TRANSFER,
	latePayoutStatuses,
	type PayoutStatus,
	pendingPayoutStatuses,
	voidPayoutStatuses,
} from '#app/kernel/vocabulary/payouts.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type MovePayoutDeps = Pick<Repositories, 'payouts' | 'payments' | 'messaging' | 'writeBatch'> & {
	/** Gets a line for the operator, without personal data. */
	log: (line: string) => void
}

/** `chargedFeeKobo`: the cost of sending it; 0 where unknown. */
export type PayoutMove = {
	status: PayoutStatus
	chargedFeeKobo: Kobo
	outsideReference: string | null
	/** When the provider is asked again; null without one to ask. */
	nextAttemptAt: Instant | null
	/** Set where this worker decides, not the provider's answer. */
	attemptCount?: number
	now: Instant
}

/** 'changed': another request moved it first; read it again. 'impossible': the operator has to look. */
export type MovedPayout = 'moved' | 'unchanged' | 'changed' | 'impossible'

/**
 * Moves a payout on its way, to arrived or to failed, with its ledger lines in the same write. A failed one makes its
 * rows due again. One that arrives late settles them, and a second settlement is a debt of the shop (D59). A repeat
 * gives the same result; only returned or late money moves an ended payout.
 */
export async function movePayout(
	deps: MovePayoutDeps,
	payout: Payout,
	move: PayoutMove,
): Promise<MovedPayout> {
	const { reference, status: from } = payout
	const { status, now } = move
	const hasEnded = !isOneOf(pendingPayoutStatuses, from)
	if (hasEnded && status === from) return keepLooking(deps, payout, move)
	const isLate = hasArrivedLate(from, status)
	if (hasEnded && !isLate && !(from === 'success' && status === 'reversed')) {
		deps.log(
			alertOfPayout(
				reference,
				`the payout is ${from} here and ${status} at ${providerLabel(payout.provider)}: compare both by hand`,
			),
		)
		return 'impossible'
	}
	const { moved } = await writeIdempotent(deps.writeBatch, {
		moved: deps.payouts.payouts.movePayout(payout, {
			status,
			chargedFeeKobo: chargedFee(payout, move),
			outsideReference: move.outsideReference,
			nextAttemptAt: nextAttempt(move),
			isLate,
			attemptCount: move.attemptCount ?? null,
			now,
		}),
		revived: isLate ? [deps.payouts.payouts.reviveItems(reference)] : [],
		voided: isOneOf(voidPayoutStatuses, status) ? [deps.payouts.payouts.voidItems(reference, now)] : [],
		posted: ledgerStatements(deps, payout, move),
		told: noticeStatements(deps, payout, move),
	})
	if (moved === 0) return 'changed'
	if (status !== from) alertOperator(deps, payout, status)
	return 'moved'
}

/** Whether a payout arrived after it had ended otherwise. */
export function hasArrivedLate(from: PayoutStatus, status: PayoutStatus): boolean {
	return status === 'success' && isOneOf(latePayoutStatuses, from)
}

async function keepLooking(
	{ payouts, writeBatch }: MovePayoutDeps,
	payout: Payout,
	{ status, outsideReference, now }: PayoutMove,
): Promise<MovedPayout> {
	if (status === 'success')
		await writeBatch([
			payouts.payouts.movePayout(payout, {
				status,
				chargedFeeKobo: payout.chargedFeeKobo,
				isLate: false,
				outsideReference,
				nextAttemptAt: payout.way === BY_TRANSFER ? lookAgainAt(payout.changedAt, now) : null,
				attemptCount: null,
				now: payout.changedAt,
			}),
		])
	return 'unchanged'
}

function chargedFee(payout: Payout, { status, chargedFeeKobo }: PayoutMove): Kobo | null {
	return status === 'success' ? chargedFeeKobo : payout.chargedFeeKobo
}

function nextAttempt({ status, nextAttemptAt, now }: PayoutMove): Instant | null {
	if (isOneOf(pendingPayoutStatuses, status)) return nextAttemptAt
	return status === 'success' && nextAttemptAt !== null ? lookAgainAt(now, now) : null
}

function ledgerStatements(
	{ payments: { ledger } }: Pick<MovePayoutDeps, 'payments'>,
	payout: Payout,
	{ status, chargedFeeKobo, now }: PayoutMove,
) {
	const { reference } = payout
	const is = payoutIs(reference, [status])
	const post = (key: LedgerKey, lines: readonly LedgerLine[]) => ledger.postEntry({ key, lines, now }, is)
	if (status === 'success')
		return [
			...(hasArrivedLate(payout.status, status)
				? post(`payout-late:${reference}`, writtenPayoutLines(payout))
				: []),
			...post(`payout-sent:${reference}`, sentPayoutLines({ ...payout, chargedFeeKobo })),
		]
	if (!isOneOf(voidPayoutStatuses, status)) return []
	return payout.status === 'success'
		? post(`payout-returned:${reference}`, returnedPayoutLines(payout))
		: post(`payout-void:${reference}`, voidedPayoutLines(payout))
}

/** Each end is told once; a payout that was never sent is no news. */
function noticeStatements(
	{ messaging: { shopNotices } }: Pick<MovePayoutDeps, 'messaging'>,
	{ reference: payoutReference, shopId, status: from }: Payout,
	{ status, now }: PayoutMove,
) {
	if (status === from || status === 'cancelled' || isOneOf(pendingPayoutStatuses, status)) return []
	const notice = {
		kind: status === 'success' ? ('shop_payout_sent' as const) : ('shop_payout_failed' as const),
		shopId,
		onceFor: `${payoutReference}:${status}`,
		payload: { payoutReference, status },
		now,
	}
	return [shopNotices.insertPayoutNotice(notice, payoutIs(payoutReference, [status]))]
}

function alertOperator(
	{ log }: Pick<MovePayoutDeps, 'log'>,
	{ reference, provider, status: from }: Payout,
	status: PayoutStatus,
) {
	const label = providerLabel(provider)
	if (hasArrivedLate(from, status))
		log(
			alertOfPayout(
				reference,
				`the payout was ${from} here and has arrived all the same: what the shop got twice is its debt`,
			),
		)
	if (status === 'otp')
		log(
			alertOfPayout(
				reference,
				`${label} asks for an OTP: type it on its dashboard, and switch OTP off there`,
			),
		)
	else if (status !== 'cancelled' && isOneOf(voidPayoutStatuses, status))
		log(alertOfPayout(reference, `the payout was ${status} by ${label}: it is due again`))
}

function isOneOf(statuses: readonly PayoutStatus[], status: PayoutStatus): boolean {
	return statuses.includes(status)
}
