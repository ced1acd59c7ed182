import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll } from 'vitest'
import { type Bundle, bundle } from '#tests/support/bundle.ts'
import { startWriterServer, type WriterServer } from './writer-server.ts'

/**
 * Processes of a program of this room for the races of a file. For a race each gets its plan, by its place; once all
 * are ready they start together. Gives what each tells.
 */
export function withRacerProcesses(program: string, processes: number) {
	let made: Bundle | undefined
	let racers: RacerProcess[] = []
	let writer: WriterServer | undefined
	beforeAll(async () => {
		const bundled = await bundle(`races/${program}`)
		made = bundled
		const started = await startWriterServer()
		writer = started
		racers = Array.from({ length: processes }, () => startRacerProcess(bundled.file, started.env))
	})
	afterAll(() => {
		for (const { kill } of racers) kill()
		writer?.close()
		made?.remove()
	})
	return async <Told>(planOf: (place: number) => unknown): Promise<Told[][]> => {
		await Promise.all(racers.map(({ tell }, place) => tell(JSON.stringify(planOf(place)))))
		const lines = await Promise.all(racers.map(({ tell }) => tell('go')))
		return lines.map((line) => JSON.parse(line))
	}
}

/** A process of a race: each line that it is told is answered by a line. */
type RacerProcess = { tell: (line: string) => Promise<string>; kill: () => void }

function startRacerProcess(file: string, env: Record<string, string>): RacerProcess {
	const child = spawn(process.execPath, [file], {
		stdio: ['pipe', 'pipe', 'inherit'],
		env: { ...process.env, ...env },
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
