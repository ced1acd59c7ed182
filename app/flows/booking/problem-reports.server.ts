import type { AppointmentPageRefusal } from '#app/domain/booking/appointment/appointment-page-refusal.ts'
import type { ShopAppointment } from '#app/domain/booking/appointment/close-appointment.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { isRepeated } from '#app/kernel/repeated-post.ts'
import type { AppointmentProblemKind } from '#app/kernel/vocabulary/booking.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Acted, writeOnAppointment } from './act-on-appointment.server.ts'

/**
 * Keeps a customer's problem with a past visit, and tells its shop. A repeated post changes nothing (F26). Refuses
 * 'visit_not_past', 'problem_open_already', and 'too_many_problems' above three open ones of a person.
 */
export async function reportProblem(
	deps: Pick<Repositories, 'booking' | 'messaging' | 'writeBatch'>,
	input: { appointmentId: string; kind: AppointmentProblemKind; words: string; now: Instant },
): Promise<Outcome<null, AppointmentPageRefusal>> {
	const { appointmentId, kind, words, now } = input
	const id = newId()
	const { standing } = await writeIdempotent(deps.writeBatch, {
		written: deps.booking.problems.insertProblem({ id, appointmentId, kind, words, now }),
		toldShop: deps.messaging.outbox.insertShopMessage({
			kind: 'visit_problem_reported',
			onceFor: id,
			appointmentId,
			now,
		}),
		standing: deps.booking.problems.standing({ id, appointmentId, kind, words, now }),
	})
	const [is] = standing
	if (is?.isWritten || isRepeated(is?.saidAt ?? null, now)) return accepted(null)
	if (!is?.isPast) return refused('visit_not_past')
	return refused(is.isOpenAlready ? 'problem_open_already' : 'too_many_problems')
}

/** The shop answers a problem; the customer is told. Refuses 'problem_not_open'. */
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
