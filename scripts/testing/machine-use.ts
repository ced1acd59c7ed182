import { readFileSync } from 'node:fs'

/** Above this share of other work a run takes visibly longer. Our killed browsers' use counts as other work. */
const BUSY_SHARE = 0.3

type Ticks = { all: number; idle: number; ours: number }

/**
 * The returned function tells, at the end, whether another program or a virtual machine's host used the processors;
 * null where Linux does not tell.
 */
export function watchMachine(read: () => Ticks | null = readTicks): () => string | null {
	const before = read()
	return () => {
		const after = read()
		if (!before || !after) return null
		const share = othersShare(before, after)
		const percent = `${Math.round(share * 100)} %`
		return share > BUSY_SHARE
			? `The machine was busy: other work took ${percent} of its processors, so the times above are too long.`
			: `The machine was calm: other work took ${percent} of its processors.`
	}
}

function othersShare(before: Ticks, after: Ticks): number {
	const of = (name: keyof Ticks) => after[name] - before[name]
	const used = of('all') - of('idle')
	return of('all') <= 0 ? 0 : Math.max(0, used - of('ours')) / of('all')
}

/** Ticks of all processors since the machine's start, and of this process with its ended children. */
function readTicks(): Ticks | null {
	try {
		const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? ''
		// user, nice, system, idle, iowait, irq, softirq, steal; user already includes guests.
		const ofMachine = line.split(/\s+/).slice(1, 9).map(Number)
		const stat = readFileSync('/proc/self/stat', 'utf8')
		// The program's name, in brackets, may hold spaces. From the state on: utime, stime, cutime and cstime are 11 to
		// 14.
		const ofUs = stat
			.slice(stat.lastIndexOf(')') + 2)
			.split(' ')
			.slice(11, 15)
			.map(Number)
		return { all: sum(ofMachine), idle: sum(ofMachine.slice(3, 5)), ours: sum(ofUs) }
	} catch {
		return null
	}
}

function sum(ticks: number[]): number {
	return ticks.reduce((total, one) => total + one, 0)
}
