import { expect, test } from 'vitest'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { addKioskShop } from '#tests/support/kiosk-desk.ts'
import { openShopDevice } from '#tests/support/owner-device.ts'
import {
	addPaidVisit,
	addPayout,
	addPayoutAccount,
	addPayoutTerms,
	arriveLate,
} from '#tests/support/payout-desk.ts'
import { addApiKey, askApi } from '#tests/support/shop-api.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
const page = '/kiosk/shop/money'

/** Two visits that were paid online, one of them with a tip, at a tenth for us. */
async function shopWithMoney() {
	const shop = await addKioskShop(site())
	await addPayoutTerms(site().database, shop.id, { commissionPercent: 10 })
	const visits = [
		await addPaidVisit(site(), shop, { minutesAgo: 90, tipKobo: 50_050 }),
		await addPaidVisit(site(), shop, { minutesAgo: 60, staff: 'Bola' }),
	]
	const { browser } = await openShopDevice(site(), shop.id)
	return { shop, visits, browser }
}

type OpenedPage = Awaited<ReturnType<Awaited<ReturnType<typeof openShopDevice>>['browser']['open']>>

/** What a list of facts says, by its labels. */
function factsOf({ document }: Pick<OpenedPage, 'document'>): Record<string, string> {
	return Object.fromEntries(
		[...document.querySelectorAll('.facts > div')].map((fact) => [
			fact.querySelector('dt')?.textContent ?? '',
			fact.querySelector('dd')?.textContent ?? '',
		]),
	)
}

test('What is due is shown to the owner with its sums, why it waits, and the way to set an account', async () => {
	const { visits, browser } = await shopWithMoney()
	const { text, document, status } = await browser.open(page)
	expect(status).toBe(200)
	expect(document.querySelector('.big')?.textContent).toBe('₦9,300.50')
	expect(factsOf({ document })).toMatchObject({
		'Earned online': '₦10,000',
		Tips: '₦500.50',
		Commission: '−₦1,000',
		'Paystack’s fees': '−₦200',
		'Due to you now': '₦9,300.50',
	})
	for (const { referenceNumber } of visits) expect(text).toContain(referenceNumber)
	expect(text).toContain('Until then it waits here')
	expect(text).toContain('Wakati takes 10% of what customers pay online')
	expect(document.querySelector('a[href="/kiosk/shop/payout-account"]')?.textContent).toBe(
		'Set your payout account',
	)
})

test('What was paid twice is shown to the owner as owed, and as what it is', async () => {
	const { shop, visits, browser } = await shopWithMoney()
	const { database } = site()
	await addPayoutAccount(database, shop.id)
	const failed = await addPayout(database, shop.id, { statuses: ['failed'] })
	await addPayout(database, shop.id)
	await arriveLate(database, failed)
	const { text, document } = await browser.open(page)
	expect(document.querySelector('.big')?.textContent).toBe('−₦9,300.50')
	expect(text).toContain('You owe this. It is taken off what your next bookings bring.')
	expect(text.split('Paid to you twice')).toHaveLength(visits.length + 1)
	const key = await addApiKey(database, shop.id)
	const line = { state: 'debt', reason: 'paid_twice' }
	expect((await askApi(site().url, { key, path: '/payouts/due' })).json).toMatchObject({
		...{ due_kobo: -930_050, hold: 'in_debt', items: [line, line] },
	})
})

test('A statement, its file, the API, the ledger and the transfer say the same, to the kobo', async () => {
	const { shop, visits, browser } = await shopWithMoney()
	await addPayoutAccount(site().database, shop.id)
	const reference = await addPayout(site().database, shop.id)
	const listed = await browser.open(page)
	expect(listed.document.querySelector('.big')?.textContent).toBe('₦0')
	const link = listed.document.querySelector(`a[href="${page}/${reference}"]`)
	expect(link?.textContent).toMatch(/^₦9,300\.50Paid/)

	const statement = await browser.open(`${page}/${reference}`)
	expect(statement.status).toBe(200)
	expect(factsOf(statement)).toMatchObject({
		'Earned online': '₦10,000',
		Tips: '₦500.50',
		Commission: '−₦1,000',
		'Paystack’s fees': '−₦200',
		'Sent to you': '₦9,300.50',
		Bank: 'Guaranty Trust Bank',
		'Account ending in': '6789',
		'Account name': 'ADA BEAUTY LTD',
		Reference: reference,
	})
	expect(statement.text).not.toContain('0123456789')
	const lines = [...statement.document.querySelectorAll('li.line')].map((line) => line.textContent)
	expect(lines).toHaveLength(2)
	for (const { referenceNumber } of visits) expect(lines.join(' ')).toContain(referenceNumber)

	const answer = await browser.send(new URL(`${page}/${reference}/csv`, site().url))
	expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
	expect(answer.headers.get('cache-control')).toBe('no-store')
	const csv = await answer.text()
	const cells = csv.split('\r\n').map((line) => line.split(','))
	const numbersOf = (name: string) => cells.find(([first]) => first === name)?.slice(3)
	expect(numbersOf('Total')).toEqual(['10000.00', '500.50', '-1000.00', '-200.00', '9300.50'])
	expect(numbersOf('Sent')?.at(-1)).toBe('9300.50')

	const key = await addApiKey(site().database, shop.id)
	const asked = await askApi(site().url, { key, path: `/payouts/${reference}` })
	expect(asked.json).toMatchObject({
		status: 'success',
		gross_kobo: 1_050_050,
		commission_kobo: 100_000,
		payment_fee_kobo: 20_000,
		amount_kobo: 930_050,
		account_last_digits: '6789',
	})
	const sumOf = (name: string) =>
		asked.json.items.reduce((sum: number, item: Record<string, number>) => sum + (item[name] ?? 0), 0)
	expect([sumOf('earned_kobo') + sumOf('tip_kobo'), sumOf('net_kobo')]).toEqual([1_050_050, 930_050])
	expect((await askApi(site().url, { key, path: `/payouts/${reference}/csv` })).text).toBe(csv)

	const ledger = await site().database.rows(
		`SELECT account_id, sum(amount_kobo) AS kobo FROM ledger_lines JOIN ledger_entries entry ON entry.id = entry_id
			WHERE entry.occasion IN ('payout:' || ?1, 'payout-sent:' || ?1) GROUP BY account_id ORDER BY 1`,
		reference,
	)
	expect(Object.fromEntries(ledger.map((row) => [row.account_id, row.kobo]))).toMatchObject({
		[`shop_paid:${shop.id}:NGN`]: 1_050_050,
		'commission::NGN': -100_000,
		'payment_fee::NGN': -20_000,
		'paystack::NGN': -(930_050 + 2_500),
	})
})

test('A payout that came to nothing says so, and its rows are due again', async () => {
	const { shop, browser } = await shopWithMoney()
	await addPayoutAccount(site().database, shop.id)
	const reference = await addPayout(site().database, shop.id, { statuses: ['pending', 'failed'] })
	expect((await browser.open(`${page}/${reference}`)).text).toContain('What is in it is due again')
	const { document, text } = await browser.open(page)
	expect(document.querySelector('.big')?.textContent).toBe('₦9,300.50')
	expect(text).toContain('Not paid')
	// Payouts by transfers are off on this site.
	expect(text).toContain('Our team pays it by bank transfer, to Guaranty Trust Bank, account ending in 6789.')
})

test('No page, file or call shows the payout of another shop', async () => {
	const [{ shop }, other] = [await shopWithMoney(), await shopWithMoney()]
	await addPayoutAccount(site().database, shop.id)
	const reference = await addPayout(site().database, shop.id)
	for (const path of [`${page}/${reference}`, `${page}/${reference}/csv`])
		expect((await other.browser.open(path)).status).toBe(404)
	const key = await addApiKey(site().database, other.shop.id)
	for (const path of [`/payouts/${reference}`, `/payouts/${reference}/csv`])
		expect((await askApi(site().url, { key, path })).status).toBe(404)
	expect((await askApi(site().url, { key, path: '/payouts/list' })).json.items).toEqual([])
	expect((await other.browser.open(page)).text).not.toContain(reference)
})

test('An account that waits, and terms that come, are said with their dates; the file has each line', async () => {
	const { shop, visits, browser } = await shopWithMoney()
	const now = Date.now()
	await addPayoutAccount(site().database, shop.id, { usableAt: now + 40 * HOUR_MS })
	await addPayoutTerms(site().database, shop.id, { appliesFrom: now + 200 * HOUR_MS, commissionPercent: 12 })
	const { text } = await browser.open(page)
	expect(text).toContain('Your new account can be used from')
	expect(text).toContain('For bookings from')
	expect(text).toContain('Wakati takes 12%')
	const key = await addApiKey(site().database, shop.id)
	expect((await askApi(site().url, { key, path: '/payouts/due' })).json).toMatchObject({
		due_kobo: 930_050,
		hold: 'account_waits',
		hold_until: new Date(now + 40 * HOUR_MS).toISOString(),
		next_payout_at: null,
		terms: { commission_percent: 10 },
		coming_terms: { commission_percent: 12 },
	})
	const file = await browser.send(new URL(`${page}.csv`, site().url))
	const lines = (await file.text()).split('\r\n')
	expect(lines.filter((line) => line.startsWith('Due,'))).toHaveLength(2)
	for (const { referenceNumber } of visits) expect(lines.join('\n')).toContain(referenceNumber)
})
