import { join } from 'node:path'
import { ensureBuilt } from './local/build-worker.ts'
import { localCheckInKeys, localCookieKeys } from './local/data-folder.ts'
import { requireExplicitEnvironment } from './local/foreign-database.ts'
import { checkPort } from './local/free-port.ts'
import { openLocalDatabase } from './local/local-database.ts'
import { openLocalOutsideServices } from './local/local-outside-services.ts'
import { startOwnReplica } from './local/local-replica.ts'
import { readLocalSettings } from './local/local-settings.ts'
import { runLocalWorker } from './local/local-worker.ts'
import { newcomerLines } from './local/newcomer-lines.ts'
import { runProgram } from './local/run-program.ts'
import { shortLogLine } from './local/short-log-line.ts'

const say = console.info
const showsAll = process.argv.includes('--requests')
const hasReplicas = process.argv.includes('--replica')

// `npm start`: the built app with its own database, on one machine and without any network. `-- --requests` shows
// requests and the cron's work; `-- --replica` reads pages from a replica.
await runProgram(async (program) => {
	const settings = readLocalSettings(process.env)
	requireExplicitEnvironment(settings)
	await checkPort(settings.host, settings.port)
	const cookieKeys = settings.worker.COOKIE_KEYS ?? localCookieKeys(settings.dataDir)
	const checkInKeys = settings.worker.CHECK_IN_KEYS ?? localCheckInKeys(settings.dataDir)
	const database = await openLocalDatabase(settings, program, say, { hasReplicas })
	const replica = await startOwnReplica(database, settings.dataDir, program, say)
	const { release } = await ensureBuilt({ say })
	const outside = await openLocalOutsideServices(settings, program)
	const url = await runLocalWorker(
		{
			host: settings.host,
			port: settings.port,
			photosDir: join(settings.dataDir, 'photos'),
			settings: (ownUrl) => ({
				RELEASE: release,
				APP_ORIGIN: ownUrl,
				...settings.worker,
				...outside.settings,
				COOKIE_KEYS: cookieKeys,
				CHECK_IN_KEYS: checkInKeys,
				DATABASE_URL: database.url,
				DATABASE_AUTH_TOKEN: database.authToken,
				...replica,
			}),
			// Another database's installation has its own cron (S4).
			hasCron: database.isOwn,
			log(line) {
				const short = shortLogLine(line, { showsAll })
				if (short !== null) say(short)
			},
		},
		program,
		say,
	)
	outside.appIsAt(url)
	const { places } = outside
	for (const line of await newcomerLines({ url, database, environment: settings.environment, places }))
		say(line)
})
