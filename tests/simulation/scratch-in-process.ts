import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@libsql/client'
import { createClient } from '@libsql/client/sqlite3'
import { migrateOver } from '#scripts/local/migrate.ts'
import { type PlainSql, plainSql } from '#scripts/site/scratch-database.ts'

export type ScratchInProcess = PlainSql & {
	/** Its one connection: what is asked for goes in the order of asking. */
	client: Client
	remove(): void
}

let template: Promise<string> | undefined

/** An empty database with every migration, for one history. Its migrated file is made once for a process. */
export async function startScratchInProcess(): Promise<ScratchInProcess> {
	template ??= makeTemplate()
	const folder = mkdtempSync(join(tmpdir(), 'wakati-simulation-'))
	try {
		const path = join(folder, 'database')
		copyFileSync(await template, path)
		const client = await openFile(path)
		return {
			...plainSql(client),
			client,
			remove() {
				client.close()
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
	const client = await openFile(path)
	await migrateOver(client)
	client.close()
	return path
}

async function openFile(path: string): Promise<Client> {
	const client = createClient({ url: `file:${path}`, concurrency: 1 })
	// Nothing of it has to outlive this process, and one file alone can be copied.
	await client.execute('PRAGMA journal_mode = MEMORY')
	await client.execute('PRAGMA synchronous = OFF')
	return client
}
