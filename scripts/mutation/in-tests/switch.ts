import type { RunnerTask } from 'vitest'

/** What the mutated code asks, and what the tests tell it. One for all the files of a test process. */
type Switch = { active: number; hits: Set<number> }

const holder = globalThis as typeof globalThis & { mutantSwitch?: Switch; $mutant?: (id: number) => boolean }

holder.mutantSwitch ??= { active: Number(process.env.MUTANT ?? 0), hits: new Set() }
export const mutantSwitch = holder.mutantSwitch

holder.$mutant = (id) => {
	mutantSwitch.hits.add(id)
	return id === mutantSwitch.active
}

/** Whether all tests of a file have passed. */
export function isWell({ tasks }: { tasks: readonly RunnerTask[] }): boolean {
	return tasks.every((task) => (task.type === 'suite' ? isWell(task) : task.result?.state === 'pass'))
}
