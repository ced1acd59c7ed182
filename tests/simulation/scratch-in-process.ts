import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client/sqlite3'
import { migrateOver } from '#scripts/local/migrate.ts'
import { type Engine, openEngine } from './engine-in-process.ts'

/** One connection: what is asked for goes in the order of asking. */
export type ScratchInProcess = Engine & {
	/** A copy as the database was when it was made last: reads of it see nothing newer. */
	replica: Pick<Engine, 'batch'>
	renewReplica(): void
	remove(): void
}

let template: Promise<string> | undefined
let migrations: string | undefined

/** The migrations of another folder, for all databases that are made from now on. */
export function takeMigrationsFrom(folder: string): void {
	migrations = folder
	template = undefined
}

/** An empty database with every migration, for one history. Its migrated file is made once for a process. */
export async function startScratchInProcess(): Promise<ScratchInProcess> {
	template ??= makeTemplate()
	const folder = mkdtempSync(join(tmpdir(), 'wakati-simulation-'))
	try {
		const path = join(folder, 'database')
		copyFileSync(await template, path)
		const engine = openEngine(path)
		let copy: Engine | null = null
		return {
			...engine,
			replica: { batch: (sent, mode) => (copy ?? engine).batch(sent, mode) },
			renewReplica() {
				copy?.close()
				copyFileSync(path, `${path}-replica`)
				copy = openEngine(`${path}-replica`)
			},
			remove() {
				copy?.close()
				engine.close()
				rmSync(folder, { recursive: true, force: true })
			},
		}
	} catch (error) {
		rmSync(folder, { recursive: true, force: true })
		throw error
	}
}

async function makeTemplate(): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), 'wakati-template-'))
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
	const path = join(folder, 'database')
	const client = createClient({ url: `file:${path}`, concurrency: 1 })
	// One file alone can be copied.
	await client.execute('PRAGMA journal_mode = MEMORY')
	await client.execute('PRAGMA synchronous = OFF')
	await migrateOver(client, migrations)
	client.close()
	return path
}
