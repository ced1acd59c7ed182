import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** The process that we (or one of our libraries) started whose command line holds these words. */
export function childProcessId(...words: string[]): number | undefined {
	return children().find(({ command }) => words.every((word) => command.includes(word)))?.pid
}

function children(): { pid: number; command: string }[] {
	if (process.platform !== 'linux') {
		const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
		return table.split('\n').flatMap((line) => {
			const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
			return Number(parent) === process.pid ? [{ pid: Number(pid), command: command ?? '' }] : []
		})
	}
	// /proc and not `ps`: small container images do not have the program.
	return readdirSync(`/proc/${process.pid}/task`)
		.flatMap((thread) => readText(`/proc/${process.pid}/task/${thread}/children`).split(' '))
		.filter(Boolean)
		.map((pid) => ({ pid: Number(pid), command: readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ') }))
}

function readText(path: string): string {
	try {
		return readFileSync(path, 'utf8')
	} catch {
		// It ended while we looked.
		return ''
	}
}
