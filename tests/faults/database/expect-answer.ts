import { expect } from 'vitest'
import type { Guest } from '#scripts/site/browser-guest.ts'
import type { LoadedPage } from '#scripts/site/browser-like-client.ts'
import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'
import type { Ask, RequestUnderTest } from './requests-under-test.ts'

// The app's own deadlines are 2 s for a read and 6 s for a write; a request without one would wait for ever. A busy
// machine needs a multiple of them: these limits only notice a missing deadline. `npm run bench` measures times (O7).
const READ_LIMIT_MS = 20_000
const WRITE_LIMIT_MS = 45_000

export type TimedPage = { page: LoadedPage; tookMs: number; sent: URLSearchParams | undefined }

export async function timed(ask: Ask): Promise<TimedPage> {
	const startedAt = performance.now()
	const page = await ask()
	return { page, tookMs: performance.now() - startedAt, sent: ask.sent }
}

/**
 * Under a fault the answer comes in time: the expected page, or a readable one with a way to try again, which holds all
 * that was posted (F2).
 */
export function expectWellOrRetryPage(
	{ name, isPost, endsAt, waitsAt, proposed }: RequestUnderTest,
	{ page, tookMs, sent }: TimedPage,
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
	// A write whose answer was lost may have been applied: then the page has nothing left to send again.
	const isOver = !page.document.querySelector('main form[method="post"]')
	const posted = isOver ? [] : [...(sent ?? [])].filter(([field]) => field !== proposed)
	const lost = posted.filter(([field, value]) => !isOnPage(page, field, value))
	expect(lost, `F2: what was posted is lost; ${where}`).toEqual([])
}

/** Fields that the page fills itself: what it showed (a total, that no choice was made yet), and its buttons. */
const ownFields = ['seenTotalKobo', 'seenDueKobo', 'first', 'intent']

function isOnPage({ document }: LoadedPage, name: string, value: string): boolean {
	if (value === '' || ownFields.includes(name)) return true
	return document.querySelectorAll(`main [name="${name}"]`).some((control) => {
		const type = control.getAttribute('type')
		const isOn = (type !== 'radio' && type !== 'checkbox') || control.hasAttribute('checked')
		return control.getAttribute('value') === value && isOn
	})
}

/** After the fault a repeat ends where it should, and nothing happened twice. */
export async function expectDoneOnce(
	{ name, endsAt, books, refunds }: RequestUnderTest,
	page: LoadedPage,
	guest: Guest,
	database: ScratchDatabase,
) {
	const where = `${name}, asked again: ${page.status} ${page.url.pathname}: ${page.text.slice(0, 300)}`
	expect(page.status, where).toBe(200)
	expect(page.url.pathname, where).toBe(endsAt)
	if (books) expect(await bookingsOf(database, guest), where).toBe(1)
	if (refunds !== undefined) expect(await refundsOf(database, guest), where).toBe(refunds)
}

async function refundsOf(database: ScratchDatabase, guest: Guest): Promise<number> {
	return database.count(
		`SELECT count(*) AS n FROM refunds refund JOIN payment_attempts attempt ON attempt.payment_reference = refund.payment_reference
			JOIN checkouts checkout ON checkout.id = attempt.checkout_id WHERE checkout.email = ?`,
		String(guest.details.email),
	)
}

export async function bookingsOf(database: ScratchDatabase, guest: Guest): Promise<number> {
	return database.count(
		'SELECT count(*) AS n FROM appointments JOIN clients ON clients.id = appointments.client_id WHERE clients.email = ?',
		String(guest.details.email),
	)
}
