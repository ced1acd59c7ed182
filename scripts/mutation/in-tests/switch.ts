import type { RunnerTask } from 'vitest'

/** What the mutated code asks, and what the tests tell it. One for all the files of a test process. */
type Switch = { active: ReadonlySet<number>; hits: Set<number> }

const holder = globalThis as typeof globalThis & { mutantSwitch?: Switch; $mutant?: (id: number) => boolean }

holder.mutantSwitch ??= { active: new Set(), hits: new Set() }
export const mutantSwitch = holder.mutantSwitch

holder.$mutant = (id) => {
	mutantSwitch.hits.add(id)
	return mutantSwitch.active.has(id)
}

/** Whether all tests of a file have passed. */
export function isWell({ tasks }: { tasks: readonly RunnerTask[] }): boolean {
	return tasks.every((task) => (task.type === 'suite' ? isWell(task) : task.result?.state === 'pass'))
}
