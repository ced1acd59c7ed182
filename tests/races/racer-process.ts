import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'

/**
 * Processes for the races of a file. For a race each gets its plan, by its place; once all are ready they start
 * together. Gives what each tells.
 */
export function withRacerProcesses(program: URL, processes: number) {
	let racers: RacerProcess[] = []
	beforeAll(() => {
		racers = Array.from({ length: processes }, () => startRacerProcess(program))
	})
	afterAll(() => {
		for (const { kill } of racers) kill()
	})
	return async <Told>(planOf: (place: number) => unknown): Promise<Told[][]> => {
		await Promise.all(racers.map(({ tell }, place) => tell(JSON.stringify(planOf(place)))))
		const lines = await Promise.all(racers.map(({ tell }) => tell('go')))
		return lines.map((line) => JSON.parse(line))
	}
}

/** A process of a race: each line that it is told is answered by a line. */
type RacerProcess = { tell: (line: string) => Promise<string>; kill: () => void }

function startRacerProcess(program: URL): RacerProcess {
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
