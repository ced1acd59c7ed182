import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** The child process whose command line contains these words. */
export function childProcessId(parent: number | undefined, ...words: string[]): number | undefined {
	return childrenOf(parent).find(({ command }) => words.every((word) => command.includes(word)))?.pid
}

function childrenOf(parent: number | undefined): { pid: number; command: string }[] {
	if (process.platform !== 'linux') {
		const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
		return table.split('\n').flatMap((line) => {
			const [, pid, parentPid, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
			return Number(parentPid) === parent ? [{ pid: Number(pid), command: command ?? '' }] : []
		})
	}
	// /proc and not `ps`: small container images lack the program.
	return readdirSync(`/proc/${parent}/task`)
		.flatMap((thread) => readText(`/proc/${parent}/task/${thread}/children`).split(' '))
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
