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
