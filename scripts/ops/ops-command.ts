import type { Instant } from '#app/kernel/instant.ts'

export type OpsResult = {
	/** False ends the program with 1: something is left to do. */
	isWell: boolean
	/** For a person. */
	lines: string[]
	/** For `--json`. */
	data: Record<string, unknown>
}

export function allWell(data: OpsResult['data'], lines: string[]): OpsResult {
	return { isWell: true, lines, data }
}

export function failure(data: OpsResult['data'], lines: string[]): OpsResult {
	return { isWell: false, lines, data }
}

export function refusedResult(refusal: string, line: string): OpsResult {
	return failure({ refusal }, [line])
}

export type OpsInput = {
	/** As many arguments as the command names. */
	places: string[]
	/** Options: text, or true for a switch. */
	options: Readonly<Record<string, string | boolean | undefined>>
	env: NodeJS.ProcessEnv
	now: Instant
	/** Progress; never on standard output, which is the result's. */
	note: (line: string) => void
}

export type OpsCommand = {
	/** A word or two: 'complete', 'payments reconcile'. */
	name: string
	/** One line of the list of commands. */
	summary: string
	/** Names of the required arguments, in order. */
	places: readonly string[]
	/** The arguments are optional. */
	mayLackPlaces?: true
	options?: Readonly<Record<string, { type: 'string' | 'boolean'; about: string }>>
	/** The rest of `--help`: data read, data written, settings. */
	about: string
	run(input: OpsInput): Promise<OpsResult>
}

/** Wrong usage: exit code 2. The message shows the right one. */
export class UsageProblem extends Error {
	override name = 'UsageProblem'
}
