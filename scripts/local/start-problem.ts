/** A reason to stop that a person can fix: one line, without a stack. */
export class StartProblem extends Error {
	override name = 'StartProblem'
}

/** Node's code of a system error, such as EADDRINUSE; else undefined. */
export function systemCode(error: unknown): string | undefined {
	return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
