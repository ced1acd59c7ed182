import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { buildFolders } from '#scripts/local/worker-bundle.ts'
import { openGuest, takeStep, walkTo } from '#scripts/site/browser-guest.ts'
import { scratchCheckInKey, scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'
import { draftIdOf } from './draft-rows.ts'

const site = withTestSite()

test('the log of a booking, of its mistakes and of its failures holds nothing about the person', async () => {
	const guest = openGuest(site().url)
	const checkout = await walkTo(guest, 'checkout')
	await takeStep(guest, 'checkout', checkout, { details: { phone: '12' } })
	for (const kind of ['garbage', 'bad-gateway', 'drop-after', 'busy'] as const) {
		site().proxy.inject({ kind })
		expect((await takeStep(guest, 'checkout', checkout)).status).toBe(503)
		site().proxy.heal()
	}
	const draftId = draftIdOf(guest)
	const booked = await takeStep(guest, 'checkout', checkout)
	expect(booked.text).toContain('Booking Confirmed!')
	await guest.open('/no-such-page?phone=08030000001')

	const log = () => site().worker.lines.join('\n')
	await expect.poll(log).toContain('was not answered')
	await expect.poll(log).toContain('/no-such-page')
	const personal = [
		...Object.values(guest.details),
		draftId,
		booked.url.searchParams.get('visit') ?? '',
		'08030000001',
	]
	for (const text of [...personal, ...guest.cookies.values(), scratchCookieKey, 'INSERT', 'SELECT'])
		if (text !== 'cash') expect(log()).not.toContain(text)
})

/** The script of one route alone, by the table that the browser gets. */
function moduleOf(routeId: string): string {
	const folder = join(buildFolders().client, 'assets')
	const [table = ''] = readdirSync(folder).filter((name) => name.startsWith('manifest-'))
	const { routes } = JSON.parse(/{.*}/s.exec(readFileSync(join(folder, table), 'utf8'))?.[0] ?? '')
	return basename(routes[routeId].module)
}

test('what the browser gets holds no secret, no server code and no commission', async () => {
	const folder = join(buildFolders().client, 'assets')
	const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
	expect(scripts.length).toBeGreaterThan(3)
	const client = scripts.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
	const words = [
		scratchCookieKey,
		'COOKIE_KEYS',
		scratchCheckInKey,
		'CHECK_IN_KEYS',
		'DATABASE_URL',
		'libsql',
		'drizzle',
		'ZodError',
	]
	const ofPayments = ['PAYSTACK', 'paystack.co', 'x-paystack-signature', 'sk_test', 'sk_live', 'ledger']
	for (const word of [...words, ...ofPayments, 'INSERT INTO', 'SQLITE_', 'createHmac', 'scrypt', 'HS256'])
		expect(client.includes(word), `the client bundle holds "${word}"`).toBe(false)
	// An owner's page of money names it; no page of a customer loads that page's own script.
	const ofMoney = moduleOf('routes/kiosk.shop.money._index')
	const withCommission = scripts.filter((name) =>
		/commission/i.test(readFileSync(join(folder, name), 'utf8')),
	)
	expect(withCommission).toEqual([ofMoney])

	const guest = openGuest(site().url)
	const page = await walkTo(guest, 'confirmation')
	const pages = [
		page.html,
		(await guest.open('/business/ade-hair-studio')).html,
		(await guest.open('/discover')).html,
	]
	for (const html of pages) {
		expect(html).not.toMatch(/commission/i)
		expect(html).not.toContain(scratchCookieKey)
	}
	// The confirmation is for the holder of its link, so it does not name the booker (D7).
	for (const detail of ['email', 'phone'] as const)
		expect(page.html).not.toContain(String(guest.details[detail]))
})
