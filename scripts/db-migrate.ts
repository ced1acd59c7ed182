import { migrateAndSay, openDatabaseServer } from './local/local-database.ts'
import { readLocalSettings } from './local/local-settings.ts'
import { countMissingMigrations } from './local/migrate.ts'
import { runProgram } from './local/run-program.ts'

// `npm run db:migrate`: applies `migrations/` and nothing else (S4), to DATABASE_URL, else the data under DATA_DIR.
await runProgram(async (program) => {
	const settings = readLocalSettings(process.env)
	const database = await openDatabaseServer(settings, program, console.info)
	if ((await countMissingMigrations(database.url, database)) === 0)
		console.info('The database has every migration: nothing was done.')
	else await migrateAndSay(database, console.info)
	await program.stop()
})
