import { parseArgs } from 'node:util'
import { cleanLine, withoutMarks } from '#app/kernel/clean-text.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import { type OpsCommand, type OpsInput, type OpsResult, UsageProblem } from './ops-command.ts'
import { opsCommands } from './ops-commands.ts'

const SUCCESS = 0
const LEFT_TO_DO = 1
const ASKED_WRONGLY = 2

type OpsEnvironment = {
	env: NodeJS.ProcessEnv
	say: (line: string) => void
	note: (line: string) => void
	/** Default: the machine's clock. */
	now?: Instant
}

/** Runs one command. Exit codes: 0 well, 1 failed or something left to do, 2 wrong usage. */
export async function runOps(
	words: readonly string[],
	{ env, say: print, note: printNote, now = Date.now() }: OpsEnvironment,
): Promise<number> {
	// Rows from before D70 hold marks that turn a terminal's line round, or move its cursor.
	const say = (line: string) => print(withoutMarks(line))
	const note = (line: string) => printNote(withoutMarks(line))
	try {
		const parsed = readWords(words)
		if ('help' in parsed) {
			say(parsed.help)
			return SUCCESS
		}
		const { command, input, isJson } = parsed
		const result = await command.run({ ...input, env, note, now })
		for (const line of isJson ? [JSON.stringify(toJson(result))] : result.lines) say(line)
		return result.isWell ? SUCCESS : LEFT_TO_DO
	} catch (error) {
		if (error instanceof UsageProblem) {
			note(error.message)
			return ASKED_WRONGLY
		}
		note(error instanceof StartProblem ? error.message : (error as Error)?.stack || String(error))
		return LEFT_TO_DO
	}
}

function toJson({ isWell, data }: OpsResult) {
	return { ok: isWell, ...data }
}

type Input =
	| { help: string }
	| { command: OpsCommand; input: Pick<OpsInput, 'places' | 'options'>; isJson: boolean }

function readWords(words: readonly string[]): Input {
	const [first = '--help', second] = words
	if (first === '--help' || first === '-h') return { help: listOfCommands() }
	const command = opsCommands.find(({ name }) => name === first || name === `${first} ${second}`)
	if (!command)
		throw new UsageProblem(`There is no command "${[first, second].join(' ').trim()}".\n${listOfCommands()}`)
	const { help, json, ...options } = parseOptions(command, words.slice(command.name === first ? 1 : 2))
	if (help.isGiven) return { help: describeCommand(command) }
	const { places } = options
	const mayLack = command.mayLackPlaces === true
	if (places.length !== command.places.length && !(mayLack && places.length === 0)) {
		const wanted = command.places.map((place) => `<${place}>`).join(' ') || 'no argument'
		throw new UsageProblem(`${command.name} takes ${wanted}.\n${describeUsage(command)}`)
	}
	return { command, input: { places, options: options.given }, isJson: json.isGiven }
}

/** Marks a word with one leading hyphen as an argument: one random id in 64 begins so. */
const MARK = '\0'
/** File names, which are not cleaned. */
const paths = ['file', 'dump', 'folder', 'html']

/** The typed word without the mark; cleaned, unless it is a path. */
function typedWord(place: string | undefined, word: string): string {
	const typed = word.replace(MARK, '')
	return place !== undefined && paths.includes(place) ? typed : cleanLine(typed)
}

function parseOptions(command: OpsCommand, words: readonly string[]) {
	const own = Object.fromEntries(
		Object.entries(command.options ?? {}).map(([name, { type }]) => [name, { type }]),
	)
	try {
		const { values, positionals } = parseArgs({
			args: words.map((word) => (/^-[^-]./.test(word) ? MARK + word : word)),
			options: { ...own, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
			allowPositionals: true,
		})
		const { json, help, ...given } = values as Record<string, string | boolean | undefined>
		return {
			places: positionals.map((word, at) => typedWord(command.places[at], word)),
			given: Object.fromEntries(
				Object.entries(given).map(([name, value]) => [
					name,
					typeof value === 'string' ? typedWord(name, value) : value,
				]),
			),
			json: { isGiven: json === true },
			help: { isGiven: help === true },
		}
	} catch (error) {
		throw new UsageProblem(`${error instanceof Error ? error.message : error}\n${describeUsage(command)}`)
	}
}

function describeUsage({ name, places, mayLackPlaces, options = {} }: OpsCommand): string {
	const words = [
		...places.map((place) => (mayLackPlaces ? `[<${place}>]` : `<${place}>`)),
		...Object.entries(options).map(([option, { type }]) =>
			type === 'string' ? `[--${option} …]` : `[--${option}]`,
		),
		'[--json]',
	]
	return `Usage: npm run ops -- ${name} ${words.join(' ')}`
}

function describeCommand(command: OpsCommand): string {
	const options = Object.entries({
		...command.options,
		json: { about: 'the result as one line of JSON on standard output' },
	}).map(([option, { about }]) => `  --${option.padEnd(8)} ${about}`)
	return [describeUsage(command), '', command.about, '', ...options].join('\n')
}

function listOfCommands(): string {
	return [
		'Usage: npm run ops -- <command> [options]; add --help to a command for what it does.',
		...opsCommands.map(({ name, summary }) => `  ${name.padEnd(20)} ${summary}`),
		'Settings are read from the environment (docs/settings.md). Exit code 0: success; 1: failed, or something is left to do; 2: wrong arguments.',
	].join('\n')
}
