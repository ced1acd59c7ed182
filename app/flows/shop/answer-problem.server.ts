import type { ShopVisit } from '#app/domain/booking/close-visit.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Acted, changeVisit } from './act-on-visit.server.ts'

/**
 * The shop answers what a customer says was wrong with a visit; the customer is told that it did. Refuses
 * 'problem_not_open' where nothing waits for an answer.
 */
export async function answerProblem(
	deps: Pick<Repositories, 'visits' | 'visitProblems' | 'outbox' | 'writeBatch'>,
	{ answer, ...asked }: ShopVisit & { answer: string },
): Acted<null> {
	return changeVisit(deps, asked, ({ appointmentId, hasOpenProblem }) => {
		if (!hasOpenProblem) return 'problem_not_open'
		const id = newId()
		return {
			statements: [
				...deps.visitProblems.answerProblem(appointmentId, answer, asked.now),
				...deps.outbox.insertChangeMessage({
					id,
					kind: 'problem_answered',
					dedupeKey: `problem-answered:${id}`,
					appointmentId,
					now: asked.now,
				}),
			],
			value: null,
		}
	})
}
