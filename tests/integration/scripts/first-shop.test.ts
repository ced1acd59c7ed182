import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client/web'
import { expect, test } from 'vitest'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { startDatabaseServer } from '#scripts/local/database-server.ts'
import { migrateDatabase } from '#scripts/local/migrate.ts'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { expectSound } from '#tests/support/auditor.ts'
import { newGuest } from '#tests/support/booking-desk.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { lagos, mondayMorningAt as now, tuesday } from '#tests/support/small-shop.ts'

/** The commands of 'A shop begins', word by word. */
function documentedCommands(): string[][] {
	const text = readFileSync(join(PROJECT_ROOT, 'docs/operations.md'), 'utf8')
	const [, section = ''] = text.split('## A shop begins\n')
	const [, block = ''] = /```sh\n([^`]*)```/.exec(section) ?? []
	return block
		.trim()
		.split('\n')
		.map((line) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''))
}

test('by the commands of the handbook alone, an empty database gets a shop that can be booked, and its kiosk', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'wakati-first-'))
	const server = await startDatabaseServer({ dataDir: join(folder, 'data') })
	const env: Record<string, string> = {}
	const said: string[] = []
	const inFolder = (word: string) => (word === 'shops.csv' ? join(folder, word) : word)
	try {
		for (const [program = '', ...words] of documentedCommands()) {
			if (program === 'export')
				for (const [, name = '', value = ''] of words.join(' ').matchAll(/(\w+)=(\S+)/g))
					env[name] = name === 'DATABASE_URL' ? server.url : name === 'DATABASE_AUTH_TOKEN' ? '' : value
			else if (program === 'cp') copyFileSync(join(PROJECT_ROOT, words[0] ?? ''), inFolder(words[1] ?? ''))
			else if (words.join(' ') === 'run db:migrate') await migrateDatabase(env.DATABASE_URL ?? '', {})
			else {
				expect([program, ...words.slice(0, 3)]).toEqual(['npm', 'run', 'ops', '--'])
				const asked = {
					env,
					now,
					say: (line: string) => said.push(line),
					note: (line: string) => said.push(line),
				}
				expect(await runOps(words.slice(3).map(inFolder), asked)).toBe(0)
			}
		}
		const link = new URL(said.find((line) => line.startsWith('https://')) ?? '')
		const deps = bookingDeps(server.url)
		const client = createClient({ url: server.url })
		const { rows } = await client.execute(`SELECT id FROM services WHERE external_id = 'gel'`)
		const guest = await newGuest(deps, { now }).begin(String(rows[0]?.id))
		expect(await guest.seesAt(lagos(tuesday, '10:00'))).toBe('free')
		await guest.hold(lagos(tuesday, '10:00'))
		expect(await guest.book()).toMatchObject({ ok: true })
		const tokenHash = hashSecretToken(link.searchParams.get('link') ?? '')
		const key = { id: 'kiosk', secretHash: 'secret', pinHash: 'pin' }
		await deps.writeBatch(deps.shops.accessKeys.openLink({ tokenHash, ...key, now }))
		expect(await deps.shops.accessKeys.keyOf({ secretHash: 'secret', kind: 'kiosk' })).toMatchObject({
			name: 'Front desk',
			shop: { name: 'Ada Beauty House' },
		})
		await expectSound({ client })
		client.close()
	} finally {
		await server.stop()
		rmSync(folder, { recursive: true, force: true })
	}
})
