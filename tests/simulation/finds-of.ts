import { planHistory, playHistory } from './history.ts'
import { sentencesOf } from './shrink.ts'

/** Plays a seed; a find is told with what led to it and the line that replays it. */
export async function findsOf(seed: string, size: { days: number; shops: number }): Promise<string[]> {
	const plan = planHistory(seed, size)
	const told = await playHistory(plan, { keepsLines: true })
	if (told.finds.length === 0) return []
	return [
		...told.finds.map(({ what }) => what),
		...sentencesOf(told, plan.startsAt),
		`npm run simulate -- --seed ${seed} --days ${size.days} --shops ${size.shops}`,
	]
}
