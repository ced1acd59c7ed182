import { groupBy } from './group-by.ts'

/** What was done to the code. */
export const mutantKinds = [
	'and for or',
	'bound moved',
	'call left out',
	'condition dropped',
	'condition turned',
	'constant moved',
	'default dropped',
	'filter left out',
	'flag turned',
	'guard removed',
	'order turned',
	'statement left out',
	'sum turned',
	'zone changed',
] as const
export type MutantKind = (typeof mutantKinds)[number]

/** A change of one place in the code. `start` and `end` are offsets of the replaced text in its file. */
export type Mutant = {
	id: number
	path: string
	line: number
	kind: MutantKind
	start: number
	end: number
	replacement: string
	/** How the changed text and the text as it was stand together in a file that has both. */
	form: 'expression' | 'property' | 'element' | 'statement'
}

/** The parts of the code that are mutated. */
export const mutatedParts = ['flows', 'sql', 'routes'] as const
export type MutatedPart = (typeof mutatedParts)[number]

/** Null for files that no mutant changes: pure rules have `npm run mutate`, pages are seen by the browser tests. */
export function partOf(path: string): MutatedPart | null {
	if (/^app\/domain\/.*-repository\.server\.ts$/.test(path) || /^db\/[^/]+\.server\.ts$/.test(path))
		return 'sql'
	if (/^app\/routes\/.*\.tsx?$/.test(path) || /^app\/(http|api)\/.*\.server\.ts$/.test(path)) return 'routes'
	if (/^app\/(flows|domain|jobs)\/.*\.server\.ts$/.test(path)) return 'flows'
	return null
}

/** The folder that a mutant is counted in, such as 'domain/booking'. */
export function contextOf({ path }: { path: string }): string {
	const [top = '', ...rest] = path.replace(/^app\//, '').split('/')
	return rest.length > 1 && top !== 'routes' ? `${top}/${rest[0]}` : top
}

/** `count` of the mutants, in an order that the seed decides: of each context as many as its share of all. */
export function drawSample<One extends { path: string }>(
	mutants: readonly One[],
	count: number,
	seed: number,
): One[] {
	const groups = groupBy(mutants, contextOf)
	const share = Math.min(1, count / Math.max(1, mutants.length))
	const random = randomFrom(seed)
	return [...groups.keys()].sort().flatMap((context) => {
		const group = [...(groups.get(context) ?? [])]
		for (let place = group.length - 1; place > 0; place -= 1) {
			const other = Math.floor(random() * (place + 1))
			;[group[place], group[other]] = [group[other] as One, group[place] as One]
		}
		return group.slice(0, Math.max(1, Math.round(group.length * share)))
	})
}

/** Mulberry32: the same numbers from 0 to 1 for the same seed. */
function randomFrom(seed: number): () => number {
	let state = seed >>> 0
	return () => {
		state = (state + 0x6d2b79f5) >>> 0
		let mixed = Math.imul(state ^ (state >>> 15), state | 1)
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
	}
}
