import { rmSync } from 'node:fs'
import { claimDataFolder, paymentsFile } from './local/data-folder.ts'
import { openLocalDatabase } from './local/local-database.ts'
import { readLocalSettings } from './local/local-settings.ts'
import { runProgram } from './local/run-program.ts'
import { StartProblem } from './local/start-problem.ts'

// `npm run db:reset`: replaces the data under DATA_DIR by a migrated database with the demo shops.
await runProgram(async (program) => {
	const settings = readLocalSettings(process.env)
	if (settings.database) {
		throw new StartProblem(
			'DATABASE_URL is set, and only the data under DATA_DIR are ever thrown away: unset it.',
		)
	}
	const folder = claimDataFolder(settings.dataDir)
	rmSync(folder.databaseDir, { recursive: true, force: true })
	rmSync(paymentsFile(settings.dataDir), { force: true })
	folder.release()
	await openLocalDatabase(settings, program, console.info)
	await program.stop()
})
