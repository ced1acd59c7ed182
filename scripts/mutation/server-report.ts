import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { groupBy } from './group-by.ts'
import type { MutantVerdict } from './judge-mutants.ts'
import { contextOf, type Mutant } from './mutant.ts'

const LAYERS = ['unit', 'integration', 'worker'] as const

/** One row a context, the survivors by place, and the sum. */
export function serverReport(
	root: string,
	mutants: readonly Mutant[],
	verdicts: ReadonlyMap<number, MutantVerdict>,
): string[] {
	const verdictOf = ({ id }: Mutant): MutantVerdict => verdicts.get(id) ?? { by: [], tried: 0, reached: 0 }
	const row = (name: string, group: readonly Mutant[]) => {
		const noticedIn = (layer: string) =>
			group.filter((mutant) => verdictOf(mutant).by[0]?.startsWith(`tests/${layer}/`)).length
		const noticed = group.filter((mutant) => verdictOf(mutant).by.length > 0).length
		const unreached = group.filter((mutant) => verdictOf(mutant).reached === 0).length
		const cells = [group.length, ...LAYERS.map(noticedIn), unreached, group.length - noticed]
		const percent = ((100 * noticed) / Math.max(1, group.length)).toFixed(1)
		return `${name.padEnd(22)}${cells.map((cell) => String(cell).padStart(12)).join('')}${percent.padStart(10)} %`
	}
	const heads = ['mutants', ...LAYERS, 'not reached', 'survived'].map((head) => head.padStart(12)).join('')
	const survivors = mutants.filter((mutant) => verdictOf(mutant).by.length === 0)
	return [
		...survivors.map((mutant) => survivorLine(root, mutant, verdictOf(mutant))),
		'',
		`${'noticed first in'.padEnd(22)}${heads}   noticed`,
		...[...groupBy(mutants, contextOf)].map(([name, group]) => row(name, group)),
		...[...groupBy(mutants, ({ kind }) => kind)].map(([name, group]) => row(name, group)),
		row('all', mutants),
	]
}

function survivorLine(
	root: string,
	{ id, path, line, kind, start, end, replacement }: Mutant,
	{ reached }: MutantVerdict,
): string {
	const before = readFileSync(join(root, path), 'utf8').slice(start, end)
	const change = changedPart(oneLine(before), oneLine(replacement))
	return `${path}:${line} (${id}, ${reached} files) ${kind}: ${change}`
}

/** Of two texts what differs, with some letters around it. */
function changedPart(before: string, after: string): string {
	let from = 0
	while (from < Math.min(before.length, after.length) && before[from] === after[from]) from += 1
	let cut = 0
	while (
		cut < Math.min(before.length, after.length) - from &&
		before[before.length - 1 - cut] === after[after.length - 1 - cut]
	)
		cut += 1
	const around = (text: string) => text.slice(Math.max(0, from - 40), text.length - cut + 20)
	return `${around(before)}  =>  ${around(after)}`
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, ' ')
}
