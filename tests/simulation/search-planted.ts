import { planHistory, playHistory } from './history.ts'
import { takeMigrationsFrom } from './scratch-in-process.ts'

export type AskedSearch = { budgetMs: number; migrations?: string; kinds?: string[] }
/** `seconds`: of the processor, with the time of loading. */
export type SearchResult = { seed: string | null; find: string | null; seconds: number }

/** What the seeds play in turn: some mistakes need many at once, others a week. */
const sizes = [
	{ days: 7, shops: 1 },
	{ days: 2, shops: 2 },
	{ days: 3, shops: 3 },
] as const

/**
 * Plays seeds until one finds something, for `budgetMs` of the processor's time at most: what else the machine does
 * takes nothing away. Seeds that find something without a mistake are the caller's to know.
 */
export async function searchPlanted({ budgetMs, migrations, kinds }: AskedSearch): Promise<SearchResult> {
	if (migrations) takeMigrationsFrom(migrations)
	const spentMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1_000
	for (let seed = 1; spentMs() < budgetMs; seed++) {
		const size = sizes[seed % sizes.length] ?? sizes[0]
		const plan = planHistory(String(seed), size)
		// Pages are those of the build, in which the mistake is not.
		const stories = plan.stories.filter(({ kind }) => (kinds?.includes(kind) ?? true) && kind !== 'visitor')
		const { finds } = await playHistory({ ...plan, stories })
		const [find] = finds
		if (find) return { seed: String(seed), find: find.what, seconds: spentMs() / 1_000 }
	}
	return { seed: null, find: null, seconds: spentMs() / 1_000 }
}
