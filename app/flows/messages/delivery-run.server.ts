import type { Limited } from '#app/domain/messaging/mail-provider.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Pace } from '#app/kernel/pace.server.ts'

/** After this many requests in a row without success a provider counts as down, and the rest keeps its turn. */
const FAILURES_IN_A_ROW = 5

/** One run of delivery: how long it sends, and how the requests of each channel went so far. */
export type DeliveryRun = {
	until: Instant
	/** After how long what was not tried is due again. */
	dueAgainMs: number
	/** Messages that are due together may leave together. Beside an answer each goes alone, at once. */
	mayGather: boolean
	/** Requests in a row without success, by the name of their channel. */
	failures: Map<string, number>
}

/** Whether a channel of this run seems to be down. */
export function seemsDown({ failures }: Pick<DeliveryRun, 'failures'>, channel?: string): boolean {
	const counted = channel === undefined ? [...failures.values()] : [failures.get(channel) ?? 0]
	return counted.some((inARow) => inARow >= FAILURES_IN_A_ROW)
}

/**
 * What the provider of a channel answers at the next turn. Where it was asked too often it is asked again when it says
 * so. Null: the time of this run is over, or the provider seems to be down, and it was not asked.
 */
export async function inTurn<Answer extends { outcome: string }>(
	{ channel, pace, log }: { channel: string; pace: Pace; log: (line: string) => void },
	run: DeliveryRun,
	ask: () => Promise<Answer | Limited>,
): Promise<Answer | null> {
	const failures = () => run.failures.get(channel) ?? 0
	while (!seemsDown(run, channel) && (await pace.turn(run.until))) {
		const answer = await ask()
		if (!isLimited(answer)) {
			run.failures.set(channel, answer.outcome === 'retry' ? failures() + 1 : 0)
			return answer
		}
		run.failures.set(channel, failures() + 1)
		log(`the ${channel} provider asks for ${answer.waitMs} ms: ${answer.why}`)
		pace.pause(answer.waitMs)
	}
	return null
}

function isLimited(answer: { outcome: string }): answer is Limited {
	return answer.outcome === 'limited'
}
