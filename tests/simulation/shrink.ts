import { type HistoryPlan, type HistoryResult, type PlannedStory, playHistory } from './history.ts'

/** A find without what is of one history alone: ids, references, times and amounts. */
function kindOfFind({ finds }: Pick<HistoryResult, 'finds'>): string | null {
	const [first] = finds
	if (!first) return null
	const [line = ''] = first.what.split('\n')
	return line
		.replace(/^[\w.]+( [\w.]+)*: (?=could|one form|\w+ threw)/, '')
		.replace(/[\w-]*\d[\w.-]*/g, '…')
		.slice(0, 90)
}

/**
 * The fewest stories that still lead to a find of that kind, as far as they are found in `budgetMs` of the machine's
 * time, which `elapsedMs` tells: pieces are left out as long as the find stays, then faults.
 */
export async function shrink(
	plan: HistoryPlan,
	told: HistoryResult,
	{ budgetMs, elapsedMs }: { budgetMs: number; elapsedMs: () => number },
): Promise<HistoryPlan> {
	const kind = kindOfFind(told)
	const foundAt = told.finds[0]?.at ?? Number.POSITIVE_INFINITY
	const isIn = async (stories: readonly PlannedStory[]) =>
		kindOfFind(await playHistory({ ...plan, stories: [...stories] })) === kind
	const hasTime = () => elapsedMs() < budgetMs

	let stories = plan.stories.filter(({ startsAt }) => startsAt <= foundAt)
	if (stories.length < plan.stories.length && !(await isIn(stories))) stories = plan.stories
	for (let pieces = 2; stories.length > 1 && hasTime(); ) {
		const size = Math.ceil(stories.length / pieces)
		let isSmaller = false
		for (let from = 0; from < stories.length && hasTime(); from += size) {
			const rest = [...stories.slice(0, from), ...stories.slice(from + size)]
			if (rest.length === 0 || !(await isIn(rest))) continue
			stories = rest
			isSmaller = true
			break
		}
		if (isSmaller) pieces = Math.max(2, pieces - 1)
		else if (size === 1) break
		else pieces = Math.min(stories.length, pieces * 2)
	}
	for (let i = 0; i < stories.length && hasTime(); i++) {
		const calm = stories.map((one, at) => (at === i ? { ...one, hasFaults: false } : one))
		if (stories[i]?.hasFaults && (await isIn(calm))) stories = calm
	}
	return { ...plan, stories }
}

/** The most sentences of a shrunk history that are shown. */
const MOST_SENTENCES = 30

/** What happened, in plain sentences with the simulated time, the last ones where there are too many. */
export function sentencesOf({ lines }: Pick<HistoryResult, 'lines'>, startsAt: number): string[] {
	const acts = lines.filter((line) => / = | meets |find:/.test(line) && !/looks at|^\d+ cron/.test(line))
	return acts.slice(-MOST_SENTENCES).map((line) => {
		const [, after = '0', words = ''] = /^(\d+) (.*)$/s.exec(line.trim()) ?? []
		const at = new Date(startsAt + Number(after)).toISOString().slice(5, 19).replace('T', ' ')
		return `${at}  ${words.replace(' = ', ' → ')}`
	})
}
