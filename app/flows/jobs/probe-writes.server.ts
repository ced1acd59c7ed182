import type { JobDeps } from './job.ts'

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
