import type { VisitPageRefusal } from '#app/domain/booking/visit-page-refusal.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { VisitProblemKind } from '#app/kernel/vocabulary/booking.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * Keeps what a customer says was wrong with a past visit, and tells its shop that they said something. Refuses
 * 'visit_not_past', 'problem_open_already' and, above three open ones of a person, 'too_many_problems'.
 */
export async function reportProblem(
	deps: Pick<Repositories, 'visitProblems' | 'outbox' | 'writeBatch'>,
	{
		appointmentId,
		kind,
		words,
		now,
	}: { appointmentId: string; kind: VisitProblemKind; words: string; now: Instant },
): Promise<Outcome<null, VisitPageRefusal>> {
	const id = newId()
	const { standing } = await writeIdempotent(deps.writeBatch, {
		written: deps.visitProblems.insertProblem({ id, appointmentId, kind, words, now }),
		toldShop: deps.outbox.insertShopMessage({
			id: newId(),
			kind: 'visit_problem_reported',
			onceFor: id,
			appointmentId,
			now,
		}),
		standing: deps.visitProblems.standing(id, appointmentId, now),
	})
	const [is] = standing
	if (is?.isWritten) return accepted(null)
	if (!is?.isPast) return refused('visit_not_past')
	return refused(is.isOpenAlready ? 'problem_open_already' : 'too_many_problems')
}
