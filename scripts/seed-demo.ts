import { parseArgs } from 'node:util'
import { isEmpty, seedDemo } from '#db/seed/demo.server.ts'
import { requireOwnMachine } from './local/foreign-database.ts'
import { openDatabaseServer } from './local/local-database.ts'
import { readLocalSettings } from './local/local-settings.ts'
import { countMissingMigrations } from './local/migrate.ts'
import { runProgram } from './local/run-program.ts'
import { StartProblem } from './local/start-problem.ts'

const USAGE = 'Usage: npm run seed:demo [-- --allow-remote]'

// `npm run seed:demo`: puts the demo shops and accounts into an empty, migrated database. Which one: DATABASE_URL, else
// the data under DATA_DIR. Their password stands in the README, so a database of another machine needs the flag (S4).
await runProgram(async (program) => {
	const isRemoteAllowed = readArguments()
	const settings = readLocalSettings(process.env)
	requireOwnMachine(settings.database, isRemoteAllowed)
	const { url, authToken } = await openDatabaseServer(settings, program, console.info)
	if ((await countMissingMigrations(url, { authToken })) > 0)
		throw new StartProblem('This database lacks migrations: run `npm run db:migrate` first.')
	if (!(await isEmpty(url, authToken)))
		throw new StartProblem('This database has shops already: the demo data go into an empty one only.')
	await seedDemo(url, { now: Date.now(), authToken })
	console.info('The demo shops and accounts are in.')
	await program.stop()
})

function readArguments(): boolean {
	try {
		return parseArgs({ options: { 'allow-remote': { type: 'boolean', default: false } } }).values[
			'allow-remote'
		]
	} catch (error) {
		throw new StartProblem(`${error instanceof Error ? error.message : error}\n${USAGE}`)
	}
}
