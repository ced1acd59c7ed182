import type { ShopVisit, VisitRefusal } from '#app/domain/booking/close-visit.ts'
import { type Outcome, refused } from '#app/kernel/outcome.ts'
import type { WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** The shop expects the customer. */
export async function confirmVisit(
	_deps: Pick<Repositories, 'visits' | 'writeBatch'>,
	_input: ShopVisit,
): Promise<Outcome<null, VisitRefusal | WriteFailure>> {
	return refused('visit_not_found')
}
