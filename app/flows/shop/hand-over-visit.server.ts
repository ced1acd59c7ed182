import type { ShopVisit, VisitRefusal } from '#app/domain/booking/close-visit.ts'
import { type Outcome, refused } from '#app/kernel/outcome.ts'
import type { WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** Somebody else does it. */
export async function handOverVisit(
	_deps: Pick<Repositories, 'visits' | 'appointments' | 'availability' | 'writeBatch'>,
	_input: ShopVisit & { staffMemberId: string },
): Promise<Outcome<{ staffName: string }, VisitRefusal | WriteFailure>> {
	return refused('visit_not_found')
}
