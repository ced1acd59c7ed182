import type { ShopVisit, VisitRefusal } from '#app/domain/booking/close-visit.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type Outcome, refused } from '#app/kernel/outcome.ts'
import type { WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** Another start. */
export async function moveVisit(
	_deps: Pick<Repositories, 'visits' | 'appointments' | 'availability' | 'outbox' | 'writeBatch'>,
	_input: ShopVisit & { startsAt: Instant },
): Promise<Outcome<{ isChanged: boolean }, VisitRefusal | WriteFailure>> {
	return refused('visit_not_found')
}
