import { expect, test } from 'vitest'
import { demoClient, demoPassword } from '#db/seed/demo-accounts.ts'
import { newcomerLines } from '#scripts/local/newcomer-lines.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase({ demoAt: Date.now() })
const linesOf = (isOwn: boolean, environment: string, places: string[] = []) =>
	newcomerLines({
		url: 'http://127.0.0.1:3000',
		database: { url: database().url, isOwn },
		environment,
		places,
	})
const kioskLinks = () => database().count('SELECT count(*) FROM kiosk_links')

test('O8: a newcomer reads where mails are, who can sign in, what opens the kiosk, and last the address', async () => {
	const lines = await linesOf(true, 'development', ['Mails are shown at http://127.0.0.1:3001'])
	expect(lines[0]).toBe('Mails are shown at http://127.0.0.1:3001')
	const said = lines.join('\n')
	expect(said).toContain(`DATABASE_URL=${database().url}`)
	expect(said).toContain(`${demoClient.email} with the password ${demoPassword}`)
	expect(said.match(/http:\/\/127\.0\.0\.1:3000\/kiosk\/open\?link=\S{20,}/g)).toHaveLength(2)
	expect(said).toContain('npm run db:reset')
	expect(lines.at(-1)).toBe('\nWakati runs at http://127.0.0.1:3000')
	expect(await kioskLinks()).toBe(2)
})

test.each([
	['another program’s database', false, 'development'],
	['an installation for customers', true, 'production'],
])('S4: on %s no demo account is named, and no link is made', async (_, isOwn, environment) => {
	const before = await kioskLinks()
	const lines = await linesOf(isOwn, environment)
	expect(lines.join('\n')).not.toMatch(new RegExp(`${demoPassword}|kiosk`))
	expect(lines.join('\n').includes('db:reset')).toBe(isOwn)
	expect(lines.at(-1)).toBe('\nWakati runs at http://127.0.0.1:3000')
	expect(await kioskLinks()).toBe(before)
})
