import { dirname } from 'node:path'
import { groupBy } from './group-by.ts'

/** A mutant and its outcome. */
export type JudgedMutant = {
	fileName: string
	status: string
	location: { start: { line: number; column: number } }
	mutatorName: string
	replacement?: string
}

export type MutationScore = { caught: number; survived: number }

const CAUGHT = ['Killed', 'Timeout', 'RuntimeError', 'CompileError']
const SURVIVED = ['Survived', 'NoCoverage']

/** Mutants of values made once, while loading, do not count. */
export function mutationScore(mutants: readonly JudgedMutant[]): MutationScore {
	return {
		caught: mutants.filter(({ status }) => CAUGHT.includes(status)).length,
		survived: mutants.filter(isSurvivor).length,
	}
}

/** A file without mutants has 100 percent. */
export function percentCaught({ caught, survived }: MutationScore): number {
	return caught + survived === 0 ? 100 : (100 * caught) / (caught + survived)
}

/** Lines that no test reaches, the survivors by place, then the scores of files, rooms and all. */
export function mutationReport(mutants: readonly JudgedMutant[]): string[] {
	const ordered = mutants.toSorted(byPlace)
	const unreached = [...groupBy(ordered.filter(isUnreached), fileOf)].map(unreachedLine)
	const survivors = ordered.filter((mutant) => isSurvivor(mutant) && !isUnreached(mutant)).map(survivorLine)
	const files = [...groupBy(ordered, fileOf)].map(scoreLine)
	const rooms = [...groupBy(ordered, ({ fileName }) => dirname(fileName))].map(scoreLine)
	return [...unreached, ...survivors, '', ...files, '', ...rooms, '', scoreLine(['all', mutants])]
}

const fileOf = ({ fileName }: JudgedMutant) => fileName

function isUnreached({ status }: JudgedMutant): boolean {
	return status === 'NoCoverage'
}

function isSurvivor({ status }: JudgedMutant): boolean {
	return SURVIVED.includes(status)
}

function byPlace(one: JudgedMutant, other: JudgedMutant): number {
	const { line, column } = one.location.start
	const { line: otherLine, column: otherColumn } = other.location.start
	return one.fileName.localeCompare(other.fileName) || line - otherLine || column - otherColumn
}

function unreachedLine([fileName, mutants]: Group): string {
	const lines = [...new Set(mutants.map(({ location }) => location.start.line))]
	return `${fileName}: no test reaches ${lines.join(', ')}`
}

function survivorLine({ fileName, location, mutatorName, replacement = '' }: JudgedMutant): string {
	const { line, column } = location.start
	return `${fileName}:${line}:${column} ${mutatorName}: ${replacement.replace(/\s+/g, ' ')}`
}

type Group = [name: string, mutants: readonly JudgedMutant[]]

function scoreLine([name, mutants]: Group): string {
	const score = mutationScore(mutants)
	const percent = percentCaught(score).toFixed(1).padStart(5)
	return `${percent} %  ${score.caught} of ${score.caught + score.survived}  ${name}`
}
