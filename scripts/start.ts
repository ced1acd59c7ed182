import { brandName } from '#app/ui/brand.tsx'
import { demoClient, demoPassword } from '#db/seed/demo-accounts.ts'
import { ensureBuilt } from './local/build-worker.ts'
import { checkPort } from './local/check-port.ts'
import { localCheckInKeys, localCookieKeys } from './local/data-folder.ts'
import { demoKioskLink } from './local/demo-kiosk-link.ts'
import { requireSaidEnvironment } from './local/foreign-database.ts'
import { openLocalDatabase } from './local/local-database.ts'
import { openLocalOutsideServices } from './local/local-outside-services.ts'
import { readLocalSettings } from './local/local-settings.ts'
import { runLocalWorker } from './local/local-worker.ts'
import { runProgram } from './local/run-program.ts'
import { shortLogLine } from './local/short-log-line.ts'

const say = console.info

// `npm start`: the built app with a database of its own, on one machine and without any network.
await runProgram(async (program) => {
	const settings = readLocalSettings(process.env)
	requireSaidEnvironment(settings)
	await checkPort(settings.host, settings.port)
	const cookieKeys = settings.worker.COOKIE_KEYS ?? localCookieKeys(settings.dataDir)
	const checkInKeys = settings.worker.CHECK_IN_KEYS ?? localCheckInKeys(settings.dataDir)
	const database = await openLocalDatabase(settings, program, say)
	const { release } = await ensureBuilt({ say })
	const outside = await openLocalOutsideServices(settings, program)
	const url = await runLocalWorker(
		{
			host: settings.host,
			port: settings.port,
			settings: (ownUrl) => ({
				RELEASE: release,
				APP_ORIGIN: ownUrl,
				...settings.worker,
				...outside.settings,
				COOKIE_KEYS: cookieKeys,
				CHECK_IN_KEYS: checkInKeys,
				DATABASE_URL: database.url,
				DATABASE_AUTH_TOKEN: database.authToken,
			}),
			// The cron of the installation that the database belongs to does that work (S4).
			hasCron: database.isOwn,
			log: (line) => say(shortLogLine(line)),
		},
		program,
		say,
	)
	outside.appIsAt(url)
	say(`\n${brandName} runs at ${url}`)
	if (!database.isOwn) {
		say(
			'It serves the database of DATABASE_URL: without demo data, cron and sandbox, which are for its own only.',
		)
	} else if (settings.environment !== 'production') {
		say(`Book as a guest, sign up, or sign in as ${demoClient.email} with the password ${demoPassword}.`)
		const kiosk = await demoKioskLink(database.url, { origin: url, now: Date.now() })
		if (kiosk) say(`Run the shop ${kiosk.shopName} on another device or in a private window: ${kiosk.link}`)
	}
	for (const place of outside.places) say(place)
	say(
		database.isOwn
			? 'Ctrl-C stops it; the data stay. `npm run db:reset` starts afresh.'
			: 'Ctrl-C stops it; the data stay.',
	)
})
