import type { BenchTable } from './bench-table.ts'

/** The result of one part of the bench, for the report. */
export type BenchResult = { tables: BenchTable[]; goals: Goal[] }

export type Verdict = 'met' | 'missed' | 'not measured'

export type Goal = {
	/** P1 to P20. */
	id: string
	what: string
	limit: string
	figure: string
	verdict: Verdict
}

type Bound = {
	id: string
	what: string
	limit: number
	value: number
	/** Formats the limit and the value. */
	show: (value: number) => string
	/** Printed after the figure: the page, or the noise. */
	note?: string
}

/** NaN, from a failed measurement, misses its goal. */
export function atMost({ limit, value, ...bound }: Bound): Goal {
	return bounded(`at most ${bound.show(limit)}`, value <= limit, { ...bound, value })
}

export function atLeast({ limit, value, ...bound }: Bound): Goal {
	return bounded(`at least ${bound.show(limit)}`, value >= limit, { ...bound, value })
}

/** `well` of `all` were good; the goal is all. */
export function allOf(id: string, what: string, well: number, all: number, note?: string): Goal {
	const figure = `${well} of ${all}${note ? ` (${note})` : ''}`
	return { id, what, limit: 'all', figure, verdict: all > 0 && well === all ? 'met' : 'missed' }
}

export function notMeasured(id: string, what: string, limit: string, why: string): Goal {
	return { id, what, limit, figure: why, verdict: 'not measured' }
}

/** The worst of several, named in the goal. */
export function worstOf<T>(items: readonly T[], measure: (item: T) => number): T {
	const [first, ...rest] = items
	if (first === undefined) throw new Error('there is nothing to choose from')
	return rest.reduce((worst, item) => (measure(item) > measure(worst) ? item : worst), first)
}

export function goalTable(goals: readonly Goal[]): BenchTable {
	const missed = goals.filter(({ verdict }) => verdict === 'missed').length
	const met = goals.filter(({ verdict }) => verdict === 'met').length
	return {
		title: 'Goals',
		text: `${met} met, ${missed} missed, ${goals.length - met - missed} not measured in this run.`,
		columns: ['Goal', 'What', 'Limit', 'Figure', 'Verdict'],
		rows: inOrder(goals).map(({ id, what, limit, figure, verdict }) => [
			id,
			what,
			limit,
			figure,
			verdict === 'missed' ? '**missed**' : verdict,
		]),
	}
}

function inOrder(goals: readonly Goal[]): Goal[] {
	return [...goals].sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
}

function bounded(limit: string, isMet: boolean, { id, what, value, show, note }: Omit<Bound, 'limit'>): Goal {
	const figure = note ? `${show(value)} (${note})` : show(value)
	return { id, what, limit, figure, verdict: isMet ? 'met' : 'missed' }
}
