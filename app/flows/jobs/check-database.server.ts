import type { JobDeps } from './job.ts'

/**
 * Every minute: compares a slice of the stored counters with their rows, and tells the operator of each that differs.
 * It mends nothing: a person has to find out which of the two is right. Gives how many differ.
 */
export async function checkCounters({
	operation: { counters },
	now,
	log,
}: Pick<JobDeps, 'operation' | 'now' | 'log'>): Promise<string> {
	const differences = await counters.differencesAt(now())
	for (const { counter, id, stored, counted } of differences)
		log(`ALERT counter ${counter} of ${id}: it says ${stored}, and its rows say ${counted}`)
	return `${differences.length} differ`
}

/**
 * Asks for the write lock and changes nothing: sqld's writes can lock up while its reads go on (W6). Gives 'ok'; a
 * failure is told to the operator and thrown on, so that the last good probe stays on record.
 */
export async function probeWrites({
	operation: { jobRuns },
	writeBatch,
	log,
}: Pick<JobDeps, 'operation' | 'writeBatch' | 'log'>): Promise<string> {
	try {
		await writeBatch([jobRuns.probeWrite()])
		return 'ok'
	} catch (error) {
		log('ALERT database: it took no write')
		throw error
	}
}
