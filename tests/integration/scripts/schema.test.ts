import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client/web'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DatabaseServer, startDatabaseServer } from '#scripts/local/database-server.ts'
import { migrateDatabase } from '#scripts/local/migrate.ts'
import { migrationsUntil } from './migrations-until.ts'
import { schemaLines } from './schema-lines.ts'

const LAST_OF_BASELINE = '0064_write_ids'

let folder: string
let server: DatabaseServer
let client: Client
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'wakati-schema-'))
	server = await startDatabaseServer({ dataDir: join(folder, 'database') })
	client = createClient({ url: server.url })
	await migrateDatabase(server.url, { migrationsFolder: migrationsUntil(LAST_OF_BASELINE, folder) })
})
afterAll(async () => {
	client.close()
	await server.stop()
	rmSync(folder, { recursive: true, force: true })
})

test('A13: the baseline never changes, object for object', async () => {
	const path = new URL('baseline-schema.txt', import.meta.url)
	expect(await schemaLines(client)).toEqual(readFileSync(path, 'utf8').trimEnd().split('\n'))
})
