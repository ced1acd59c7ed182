import type { PlantedBug } from './planted-bugs.ts'
import type { BugOfWriter } from './planted-bugs-of-writer.ts'

/** Where the last search found a mistake, in words: 'seed 7, 81 s'. */
export function lastFound(bug: PlantedBug): string {
	if (bug.foundAt === null) return `not found: ${bug.notFound}`
	const { seed, seconds, among } = bug.foundAt
	return `seed ${seed}, ${seconds} s${among ? ` (${among})` : ''}`
}

/** All planted mistakes as a table in Markdown. Those of the one writer name the kind of find that tells of each. */
export function plantedTable(bugs: readonly PlantedBug[], ofWriter: readonly BugOfWriter[]): string {
	return [
		['Mistake', 'What is wrong', 'Last found'],
		['---', '---', '---'],
		...bugs.map((bug) => [`\`${bug.name}\``, bug.mistake, lastFound(bug)]),
		...ofWriter.map(({ name, mistake, foundBy }) => [`\`${name}\``, mistake, foundBy]),
	]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n')
}
