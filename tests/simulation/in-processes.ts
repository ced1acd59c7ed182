import { fork } from 'node:child_process'

/** What seeds came to: of one process, or of several. `seconds`: of playing, without shrinking. */
export type Totals = { seeds: number; found: number; days: number; appointments: number; seconds: number }

/** The young objects of a history are many, and few of them live on: with more room they are looked through less. */
const YOUNG_MIB = 64

/** Plays each part of the seeds in a child of this program, all at once; gives sums, and the time of the slowest. */
export async function playInProcesses(program: string, parts: readonly string[][]): Promise<Totals> {
	const all = await Promise.all(parts.map((args) => playInProcess(program, args)))
	const sum = (count: (one: Totals) => number) => all.reduce((before, one) => before + count(one), 0)
	return {
		seeds: sum(({ seeds }) => seeds),
		found: sum(({ found }) => found),
		days: sum(({ days }) => days),
		appointments: sum(({ appointments }) => appointments),
		seconds: Math.max(...all.map(({ seconds }) => seconds)),
	}
}

function playInProcess(program: string, args: readonly string[]): Promise<Totals> {
	return new Promise((resolve, reject) => {
		const execArgv = [...process.execArgv, `--max-semi-space-size=${YOUNG_MIB}`]
		const child = fork(program, args, { execArgv })
		let totals: Totals | null = null
		child.once('message', (told) => {
			totals = told as Totals
		})
		child.once('error', reject)
		child.once('exit', (code) => {
			if (totals) resolve(totals)
			else reject(new Error(`a process with ${args.join(' ')} ended with ${code}`))
		})
	})
}

/** The seeds from `first` on in so many parts, as nearly equal as they can be. */
export function partsOf(first: number, count: number, parts: number): { first: number; count: number }[] {
	const length = Math.min(parts, count)
	const begins = (part: number) => Math.floor((part * count) / length)
	return Array.from({ length }, (_, part) => ({
		first: first + begins(part),
		count: begins(part + 1) - begins(part),
	}))
}
