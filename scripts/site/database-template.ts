import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Instant } from '#app/kernel/instant.ts'
import { seedDayOf } from '#db/seed/seed-day.server.ts'
import { startDatabaseServer } from '#scripts/local/database-server.ts'
import { migrateDatabase } from '#scripts/local/migrate.ts'
import { seedDemo } from '#scripts/local/seed-demo.ts'

/** The files of stopped databases, by their content. Each is made once for a process, and goes with it. */
const templates = new Map<string, Promise<string>>()

/** Lays the files of a migrated database, with the demo data of that day if one is given, into an empty folder. */
export async function copyDatabaseTo(dataDir: string, demoAt?: Instant): Promise<void> {
	const name = demoAt === undefined ? 'migrated' : `demo of ${seedDayOf(demoAt).today}`
	const made = templates.get(name) ?? makeTemplate(demoAt)
	templates.set(name, made)
	cpSync(await made, dataDir, { recursive: true })
}

async function makeTemplate(demoAt?: Instant): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), 'wakati-template-'))
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
	const server = await startDatabaseServer({ dataDir: folder })
	try {
		await migrateDatabase(server.url)
		if (demoAt !== undefined) await seedDemo(server.url, { now: demoAt })
	} finally {
		await server.stop()
	}
	return folder
}
