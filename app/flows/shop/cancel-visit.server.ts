import { closedAs, type ShopVisit } from '#app/domain/booking/close-visit.ts'
import { cancelWithSums } from '#app/flows/booking/cancel-appointment.server.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Acted, actOnVisit } from './act-on-visit.server.ts'

type CancelVisitDeps = Pick<
	Repositories,
	| 'visits'
	| 'appointments'
	| 'payments'
	| 'refunds'
	| 'savingUses'
	| 'ledger'
	| 'outbox'
	| 'shopDeliveries'
	| 'writeBatch'
> & {
	/** Gets a line for the operator: references and codes, nothing about a person. */
	log: (line: string) => void
}

/** What a cancellation gives back. */
export type GivenBack = {
	/** Refunded online. */
	refundedKobo: Kobo
	/** Paid by transfer: the shop gives it back itself. */
	byShopKobo: Kobo
	cashbackKobo: Kobo
	hadReward: boolean
	/** The payer disputes the payment at their bank, so it is not refunded too (S19). */
	isDisputed: boolean
}

/** Of the reason that the customer is told, in letters. */
const cancellationReasonLength = { min: 3, max: 200 }

/**
 * The shop cancels, until the visit is closed, and everything goes back: what was paid online, cashback, a reward, a promo
 * code, a friend's code (D52). The customer is told why. Refuses a visit that is closed or was cancelled, and
 * 'reason_missing' without 3 to 200 letters.
 */
export function cancelVisit(
	deps: CancelVisitDeps,
	{ reason, ...asked }: ShopVisit & { reason: string },
): Acted<GivenBack> {
	const cancellationReason = reason.trim()
	const { min, max } = cancellationReasonLength
	return actOnVisit(deps, asked, {
		readMore: async () => null,
		async act(visit) {
			const problem = closedAs(visit.status)
			if (problem) return refused(problem)
			if (cancellationReason.length < min || cancellationReason.length > max) return refused('reason_missing')
			const { appointmentId, paidAtShopKobo } = visit
			const asRead = deps.visits.requireUnchanged(visit)
			const cancelled = await cancelWithSums(deps, {
				appointmentId,
				byShop: { cancellationReason, asRead },
				now: asked.now,
			})
			if (!cancelled.ok) {
				const { refusal } = cancelled
				if (refusal === 'busy' || refusal === 'not_saved') return refused(refusal)
				// Closed by somebody else between the two reads.
				const now = await deps.visits.visit(asked.reference)
				return refused((now && closedAs(now.status)) ?? 'busy')
			}
			const { money, paidKobo, cashbackKobo } = cancelled.value
			return accepted({
				refundedKobo: money === 'refunded' ? paidKobo : 0,
				byShopKobo: paidAtShopKobo,
				cashbackKobo,
				hadReward: visit.hasReward,
				isDisputed: money === 'disputed',
			})
		},
	})
}
