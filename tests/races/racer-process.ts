import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A process of a race: each line that it is told is answered by a line. */
export type RacerProcess = { tell: (line: string) => Promise<string>; kill: () => void }

export function startRacerProcess(program: URL): RacerProcess {
	const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(program)], {
		stdio: ['pipe', 'pipe', 'inherit'],
	})
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
	return {
		async tell(line) {
			child.stdin.write(`${line}\n`)
			const answer = await lines.next()
			if (answer.done) throw new Error('a racer ended early')
			return answer.value
		},
		kill: () => child.kill(),
	}
}
