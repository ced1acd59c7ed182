/** A reason to stop that a person can act on. Its message is one line, shown without a stack. */
export class StartProblem extends Error {
	override name = 'StartProblem'
}

/** The code that Node gives to an error of the operating system, such as EADDRINUSE; else undefined. */
export function systemCode(error: unknown): string | undefined {
	return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
