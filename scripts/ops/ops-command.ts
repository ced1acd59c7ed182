import type { Instant } from '#app/kernel/instant.ts'

/** What a command found or did. */
export type OpsResult = {
	/** False ends the program with 1: something is left for a person. */
	isWell: boolean
	/** For a person. */
	lines: string[]
	/** For a program: printed under `--json`. */
	data: Record<string, unknown>
}

export type OpsInput = {
	/** The arguments without a name, as many as the command names. */
	places: string[]
	/** What options were given: text, or true for a switch. */
	options: Readonly<Record<string, string | boolean | undefined>>
	env: NodeJS.ProcessEnv
	now: Instant
	/** Progress for a waiting operator; never on standard output, which is the result's. */
	note: (line: string) => void
}

/** One thing that the operator's program does. */
export type OpsCommand = {
	/** A word or two: 'complete', 'payments reconcile'. */
	name: string
	/** One line of the list of commands. */
	summary: string
	/** Names of the arguments that have to be given, in order. */
	places: readonly string[]
	/** The command may be asked for without its places too. */
	mayLackPlaces?: true
	options: Readonly<Record<string, { type: 'string' | 'boolean'; about: string }>>
	/** The rest of `--help`: the data that is read, the data that is written, and the settings. */
	about: string
	run(input: OpsInput): Promise<OpsResult>
}

/** The command was asked for wrongly: exit code 2. Its message says how to ask. */
export class UsageProblem extends Error {
	override name = 'UsageProblem'
}
