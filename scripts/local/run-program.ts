import { StartProblem } from './start-problem.ts'

export type Program = {
	/** The last clean-up runs first. */
	onStop(cleanUp: () => Promise<void> | void): void
	/** Ends the program with one line and exit code 1, after its clean-ups. */
	fail(line: string): void
	/** Ends the program well, after its clean-ups. */
	stop(): Promise<never>
}

/**
 * SIGINT, SIGTERM and SIGHUP run the clean-ups and end the program with 0, or 130 before `main` returned. A
 * StartProblem becomes one line, other errors keep their stack; both end with 1.
 */
export async function runProgram(main: (program: Program) => Promise<void>): Promise<void> {
	const cleanUps: (() => Promise<void> | void)[] = []
	let ending: Promise<never> | undefined
	let isUp = false

	function end(code: number): Promise<never> {
		ending ??= (async () => {
			for (const cleanUp of cleanUps.reverse()) {
				try {
					await cleanUp()
				} catch (error) {
					console.error(error)
				}
			}
			process.exit(code)
		})()
		return ending
	}

	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => void end(isUp ? 0 : 130))
	}
	try {
		await main({
			onStop: (cleanUp) => void cleanUps.push(cleanUp),
			fail(line) {
				// Failures caused by the stop are no news.
				if (!ending) console.error(line)
				void end(1)
			},
			stop: () => end(0),
		})
		isUp = true
	} catch (error) {
		if (!ending) console.error(error instanceof StartProblem ? error.message : error)
		await end(1)
	}
}
