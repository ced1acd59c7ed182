import { spawn } from 'node:child_process'

/**
 * Ties a process that we started to our own life: when this process ends in any way, also by SIGKILL where
 * no exit handler runs, a tiny shell sees its input close and kills the process. Gives back a function that unties it.
 */
export function killWithParent(pid: number): () => void {
	const watch = spawn('/bin/sh', ['-c', 'cat >/dev/null; kill -9 "$1" 2>/dev/null', 'watch', String(pid)], {
		stdio: ['pipe', 'ignore', 'ignore'],
		// Out of the terminal's group: Ctrl-C has to reach us alone, so that we stop things in order.
		detached: true,
	})
	watch.unref()
	// Without a shell there is nothing to tie with; the ordinary stop still works.
	watch.on('error', () => {})
	return () => {
		// SIGKILL of the shell alone would leave `cat`, whose end then runs nothing; the group has both.
		if (watch.pid === undefined || watch.exitCode !== null) return
		try {
			process.kill(-watch.pid, 'SIGKILL')
		} catch {
			// Already gone.
		}
	}
}
