import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import type { Instant } from '#app/kernel/instant.ts'

const PROCESSES = 2

/** What one process of a race asks about, and how often at once. */
export type SettleRace = {
	databaseUrl: string
	sandboxUrl: string
	secretKey: string
	references: string[]
	callers: number
	now: Instant
}

export type Told = { paymentReference: string; word: string; visit: string | null }

type Racer = { child: ChildProcess; tell: (line: string) => Promise<string> }

/** Two processes for the races of a file, as two Workers on two machines; each asks about all payments of the race. */
export function withSettleRacers(): (race: SettleRace) => Promise<Told[]> {
	let racers: Racer[] = []
	beforeAll(() => {
		racers = Array.from({ length: PROCESSES }, startRacer)
	})
	afterAll(() => {
		for (const { child } of racers) child.kill()
	})
	return async (race) => {
		await Promise.all(racers.map(({ tell }) => tell(JSON.stringify(race))))
		const told = await Promise.all(racers.map(({ tell }) => tell('go')))
		return told.flatMap((line) => JSON.parse(line) as Told[])
	}
}

function startRacer(): Racer {
	const program = fileURLToPath(new URL('./settle-racer.ts', import.meta.url))
	const child = spawn(process.execPath, ['--import', 'tsx', program], { stdio: ['pipe', 'pipe', 'inherit'] })
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
	return {
		child,
		async tell(line) {
			child.stdin.write(`${line}\n`)
			const answer = await lines.next()
			if (answer.done) throw new Error('a racer ended early')
			return answer.value
		},
	}
}
