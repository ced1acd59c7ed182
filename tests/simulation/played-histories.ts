import { bundle } from '#tests/support/bundle.ts'
import type { HistorySize } from './history.ts'
import type { HistoriesToPlay, PlayedHistory } from './played-histories.program.ts'
import { runBundle } from './run-bundle.ts'

/** Plays lists of seeds, each list in a process of its own, as `npm run simulate` does: vitest takes longer. */
export async function playedHistories(
	lists: readonly (readonly string[])[],
	size: HistorySize,
): Promise<PlayedHistory[][]> {
	const player = await bundle('simulation/played-histories.program.ts')
	try {
		return await Promise.all(
			lists.map((seeds) => runBundle<HistoriesToPlay, PlayedHistory[]>(player, { seeds, size })),
		)
	} finally {
		player.remove()
	}
}

/** The finds of a seed. */
export async function findsOf(seed: string, size: HistorySize): Promise<string[]> {
	const [[one] = []] = await playedHistories([[seed]], size)
	if (!one) throw new Error(`seed ${seed} was not played`)
	return one.finds
}
