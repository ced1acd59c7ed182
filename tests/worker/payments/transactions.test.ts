import { beforeAll, describe, expect, test } from 'vitest'
import { gzipBytes, KB } from '#scripts/bench/weight.ts'
import type { BrowserLikeClient, LoadedPage } from '#scripts/site/browser-like-client.ts'
import { addSignedInPerson, browserOf, type Person } from '#tests/support/accounts.ts'
import { giveDemoAppointments } from '#tests/support/planted-movements.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
let mine: Person
let client: BrowserLikeClient

beforeAll(async () => {
	const now = Date.now()
	mine = await addSignedInPerson(site().database, { at: now, isVerified: true })
	await giveDemoAppointments(site().database.client, mine.userId, now)
	client = browserOf(mine, site().url)
})

const newcomer = async () =>
	browserOf(await addSignedInPerson(site().database, { at: Date.now() }), site().url)
const heading = (page: LoadedPage) => page.document.querySelector('h1')?.textContent
const receiptsOn = (page: LoadedPage) =>
	page.document.querySelectorAll('main a.menu-row').map((link) => link.getAttribute('href') ?? '')
const linkTo = (page: LoadedPage, label: string) =>
	page.document
		.querySelectorAll('main a')
		.find((link) => link.textContent.trim() === label)
		?.getAttribute('href')
const valueOfField = (page: LoadedPage, name: string) =>
	page.document.querySelector(`input[name="${name}"]`)?.getAttribute('value')

describe('All Transactions, without script', () => {
	test('D20: shows 25 at a time, newest first, until each was shown once', async () => {
		const seen: string[] = []
		let page = await client.open('/transactions')
		expect(heading(page)).toBe('All Transactions')
		expect(page.text).toContain('Recent Transactions')
		expect(receiptsOn(page)).toHaveLength(25)
		expect(linkTo(page, 'Wallet')).toBe('/wallet')
		for (let pages = 1; ; pages++) {
			seen.push(...receiptsOn(page))
			expect(linkTo(page, 'Back to the first page')).toBe(pages > 1 ? '/transactions' : undefined)
			const next = linkTo(page, 'Show more')
			if (!next || pages > 40) break
			page = await client.open(next)
		}
		expect(seen.length).toBeGreaterThan(60)
		expect(new Set(seen).size).toBe(seen.length)
	})

	test('P1, P7: a full page is light and makes one trip', async () => {
		const { value, trips } = await site().proxy.during(() => client.open('/transactions'))
		expect(gzipBytes(value.html)).toBeLessThanOrEqual(10 * KB)
		expect(trips.length).toBe(1)
	})

	test('has quick ranges, of which the chosen one is marked, and shows their dates', async () => {
		const page = await client.open('/transactions')
		const lastMonth = await client.open(linkTo(page, 'Last 30 days') ?? '')
		expect(lastMonth.text).toContain('Filtered Results')
		expect(lastMonth.document.querySelector('.chip[aria-current]')?.textContent).toBe('Last 30 days')
		expect(valueOfField(lastMonth, 'from')).toMatch(/^\d{4}-\d\d-\d\d$/)
		expect(linkTo(lastMonth, 'Clear filters')).toBe('/transactions')
		const all = await client.open(linkTo(lastMonth, 'All time') ?? '')
		expect(all.document.querySelector('.chip[aria-current]')?.textContent).toBe('All time')
		expect(linkTo(all, 'Clear filters')).toBeUndefined()
	})

	test('keeps the dates on the way to the next page and into the file', async () => {
		const dates = 'from=2020-01-01&to=2190-01-01'
		const page = await client.open(`/transactions?${dates}`)
		expect(page.text).toContain('Filtered Results')
		const next = linkTo(page, 'Show more') ?? ''
		expect(next).toContain(`?${dates}&after=`)
		expect(linkTo(page, 'Download as CSV')).toBe(`/transactions.csv?${dates}`)
		const second = await client.open(next)
		expect(second.text).toContain('Filtered Results')
		expect(receiptsOn(second).filter((receipt) => receiptsOn(page).includes(receipt))).toEqual([])
	})

	test('refuses a To before From at its field, with what was typed', async () => {
		const page = await client.open('/transactions?from=2026-02-10&to=2026-01-10')
		expect(page.status).toBe(400)
		expect(page.document.querySelector('#to-error')?.textContent).toContain(
			'The end date can’t be before the start date.',
		)
		expect(page.document.querySelector('input[name="to"]')?.getAttribute('aria-invalid')).toBe('true')
		expect([valueOfField(page, 'from'), valueOfField(page, 'to')]).toEqual(['2026-02-10', '2026-01-10'])
		expect(linkTo(page, 'Clear filters')).toBe('/transactions')
	})

	test.each(['2026-02-30', 'yesterday', "'; DROP TABLE shops", '9999-99-99', '%00', '🜚'])(
		'refuses the date %j in words, with a way on',
		async (date) => {
			const page = await client.open(`/transactions?from=${encodeURIComponent(date)}`)
			expect(page.status).toBe(400)
			expect(page.text).toContain('We couldn’t read this date. Choose it again.')
			expect(linkTo(page, 'Clear filters')).toBe('/transactions')
			const file = await client.send(
				new URL(`/transactions.csv?from=${encodeURIComponent(date)}`, site().url),
			)
			expect(file.status).toBe(302)
			expect(file.headers.get('location')).toMatch(/^\/transactions\?from=/)
		},
	)

	test.each(['', 'x', '1.stolen.a', '-1.paid.a', "1.paid.a'", '1.paid.%00', '99999999999999999999.paid.a'])(
		'refuses the cursor %j in words, and leads to the newest of the same dates',
		async (after) => {
			const page = await client.open(`/transactions?from=2026-01-01&after=${encodeURIComponent(after)}`)
			expect(page.status).toBe(400)
			expect(page.text).toContain('This link doesn’t lead to a page of your transactions')
			expect(linkTo(page, 'Show the newest')).toBe('/transactions?from=2026-01-01')
		},
	)

	test('says that there is nothing, and what to do next', async () => {
		const empty = await (await newcomer()).open('/transactions')
		expect(empty.text).toContain('No transactions found')
		expect(linkTo(empty, 'Browse Businesses')).toBe('/discover')
		const range = await client.open('/transactions?from=2001-01-01&to=2001-12-31')
		expect(range.status).toBe(200)
		expect(range.text).toContain('No transactions found for the selected date range')
		expect(linkTo(range, 'Show all time')).toBe('/transactions')
	})

	test('says when it cannot be loaded, and tries again', async () => {
		site().proxy.inject({ kind: 'bad-gateway' })
		const page = await client.open('/transactions?from=2026-01-01')
		site().proxy.heal()
		expect(page.status).toBe(503)
		expect(page.text).toContain('Unable to load transactions. Please try again.')
		expect((await client.open(linkTo(page, 'Try Again') ?? '')).status).toBe(200)
	})
})

describe('a receipt', () => {
	test('says shop, what for, amount, date, how and the references', async () => {
		const path = '/transactions/deposit.paid-deposit'
		const { value: page, trips } = await site().proxy.during(() => client.open(path))
		expect(page.status).toBe(200)
		expect(trips.length).toBe(1)
		expect(gzipBytes(page.html)).toBeLessThanOrEqual(10 * KB)
		expect(heading(page)).toBe('Receipt')
		expect(page.text).toContain('₦10')
		expect(page.text).toMatch(/Deposit for .+ at /)
		expect(page.text).toContain('Online with Paystack')
		expect(page.text).toContain('Payment reference')
		expect(page.text).toContain('What the visit cost')
		expect(page.text).toMatch(/[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M/)
		expect(linkTo(page, 'All Transactions')).toBe('/transactions')
	})

	test('opens from every line of the list', async () => {
		const list = await client.open('/transactions')
		for (const path of receiptsOn(list)) expect((await client.open(path)).status, path).toBe(200)
	})

	test('is not found by anybody else, nor where there is none', async () => {
		const other = await newcomer()
		for (const name of ['deposit.paid-deposit', 'refund.back-returned', 'kept.x'])
			expect((await other.open(`/transactions/${name}`)).status, name).toBe(404)
		for (const name of ['paid.paid-deposit', 'paid.nothing', 'stolen.x', 'paid', '%00', "paid.a'--"]) {
			const page = await client.open(`/transactions/${name}`)
			expect(page.status, name).toBe(404)
			expect(page.text).toContain('Receipt Not Found')
			expect(linkTo(page, 'All Transactions')).toBe('/transactions')
		}
	})
})

describe('the CSV file', () => {
	test('holds what is filtered, and is kept by no cache', async () => {
		const answer = await client.send(new URL('/transactions.csv', site().url))
		expect(answer.status).toBe(200)
		expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
		expect(answer.headers.get('content-disposition')).toContain('my-wakati-transactions.csv')
		expect(answer.headers.get('cache-control')).toBe('no-store')
		const lines = (await answer.text()).trimEnd().split('\r\n')
		expect(lines.length).toBeGreaterThan(60)
		const none = await client.send(new URL('/transactions.csv?to=2001-01-01', site().url))
		expect((await none.text()).trimEnd().split('\r\n')).toHaveLength(1)
	})

	test('is asked for again when it could not be read', async () => {
		site().proxy.inject({ kind: 'bad-gateway' })
		const page = await client.open('/transactions.csv?from=2026-01-01')
		site().proxy.heal()
		expect(page.status).toBe(503)
		expect(page.text).toContain('try again')
	})

	test('is nobody else’s', async () => {
		const other = await (await newcomer()).send(new URL('/transactions.csv', site().url))
		expect((await other.text()).trimEnd().split('\r\n')).toHaveLength(1)
		const guest = await fetch(new URL('/transactions.csv', site().url), { redirect: 'manual' })
		expect(guest.status).toBe(302)
		expect(guest.headers.get('location')).toContain('/login')
	})
})

describe('a receipt by mail', () => {
	const mailsTo = (email: string) =>
		site().database.rows(`SELECT payload FROM outbox WHERE kind = 'receipt' AND recipient_email = ?`, email)

	test('goes to the confirmed address of the account, once in ten minutes, and to no other', async () => {
		const [path = ''] = receiptsOn(await client.open('/transactions'))
		const receipt = await client.open(path)
		const form = 'main form[action^="/receipt"]'
		const sent = await client.submit(receipt, form)
		expect(sent.url.pathname).toBe(path)
		expect(sent.text).toContain('Receipt on its way')
		expect((await client.submit(sent, form)).text).toContain('We’ve just sent it.')
		const mails = await mailsTo(mine.email)
		expect(mails).toHaveLength(1)
		expect(String(mails[0]?.payload)).toContain(mine.userId)
		// Another customer with the same address of a form: nothing is there, nothing is sent.
		const stranger = await addSignedInPerson(site().database, { at: Date.now() })
		const refused = await browserOf(stranger, site().url).post(
			receipt.document.querySelector(form)?.getAttribute('action') ?? '',
			'',
		)
		expect(refused.status).toBe(404)
		expect(await mailsTo(stranger.email)).toEqual([])
		expect(await mailsTo(mine.email)).toHaveLength(1)
	})

	test('is not offered to an address that nobody has confirmed', async () => {
		const person = await addSignedInPerson(site().database, { at: Date.now(), isVerified: false })
		await site().database.change(
			`UPDATE clients SET user_id = ? WHERE id = (SELECT client_id FROM appointments JOIN clients ON clients.id = client_id
				WHERE status = 'COMPLETED' AND paid_at_shop_kobo > 0 AND clients.user_id IS NULL LIMIT 1)`,
			person.userId,
		)
		const browser = browserOf(person, site().url)
		const [path = ''] = receiptsOn(await browser.open('/transactions'))
		const receipt = await browser.open(path)
		expect(receipt.document.querySelector('form[action^="/receipt"]')).toBeNull()
		expect(receipt.text).toContain('Confirm your email to get receipts there')
		const forced = await browser.post(`/receipt?movement=${path.split('/').pop()}`, '')
		expect(forced.text).toContain('Confirm your email first')
		expect(await mailsTo(person.email)).toEqual([])
	})
})
