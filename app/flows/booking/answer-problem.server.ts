import type { ShopAppointment } from '#app/domain/booking/appointment/close-appointment.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Acted, writeOnAppointment } from './act-on-appointment.server.ts'

/**
 * The shop answers what a customer says was wrong with a visit; the customer is told that it did. Refuses
 * 'problem_not_open' where nothing waits for an answer.
 */
export async function answerProblem(
	deps: Pick<Repositories, 'booking' | 'messaging' | 'writeBatch'>,
	{ answer, ...input }: ShopAppointment & { answer: string },
): Acted<null, 'problem_not_open'> {
	return writeOnAppointment(deps, input, ({ appointmentId, hasOpenProblem }) => {
		if (!hasOpenProblem) return 'problem_not_open'
		const id = newId()
		return {
			statements: [
				...deps.booking.problems.answerProblem(appointmentId, answer, input.now),
				...deps.messaging.outbox.insertChangeMessage({
					id,
					kind: 'problem_answered',
					dedupeKey: `problem-answered:${id}`,
					appointmentId,
					now: input.now,
				}),
			],
			value: null,
		}
	})
}
