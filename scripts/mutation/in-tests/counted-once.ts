import { mutantSwitch } from '#scripts/mutation/in-tests/switch.ts'

/**
 * Stands for `app/kernel/once.ts` in the mutated copy: what was made with one mutant is not kept for the next, and each
 * use counts as a visit to the places that making it visited.
 */
export function countedOnce<Value>(make: () => Value): () => Value {
	let made: { value: Value; active: ReadonlySet<number>; visited: number[] } | null = null
	return () => {
		if (made?.active !== mutantSwitch.active) {
			const before = mutantSwitch.hits
			mutantSwitch.hits = new Set()
			try {
				const value = make()
				made = { value, active: mutantSwitch.active, visited: [...mutantSwitch.hits] }
			} finally {
				for (const id of mutantSwitch.hits) before.add(id)
				mutantSwitch.hits = before
			}
		}
		for (const id of made.visited) mutantSwitch.hits.add(id)
		return made.value
	}
}
