import type { ShopVisit, VisitRefusal } from '#app/domain/booking/close-visit.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type Outcome, refused } from '#app/kernel/outcome.ts'
import type { WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** The transfer came. */
export async function markTransferPaid(
	_deps: Pick<Repositories, 'visits' | 'writeBatch'>,
	_input: ShopVisit,
): Promise<Outcome<{ paidKobo: Kobo }, VisitRefusal | WriteFailure>> {
	return refused('visit_not_found')
}
