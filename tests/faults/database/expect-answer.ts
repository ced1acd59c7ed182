import { expect } from 'vitest'
import type { Page } from '#tests/support/browser-like-client.ts'
import type { Guest } from '#tests/support/guest-journey.ts'
import type { TestDatabase } from '#tests/support/test-database.ts'
import type { RequestUnderTest } from './requests-under-test.ts'

const READ_LIMIT_MS = 3_000
const WRITE_LIMIT_MS = 10_000

export type TimedPage = { page: Page; tookMs: number }

export async function timed(ask: () => Promise<Page>): Promise<TimedPage> {
	const startedAt = performance.now()
	const page = await ask()
	return { page, tookMs: performance.now() - startedAt }
}

/** Under a fault: either all went well after all, or a page that a person can read, with a way to try again, in time. */
export function expectWellOrRetryPage(
	{ name, isPost, endsAt, waitsAt }: RequestUnderTest,
	{ page, tookMs }: TimedPage,
) {
	const where = `${name}: ${page.status} ${page.url.pathname} after ${Math.round(tookMs)} ms: ${page.text.slice(0, 300)}`
	expect(tookMs, where).toBeLessThan(isPost ? WRITE_LIMIT_MS : READ_LIMIT_MS)
	expect(page.text, where).not.toMatch(/SQLITE|hrana|fetch failed|DatabaseError|undefined|\[object/i)
	expect(page.document.querySelector('h1'), where).not.toBeNull()
	if (page.status === 200) {
		const { pathname } = page.url
		expect([endsAt, waitsAt], where).toContain(pathname)
		if (pathname === waitsAt) expect(Number(page.headers.get('refresh')), where).toBeGreaterThan(0)
		return
	}
	expect(page.status, where).toBe(503)
	expect(page.text, where).toMatch(/try again/i)
	const waysOn = page.document.querySelectorAll('main a, main button[type="submit"]')
	expect(waysOn.length, where).toBeGreaterThan(0)
}

/** Once the fault is over the same request again ends where it should, and nothing happened twice. */
export async function expectDoneOnce(
	{ name, endsAt, books, refunds }: RequestUnderTest,
	page: Page,
	guest: Guest,
	database: TestDatabase,
) {
	const where = `${name}, asked again: ${page.status} ${page.url.pathname}: ${page.text.slice(0, 300)}`
	expect(page.status, where).toBe(200)
	expect(page.url.pathname, where).toBe(endsAt)
	if (books) expect(await bookingsOf(database, guest), where).toBe(1)
	if (refunds !== undefined) expect(await refundsOf(database, guest), where).toBe(refunds)
}

async function refundsOf(database: TestDatabase, guest: Guest): Promise<number> {
	const found = await database.client.execute({
		sql: `SELECT count(*) AS n FROM refunds refund JOIN payment_attempts attempt ON attempt.reference = refund.payment_reference
			JOIN checkouts checkout ON checkout.id = attempt.checkout_id WHERE checkout.email = ?`,
		args: [String(guest.details.email)],
	})
	return Number(found.rows[0]?.n)
}

export async function bookingsOf(database: TestDatabase, guest: Guest): Promise<number> {
	const found = await database.client.execute({
		sql: 'SELECT count(*) AS n FROM appointments JOIN clients ON clients.id = appointments.client_id WHERE clients.email = ?',
		args: [String(guest.details.email)],
	})
	return Number(found.rows[0]?.n)
}
