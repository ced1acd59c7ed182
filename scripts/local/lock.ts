import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { systemCode } from './start-problem.ts'

export type Lock = { release(): void } | { heldBy: number }

/** Takes a lock file with our process id; an ended process's lock is ignored. */
export function tryLock(path: string): Lock {
	const mine = `${path}.${process.pid}`
	writeFileSync(mine, String(process.pid))
	try {
		for (;;) {
			try {
				// A link appears whole or not at all: a half-written lock is never read.
				linkSync(mine, path)
				return { release: () => rmSync(path, { force: true }) }
			} catch (error) {
				if (systemCode(error) !== 'EEXIST') throw error
			}
			const holder = readHolder(path)
			if (holder !== undefined && isAlive(holder)) return { heldBy: holder }
			rmSync(path, { force: true })
		}
	} finally {
		rmSync(mine, { force: true })
	}
}

function readHolder(path: string): number | undefined {
	try {
		const pid = Number(readFileSync(path, 'utf8'))
		return Number.isInteger(pid) && pid > 0 ? pid : undefined
	} catch {
		// Another process released the lock after our try.
		return undefined
	}
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0)
		return true
	} catch (error) {
		// EPERM: it runs as another user.
		return systemCode(error) === 'EPERM'
	}
}
