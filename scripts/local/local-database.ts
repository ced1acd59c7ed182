import { isEmpty, lacksDemoPlans } from '#db/seed/demo.server.ts'
import { claimDataFolder } from './data-folder.ts'
import { type DatabaseServer, startDatabaseServer } from './database-server.ts'
import type { LocalSettings } from './local-settings.ts'
import { countMissingMigrations, migrateDatabase } from './migrate.ts'
import type { Program } from './run-program.ts'
import { sayProgress } from './say-progress.ts'
import { seedDemo } from './seed-demo.ts'
import { StartProblem } from './start-problem.ts'

const CRASHES_TOLERATED = 3
const CRASH_MEMORY_MS = 60_000

export type LocalDatabase = {
	url: string
	authToken: string | undefined
	/** This program started the server, on DATA_DIR. False: DATABASE_URL names it. */
	isOwn: boolean
	/** Null where replicas are not allowed. */
	replicationUrl: string | null
}

/**
 * Our own database is migrated and, outside production, filled with demo data when empty. DATABASE_URL's stays
 * unchanged (S4): throws a StartProblem when it lacks a migration.
 */
export async function openLocalDatabase(
	settings: LocalSettings,
	program: Program,
	say: (line: string) => void,
	options: { hasReplicas?: boolean } = {},
): Promise<LocalDatabase> {
	const database = await openDatabaseServer(settings, program, say, options)
	if (!database.isOwn) {
		await refuseMissingMigrations(database)
		return database
	}
	await fillAndSay(database, settings, say)
	return database
}

async function fillAndSay(database: LocalDatabase, settings: LocalSettings, say: (line: string) => void) {
	await migrateAndSay(database, say)
	// Invented shops do not belong in a real installation.
	if (settings.environment === 'production') return
	if (await isEmpty(database.url)) {
		await sayProgress(say, 'Filling the empty database with the demo shops', () =>
			seedDemo(database.url, { now: Date.now() }),
		)
	} else if (await lacksDemoPlans(database.url)) {
		say('The demo shops have no plans yet: `npm run db:reset` makes all demo data anew.')
	}
}

/** Unchanged: DATABASE_URL's, else our own server on DATA_DIR, started for this program. */
export async function openDatabaseServer(
	settings: LocalSettings,
	program: Program,
	say: (line: string) => void,
	options: { hasReplicas?: boolean } = {},
): Promise<LocalDatabase> {
	if (settings.database) return { ...settings.database, isOwn: false, replicationUrl: null }
	const server = await startOwnServer(settings.dataDir, program, say, options)
	const { url, replicationUrl } = server
	return { url, authToken: undefined, isOwn: true, replicationUrl }
}

/** Reports how many migrations it applied, if any. */
export async function migrateAndSay(
	{ url, authToken }: Pick<LocalDatabase, 'url' | 'authToken'>,
	say: (line: string) => void,
): Promise<void> {
	const missing = await countMissingMigrations(url, { authToken })
	if (missing === 0) return
	const { applied } = await sayProgress(say, 'Bringing the database to its newest version', () =>
		migrateDatabase(url, { authToken }),
	)
	if (applied > 0) say(`The database is at its newest version (${inSteps(applied)} done).`)
}

async function refuseMissingMigrations({ url, authToken }: LocalDatabase): Promise<void> {
	const missing = await countMissingMigrations(url, { authToken })
	if (missing === 0) return
	throw new StartProblem(
		`The database of DATABASE_URL lacks ${inSteps(missing)} of its migrations: run \`npm run db:migrate\` first.`,
	)
}

function inSteps(count: number): string {
	return `${count} ${count === 1 ? 'step' : 'steps'}`
}

async function startOwnServer(
	dataDir: string,
	program: Program,
	say: (line: string) => void,
	options: { hasReplicas?: boolean },
): Promise<DatabaseServer> {
	const folder = claimDataFolder(dataDir)
	program.onStop(folder.release)
	const crashes: number[] = []
	const server = await startDatabaseServer({
		...options,
		dataDir: folder.databaseDir,
		say,
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
	return server
}
