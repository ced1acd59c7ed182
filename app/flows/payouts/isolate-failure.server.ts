import { isDatabaseError } from '#app/kernel/database-error.ts'

/**
 * Runs the work of one payout or shop, so that its failure stops no other: null where it failed, with a line for the
 * operator. The next run repeats it.
 */
export async function isolateFailure<Done>(
	log: (line: string) => void,
	/** 'payout of shop …', 'payout …'. */
	name: string,
	work: () => Promise<Done>,
): Promise<Done | null> {
	try {
		return await work()
	} catch (error) {
		if (isDatabaseError(error) && (error.kind === 'busy' || error.kind === 'unknown'))
			log(`${name}: waits, since the database did not answer`)
		else log(`ALERT ${name}: it failed, and stops no other (${describeError(error)})`)
		return null
	}
}

/** The message of an error may quote personal data, so only names are logged. */
function describeError(error: unknown): string {
	if (isDatabaseError(error)) return `${error.kind}${error.rule === null ? '' : ` ${error.rule}`}`
	return error instanceof Error ? error.name : typeof error
}
