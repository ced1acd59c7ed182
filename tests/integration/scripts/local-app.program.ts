import { openLocalDatabase } from '#scripts/local/local-database.ts'
import { readLocalSettings } from '#scripts/local/local-settings.ts'
import { runLocalWorker } from '#scripts/local/local-worker.ts'
import { runProgram } from '#scripts/local/run-program.ts'

// What `npm start` is made of, with a tiny build in place of the app's. It tells its addresses as one line of JSON.
await runProgram(async (program) => {
	const settings = readLocalSettings(process.env)
	const database = await openLocalDatabase(settings, program, console.info)
	const worker = await runLocalWorker(
		{ buildDir: process.env.BUILD_DIR, settings: {}, hasCron: true },
		program,
		console.info,
	)
	console.info(JSON.stringify({ database: database.url, worker }))
})
