import { bundle } from '#tests/support/bundle.ts'
import type { HistorySize } from './history.ts'
import { runBundle } from './run-bundle.ts'
import type { AskedHistories, ToldHistory } from './told-histories.program.ts'

/** Plays lists of seeds, each list in a process of its own, as `npm run simulate` does: vitest takes longer. */
export async function toldHistories(
	lists: readonly (readonly string[])[],
	size: HistorySize,
): Promise<ToldHistory[][]> {
	const player = await bundle('simulation/told-histories.program.ts')
	try {
		return await Promise.all(
			lists.map((seeds) => runBundle<AskedHistories, ToldHistory[]>(player, { seeds, size })),
		)
	} finally {
		player.remove()
	}
}

/** The finds of a seed. */
export async function findsOf(seed: string, size: HistorySize): Promise<string[]> {
	const [[one] = []] = await toldHistories([[seed]], size)
	if (!one) throw new Error(`seed ${seed} was not played`)
	return one.finds
}
