import { dateOfInstant } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * Takes people whose last day is over, on their shop's clock, from the lists; gives how many. Nothing waits for it: the
 * days after the last one are days off since it was named.
 */
export async function endStaffPastLastDay(
	{ discovery: { catalogue }, writeBatch }: Pick<Repositories, 'discovery' | 'writeBatch'>,
	now: Instant,
): Promise<number> {
	// A day that is over in some zone is at most today in UTC.
	const candidates = await catalogue.staffPastLastDay(dateOfInstant(now))
	const left = candidates.filter(({ lastDay, timeZone }) => lastDay < civilAt(timeZone, now).date)
	if (left.length > 0) await writeIdempotent(writeBatch, catalogue.endStaff(left))
	return left.length
}
