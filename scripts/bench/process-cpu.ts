import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** User and system time that a process has used since its start, in milliseconds. Linux only. */
export function cpuMilliseconds(pid: number): number {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
	// The name in brackets may hold spaces: fields are counted after it. 14 and 15 are utime and stime.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
	return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Exact CPU of a process's threads: one start is too short for the ticks of `cpuMilliseconds`. */
export function threadMilliseconds(pid: number): number {
	const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) => {
		const [used] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
		return Number(used)
	})
	return nanoseconds.reduce((sum, used) => sum + used, 0) / 1_000_000
}
