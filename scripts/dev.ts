import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { localCheckInKeys, localCookieKeys } from './local/data-folder.ts'
import { requireExplicitEnvironment } from './local/foreign-database.ts'
import { checkPort } from './local/free-port.ts'
import { openLocalDatabase } from './local/local-database.ts'
import { openLocalOutsideServices } from './local/local-outside-services.ts'
import { readLocalSettings } from './local/local-settings.ts'
import { newcomerLines } from './local/newcomer-lines.ts'
import { PROJECT_ROOT } from './local/project-root.ts'
import { runProgram } from './local/run-program.ts'
import { StartProblem } from './local/start-problem.ts'
import { startTool } from './local/start-tool.ts'
import { waitUntilWell } from './local/wait-until-well.ts'

const UNWELL_MS = 120_000

// `npm run dev`: as `npm start`, with hot reload. Vite has no `scheduled`: the cron's work does not run here.
await runProgram(async (program) => {
	const settings = readLocalSettings(process.env)
	requireExplicitEnvironment(settings)
	if (existsSync(join(PROJECT_ROOT, '.dev.vars'))) {
		throw new StartProblem(
			'There is a file .dev.vars, which would hide the settings: set environment variables instead.',
		)
	}
	await checkPort(settings.host, settings.port)
	const cookieKeys = settings.worker.COOKIE_KEYS ?? localCookieKeys(settings.dataDir)
	const checkInKeys = settings.worker.CHECK_IN_KEYS ?? localCheckInKeys(settings.dataDir)
	const database = await openLocalDatabase(settings, program, console.info)
	const url = `http://${settings.host}:${settings.port}`
	const outside = await openLocalOutsideServices(settings, program)
	outside.appIsAt(url)
	const { places } = outside
	const { environment } = settings
	const vite = startTool(
		'@remix-run/dev',
		'remix',
		['vite:dev', '--host', settings.host, '--port', String(settings.port), '--strictPort'],
		{
			output: 'inherit',
			env: {
				APP_ORIGIN: url,
				...settings.worker,
				...outside.settings,
				COOKIE_KEYS: cookieKeys,
				CHECK_IN_KEYS: checkInKeys,
				DATABASE_URL: database.url,
				DATABASE_AUTH_TOKEN: database.authToken,
				// Only the Worker's entry sets the cookie that makes a page wait for earlier writes.
				DATABASE_READ_URL: '',
				// Passes these variables to the development server's `env`.
				CLOUDFLARE_INCLUDE_PROCESS_ENV: 'true',
			},
		},
	)
	program.onStop(vite.stop)
	vite.ended.then(({ reason }) => program.fail(`The development server ended (${reason}).`))
	// The address comes last, after Vite's own lines. This page needs no build.
	const problem = await waitUntilWell({
		what: 'The development server',
		url: `${url}/@vite/client`,
		// Its end ends this program.
		isAlive: () => true,
		unwellMs: UNWELL_MS,
		say: console.info,
	})
	if (problem !== null) throw new StartProblem(`The development server does not answer: ${problem}.`)
	for (const line of await newcomerLines({ url, database, environment, places })) console.info(line)
})
