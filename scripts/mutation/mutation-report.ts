/** A mutant and what became of it, as far as the report needs it. */
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

/** Mutants that a test notices, and those that none does. Mutants of values made once, while loading, do not count. */
export function mutationScore(mutants: readonly JudgedMutant[]): MutationScore {
	return {
		caught: mutants.filter(({ status }) => CAUGHT.includes(status)).length,
		survived: mutants.filter(isSurvivor).length,
	}
}

/** The share that is caught, in percent; a file without mutants has nothing to miss. */
export function percentCaught({ caught, survived }: MutationScore): number {
	return caught + survived === 0 ? 100 : (100 * caught) / (caught + survived)
}

/** The survivors by place, then the score of each file, each room and all. */
export function mutationReport(mutants: readonly JudgedMutant[]): string[] {
	const survivors = mutants.filter(isSurvivor).toSorted(byPlace).map(survivorLine)
	const files = scoreLines(mutants, ({ fileName }) => fileName)
	const rooms = scoreLines(mutants, ({ fileName }) => fileName.split('/').slice(0, -1).join('/'))
	return [...survivors, '', ...files, '', ...rooms, '', scoreLine('all', mutants)]
}

function isSurvivor({ status }: JudgedMutant): boolean {
	return SURVIVED.includes(status)
}

function byPlace(one: JudgedMutant, other: JudgedMutant): number {
	const { line, column } = one.location.start
	const { line: otherLine, column: otherColumn } = other.location.start
	return one.fileName.localeCompare(other.fileName) || line - otherLine || column - otherColumn
}

function survivorLine({ fileName, status, location, mutatorName, replacement = '' }: JudgedMutant): string {
	const { line, column } = location.start
	const words = replacement.replace(/\s+/g, ' ')
	return `${fileName}:${line}:${column} ${status === 'NoCoverage' ? 'no test' : 'survived'} ${mutatorName}: ${words}`
}

function scoreLines(mutants: readonly JudgedMutant[], groupOf: (mutant: JudgedMutant) => string): string[] {
	const groups = new Map<string, JudgedMutant[]>()
	for (const mutant of mutants) groups.set(groupOf(mutant), [...(groups.get(groupOf(mutant)) ?? []), mutant])
	return [...groups].sort(([one], [other]) => one.localeCompare(other)).map(([name, own]) => scoreLine(name, own))
}

function scoreLine(name: string, mutants: readonly JudgedMutant[]): string {
	const score = mutationScore(mutants)
	const percent = percentCaught(score).toFixed(1).padStart(5)
	return `${percent} %  ${score.caught} of ${score.caught + score.survived}  ${name}`
}
