import { alertLine } from '#app/domain/payments/alert-line.ts'
import { dueWords } from '#app/domain/payments/dispute-list.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Repositories } from '#app/repositories.server.ts'

type Deps = Pick<Repositories, 'payments' | 'writeBatch'> & { log: (line: string) => void }

/** The rest is alerted of a minute later. */
const MOST_OF_A_RUN = 20

/**
 * Every minute: tells the operator of open disputes that are due within two days and not answered, each once a day and
 * once more before it is due. Of two runs at once one tells. Gives how many were told.
 */
export async function alertDueDisputes(
	{ payments: { disputes }, writeBatch, log }: Deps,
	now: Instant,
): Promise<number> {
	let alerted = 0
	for (const { id, paymentReference, dueAt, alertedAt } of await disputes.disputesToAlert(
		now,
		MOST_OF_A_RUN,
	)) {
		const { marked } = await writeBatch({ marked: disputes.markAlerted(id, alertedAt, now) })
		if (marked === 0) continue
		log(alertLine(paymentReference, `its dispute ${dueWords(dueAt, now)}, and was not answered`))
		alerted++
	}
	return alerted
}
