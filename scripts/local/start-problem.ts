/** A reason to stop that a person can act on. Its message is one line, shown without a stack. */
export class StartProblem extends Error {
	override name = 'StartProblem'
}

/** Runs a program; a StartProblem becomes one line on stderr, anything else keeps its stack. Both exit with 1. */
export async function runProgram(program: () => Promise<void>): Promise<void> {
	try {
		await program()
	} catch (error) {
		console.error(error instanceof StartProblem ? `Cannot start: ${error.message}` : error)
		process.exit(1)
	}
}
