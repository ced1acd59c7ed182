import { parseArgs } from 'node:util'
import { hasLargeSeed, seedLarge } from '#db/seed/large.server.ts'
import { requireOwnMachine } from './local/foreign-database.ts'
import { openLocalDatabase } from './local/local-database.ts'
import { readLocalSettings } from './local/local-settings.ts'
import { runProgram } from './local/run-program.ts'
import { StartProblem } from './local/start-problem.ts'

const USAGE =
	'Usage: npm run seed -- --shops 50000 --appointments 100000 [--focus 20000] [--url http://127.0.0.1:8080] [--allow-remote]'

// `npm run seed`: fills a database for measuring. Which one: --url, else DATABASE_URL, else the data under DATA_DIR.
await runProgram(async (program) => {
	const wanted = readArguments()
	const settings = readLocalSettings({ ...process.env, DATABASE_URL: wanted.url ?? process.env.DATABASE_URL })
	requireOwnMachine(settings.database, wanted.isRemoteAllowed)
	const { url, authToken } = await openLocalDatabase(settings, program, console.info)
	if (await hasLargeSeed(url, authToken)) {
		throw new StartProblem('This database was seeded before: take an empty one (`npm run db:reset`).')
	}
	const startedAt = performance.now()
	await seedLarge(url, {
		shops: wanted.shops,
		appointments: wanted.appointments,
		focusShopAppointments: wanted.focus,
		now: Date.now(),
		authToken,
		onProgress: (line) => console.info(line),
	})
	console.info(`Done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
	await program.stop()
})

function readArguments() {
	const options = {
		shops: { type: 'string' },
		appointments: { type: 'string' },
		focus: { type: 'string' },
		url: { type: 'string' },
		'allow-remote': { type: 'boolean', default: false },
	} as const
	try {
		const { values } = parseArgs({ options })
		return {
			shops: wholeNumber(values.shops ?? '1000', 1, 1_000_000),
			appointments: wholeNumber(values.appointments ?? '10000', 0, 10_000_000),
			focus: values.focus === undefined ? undefined : wholeNumber(values.focus, 0, 200_000),
			url: values.url,
			isRemoteAllowed: values['allow-remote'],
		}
	} catch (error) {
		throw new StartProblem(`${error instanceof Error ? error.message : error}\n${USAGE}`)
	}
}

function wholeNumber(text: string, least: number, most: number): number {
	const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
	if (number >= least && number <= most) return number
	throw new RangeError(`"${text}" has to be a whole number from ${least} to ${most}.`)
}
