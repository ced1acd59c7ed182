import type { ShopVisit, VisitRefusal } from '#app/domain/booking/close-visit.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type Outcome, refused } from '#app/kernel/outcome.ts'
import type { WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type CancelVisitDeps = Pick<
	Repositories,
	'visits' | 'appointments' | 'payments' | 'refunds' | 'savingUses' | 'ledger' | 'outbox' | 'writeBatch'
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
	isRewardBack: boolean
	/** The payer disputes the payment, so it is not refunded too. */
	isDisputed: boolean
}

/** The shop cancels. */
export async function cancelVisit(
	_deps: CancelVisitDeps,
	_input: ShopVisit & { reason: string },
): Promise<Outcome<GivenBack, VisitRefusal | WriteFailure>> {
	return refused('visit_not_found')
}
