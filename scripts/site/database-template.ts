import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Instant } from '#app/kernel/instant.ts'
import { seedDayOf } from '#db/seed/demo-shop.ts'
import { startDatabaseServer } from '#scripts/local/database-server.ts'
import { migrateDatabase } from '#scripts/local/migrate.ts'
import { seedDemo } from '#scripts/local/seed-demo.ts'

/** Folders with the files of stopped databases, by their content. */
const templates = new Map<string, Promise<string>>()

/** Shared by the processes of one `npm test`, which run the same source. */
const sharedFolder = process.env.TEST_TEMPLATES

/** Into an empty folder, with the demo data of that day if given. */
export async function copyDatabaseTo(dataDir: string, demoAt?: Instant): Promise<void> {
	const name = demoAt === undefined ? 'migrated' : `demo of ${seedDayOf(demoAt).today}`
	const made =
		templates.get(name) ??
		(sharedFolder ? sharedTemplate(join(sharedFolder, name), demoAt) : ownTemplate(demoAt))
	templates.set(name, made)
	cpSync(await made, dataDir, { recursive: true })
}

/** A template that is deleted with this process. */
async function ownTemplate(demoAt?: Instant): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), 'wakati-template-'))
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
	await fillTemplate(folder, demoAt)
	return folder
}

/** The first process makes it; the others wait. */
async function sharedTemplate(folder: string, demoAt?: Instant): Promise<string> {
	const claim = `${folder}, claimed`
	while (!existsSync(folder)) {
		if (mayMake(claim)) return await makeShared(folder, claim, demoAt)
		await delay(20)
	}
	return folder
}

async function makeShared(folder: string, claim: string, demoAt?: Instant): Promise<string> {
	const inTheMaking = `${folder}, in the making`
	try {
		await fillTemplate(inTheMaking, demoAt)
		renameSync(inTheMaking, folder)
		return folder
	} catch (error) {
		rmSync(inTheMaking, { recursive: true, force: true })
		// A waiting process then tries to make it, and reports the problem too.
		rmSync(claim, { recursive: true })
		throw error
	}
}

/** Making a folder succeeds for one process alone. */
function mayMake(folder: string): boolean {
	try {
		mkdirSync(folder)
		return true
	} catch {
		return false
	}
}

async function fillTemplate(folder: string, demoAt?: Instant): Promise<void> {
	const server = await startDatabaseServer({ dataDir: folder })
	try {
		await migrateDatabase(server.url)
		if (demoAt !== undefined) await seedDemo(server.url, { now: demoAt })
	} finally {
		await server.stop()
	}
}
