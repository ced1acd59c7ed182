import { type HistorySize, planHistory, playHistory } from './history.ts'
import { answerOf } from './run-bundle.ts'
import { sentencesOf } from './shrink.ts'

// Plays seeds, one after the other, for `played-histories.ts`, which bundles it.

export type HistoriesToPlay = { seeds: readonly string[]; size: HistorySize }
/** `finds`: each, then what led to them and the line that replays it. */
export type PlayedHistory = { finds: string[]; steps: number; hash: string }

await answerOf<HistoriesToPlay, PlayedHistory[]>(async ({ seeds, size }) => {
	const all: PlayedHistory[] = []
	for (const seed of seeds) all.push(await tell(seed, size))
	return all
})

async function tell(seed: string, size: HistorySize): Promise<PlayedHistory> {
	const plan = planHistory(seed, size)
	const result = await playHistory(plan, { keepsLines: true })
	const { steps, hash } = result
	if (result.finds.length === 0) return { finds: [], steps, hash }
	const finds = [
		...result.finds.map(({ what }) => what),
		...sentencesOf(result, plan.startsAt),
		`npm run simulate -- --seed ${seed} --days ${size.days} --shops ${size.shops}`,
	]
	return { finds, steps, hash }
}
