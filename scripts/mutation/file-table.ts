import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { MutantVerdict } from './judge-mutants.ts'

type FileReport = { testResults: { name: string; startTime: number; endTime: number }[] }
type Row = { file: string; seconds: number | null; noticed: number; alone: number }

/**
 * One row for each file of tests: its seconds in the last run, the drawn mutants that it noticed, and how many
 * of these no other of the tried files did. The costliest for what it alone notices comes first.
 */
export function fileTable(root: string): string[] {
	const seconds = secondsOfLastRun(join(root, 'test-results'), root)
	const verdicts = keptVerdicts(join(root, '.tmp/mutation'))
	const files = new Set([...seconds.keys(), ...verdicts.flatMap(({ by }) => by)])
	const rows = [...files].map((file): Row => {
		const noticed = verdicts.filter(({ by }) => by.includes(file))
		return {
			...{ file, seconds: seconds.get(file) ?? null, noticed: noticed.length },
			alone: noticed.filter(({ by }) => by.length === 1).length,
		}
	})
	const costliest = rows.toSorted((one, other) => costOf(other) - costOf(one))
	return [
		`Of ${verdicts.length} judged mutants, by file of tests:`,
		`${'seconds'.padStart(8)}${'noticed'.padStart(9)}${'alone'.padStart(7)}  file`,
		...costliest.map(rowLine),
	]
}

const costOf = ({ seconds, alone }: Row) => (seconds ?? 0) / (1 + alone)

function rowLine({ file, seconds, noticed, alone }: Row): string {
	const time = seconds === null ? '' : seconds.toFixed(1)
	return `${time.padStart(8)}${String(noticed).padStart(9)}${String(alone).padStart(7)}  ${file}`
}

/** From the reports that a run of the tests leaves behind. */
function secondsOfLastRun(folder: string, root: string): Map<string, number> {
	const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
	const reports = names.map(
		(name): Partial<FileReport> => JSON.parse(readFileSync(join(folder, name), 'utf8')),
	)
	return new Map(
		reports
			.flatMap(({ testResults = [] }) => testResults)
			.map(({ name, startTime, endTime }) => [relative(root, name), (endTime - startTime) / 1_000]),
	)
}

function keptVerdicts(folder: string): MutantVerdict[] {
	const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
	return names
		.flatMap((name): Partial<MutantVerdict>[] => JSON.parse(readFileSync(join(folder, name), 'utf8')))
		.map(({ by = [], tried = 0, reached = 0 }) => ({ by, tried, reached }))
}
