import { isEmpty, seedDemo } from '#db/seed/demo.server.ts'
import { claimDataFolder } from './data-folder.ts'
import { startDatabaseServer } from './database-server.ts'
import type { LocalSettings } from './local-settings.ts'
import { migrateDatabase } from './migrate.ts'
import type { Program } from './run-program.ts'

const CRASHES_TOLERATED = 3
const CRASH_MEMORY_MS = 60_000

/** A migrated database with something in it: our own server on DATA_DIR, or the one that DATABASE_URL names. */
export async function openLocalDatabase(
	settings: LocalSettings,
	program: Program,
	say: (line: string) => void,
): Promise<{ url: string; authToken: string | undefined }> {
	const database = settings.database ?? {
		url: await startOwnServer(settings.dataDir, program, say),
		authToken: undefined,
	}
	const { applied } = await migrateDatabase(database.url, { authToken: database.authToken })
	if (applied > 0)
		say(`The database is at its newest version (${applied} ${applied === 1 ? 'step' : 'steps'} done).`)
	// Invented shops have no place among the customers of a real installation.
	if (settings.environment !== 'production' && (await isEmpty(database.url, database.authToken))) {
		say('Filling the empty database with the demo shops …')
		await seedDemo(database.url, { now: Date.now(), authToken: database.authToken })
	}
	return database
}

async function startOwnServer(
	dataDir: string,
	program: Program,
	say: (line: string) => void,
): Promise<string> {
	const folder = claimDataFolder(dataDir)
	program.onStop(folder.release)
	const crashes: number[] = []
	const server = await startDatabaseServer({
		dataDir: folder.databaseDir,
		onCrash(reason) {
			const now = Date.now()
			const recent = crashes.filter((at) => now - at < CRASH_MEMORY_MS)
			crashes.splice(0, crashes.length, ...recent, now)
			if (crashes.length > CRASHES_TOLERATED) {
				return program.fail(`The database server keeps ending by itself (${reason}).`)
			}
			say(`The database server ended by itself (${reason}); starting it again.`)
			server
				.restart()
				.catch((error) => program.fail(`The database server could not be started again: ${error.message}`))
		},
	})
	program.onStop(server.stop)
	return server.url
}
