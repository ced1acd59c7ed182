import type { JobDeps } from './run-sweeper.server.ts'

/**
 * Every minute: compares a slice of the stored counters with their rows, and alerts the operator to each difference. A
 * person must find out which is right. Gives the number of differences.
 */
export async function checkCounters(deps: Pick<JobDeps, 'operation' | 'now' | 'log'>): Promise<string> {
	const { counters } = deps.operation
	const { now, log } = deps
	const differences = await counters.differencesAt(now())
	for (const { counter, id, stored, counted } of differences)
		log(`ALERT counter ${counter} of ${id}: it says ${stored}, and its rows say ${counted}`)
	return `${differences.length} differ`
}

/**
 * Takes the write lock and changes nothing: sqld's writes can lock up while its reads go on (W6). A failure alerts the
 * operator and throws, so that the last good probe stays on record.
 */
export async function probeWrites(deps: Pick<JobDeps, 'operation' | 'writeBatch' | 'log'>): Promise<string> {
	const { jobRuns } = deps.operation
	const { writeBatch, log } = deps
	try {
		await writeBatch([jobRuns.probeWrite()])
		return 'ok'
	} catch (error) {
		log('ALERT database: it took no write')
		throw error
	}
}
