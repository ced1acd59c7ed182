import type { RaceResult } from './race-plan.ts'

/**
 * How often a customer who is told that it is busy presses again: at once, where the page asks for a moment, so that a
 * busy machine sees many.
 */
const MOST_PRESSES = 300

/**
 * How it ends for one caller. On a machine that is slower than the crowd some are told 'busy, try again', or get no
 * answer: they press again, as the page asks them to, with the very same post. Everything else ends it.
 */
export async function endOf(act: () => Promise<RaceResult>): Promise<RaceResult> {
	let last = ''
	for (let press = 1; press <= MOST_PRESSES; press++) {
		try {
			const result = await act()
			if (!['busy', 'not_saved'].includes(result.outcome)) return result
			last = result.outcome
		} catch (error) {
			const isUnanswered =
				error instanceof TypeError || (error instanceof Error && error.name === 'DatabaseError')
			if (!isUnanswered) return { outcome: `error: ${String(error)}`, answer: '' }
			last = String(error)
		}
	}
	return { outcome: `error: still unanswered, ${last}`, answer: '' }
}
