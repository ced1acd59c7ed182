import { type ChildProcess, spawn } from 'node:child_process'
import { Socket } from 'node:net'

/** Keeps the numbers that it is told ('+12', '-12') until its input closes, and then kills what is left of them. */
const KEEPER = `
	ids=' '
	while read -r line; do
		id="\${line#?}"
		case "$line" in
			+*) ids="$ids$id " ;;
			-*) case "$ids" in *" $id "*) ids="\${ids%% $id *} \${ids#* $id }" ;; esac ;;
		esac
	done
	for id in $ids; do kill -9 "$id" 2>/dev/null; done`

let keeper: ChildProcess | undefined

/**
 * Ties a process that we started to our own life: when this process ends in any way, also by SIGKILL where no exit
 * handler runs, a tiny shell sees its input close and kills the process. Gives back a function that unties it.
 */
export function killWithParent(pid: number): () => void {
	keeper ??= startKeeper()
	const { stdin } = keeper
	stdin?.write(`+${pid}\n`)
	return () => void stdin?.write(`-${pid}\n`)
}

/** One shell for all processes: to start another takes our own process 25 ms. */
function startKeeper(): ChildProcess {
	const started = spawn('/bin/sh', ['-c', KEEPER], {
		stdio: ['pipe', 'ignore', 'ignore'],
		// Out of the terminal's group: Ctrl-C has to reach us alone, so that we stop things in order.
		detached: true,
	})
	// It waits for our end: neither it nor the pipe to it may keep us from ending.
	started.unref()
	if (started.stdin instanceof Socket) started.stdin.unref()
	// Without a shell there is nothing to tie with; the ordinary stop still works.
	started.on('error', () => {})
	started.stdin?.on('error', () => {})
	return started
}
