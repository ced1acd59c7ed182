import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** User and system time that a process has used since its start, in milliseconds. Linux only. */
export function cpuMilliseconds(pid: number): number {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
	// The name in brackets may hold spaces: fields are counted after it. 14 and 15 are utime and stime.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
	return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
