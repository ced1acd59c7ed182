import { type ChildProcess, spawn } from 'node:child_process'
import { Socket } from 'node:net'

/** Keeps process ids ('+12', '-12') until its input closes, and then kills the remaining ones. */
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
 * Ends a child process with this one, also after SIGKILL: a tiny shell sees its input close and kills the child.
 * Returns a function that undoes this.
 */
export function killWithParent(pid: number): () => void {
	keeper ??= startKeeper()
	const { stdin } = keeper
	stdin?.write(`+${pid}\n`)
	return () => void stdin?.write(`-${pid}\n`)
}

/** One shell for all processes: starting one takes us 25 ms. */
function startKeeper(): ChildProcess {
	const started = spawn('/bin/sh', ['-c', KEEPER], {
		stdio: ['pipe', 'ignore', 'ignore'],
		// Ctrl-C must reach only us, so that we stop things in order.
		detached: true,
	})
	// Neither the shell nor its pipe may keep this process alive.
	started.unref()
	if (started.stdin instanceof Socket) started.stdin.unref()
	// Without a shell children still stop at an orderly end.
	started.on('error', () => {})
	started.stdin?.on('error', () => {})
	return started
}
