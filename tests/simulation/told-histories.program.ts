import { type HistorySize, planHistory, playHistory } from './history.ts'
import { answerOf } from './run-bundle.ts'
import { sentencesOf } from './shrink.ts'

// Plays seeds, one after the other, for `told-histories.ts`, which bundles it.

export type AskedHistories = { seeds: readonly string[]; size: HistorySize }
/** `finds`: each, then what led to them and the line that replays it. */
export type ToldHistory = { finds: string[]; steps: number; hash: string }

await answerOf<AskedHistories, ToldHistory[]>(async ({ seeds, size }) => {
	const all: ToldHistory[] = []
	for (const seed of seeds) all.push(await tell(seed, size))
	return all
})

async function tell(seed: string, size: HistorySize): Promise<ToldHistory> {
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
