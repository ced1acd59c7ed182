import { parseArgs } from 'node:util'
import { isEmpty } from '#db/seed/demo.server.ts'
import { hasLargeSeed, seedLarge } from '#db/seed/large.server.ts'
import { requireOwnMachine } from './local/foreign-database.ts'
import { openDatabaseServer, openLocalDatabase } from './local/local-database.ts'
import { type LocalSettings, readLocalSettings } from './local/local-settings.ts'
import { countMissingMigrations } from './local/migrate.ts'
import { type Program, runProgram } from './local/run-program.ts'
import { seedDemo } from './local/seed-demo.ts'
import { StartProblem } from './local/start-problem.ts'

const USAGE =
	'Usage: npm run seed -- --demo | --shops 50000 --appointments 100000 [--focus 20000], and [--url http://127.0.0.1:8080] [--allow-remote]'

// `npm run seed`: fills a database for measuring; `--demo` puts the demo data into an empty one. The demo password is
// public, so another machine's database needs the flag (S4).
await runProgram(async (program) => {
	const wanted = readArguments()
	const settings = readLocalSettings({ ...process.env, DATABASE_URL: wanted.url ?? process.env.DATABASE_URL })
	requireOwnMachine(settings.database, wanted.isRemoteAllowed)
	await (wanted.isDemo ? fillWithDemo(settings, program) : fillForMeasuring(settings, program, wanted))
	await program.stop()
})

async function fillWithDemo(settings: LocalSettings, program: Program) {
	const { url, authToken } = await openDatabaseServer(settings, program, console.info)
	if ((await countMissingMigrations(url, { authToken })) > 0)
		throw new StartProblem('This database lacks migrations: run `npm run db:migrate` first.')
	if (!(await isEmpty(url, authToken)))
		throw new StartProblem('This database has shops already: the demo data go into an empty one only.')
	await seedDemo(url, { now: Date.now(), authToken })
	console.info('The demo shops and accounts are in.')
}

async function fillForMeasuring(
	settings: LocalSettings,
	program: Program,
	wanted: ReturnType<typeof readArguments>,
) {
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
}

function readArguments() {
	const options = {
		demo: { type: 'boolean', default: false },
		shops: { type: 'string' },
		appointments: { type: 'string' },
		focus: { type: 'string' },
		url: { type: 'string' },
		'allow-remote': { type: 'boolean', default: false },
	} as const
	try {
		const { values } = parseArgs({ options })
		return {
			isDemo: values.demo,
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
