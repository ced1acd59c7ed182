import { describe, expect, test } from 'vitest'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { sandboxHolderName } from '#scripts/sandbox/paystack-transfer-calls.ts'
import { buttonOf } from '#scripts/site/browser-guest.ts'
import { type BrowserLikeClient, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { addKioskShop, pin } from '#tests/support/kiosk-desk.ts'
import { openShopDevice } from '#tests/support/owner-device.ts'
import { zoneAtNoon } from '#tests/support/session-desk.ts'
import { addWaitingAccount } from '#tests/support/waiting-account.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'

const site = withPaymentSite()
const PAGE = '/kiosk/shop/payout-account'
const access = { bank: '044', accountNumber: '0123456789' }
const holder = sandboxHolderName(access.bank, access.accountNumber) ?? ''

async function openOwner() {
	const shop = await addKioskShop(site())
	await site().database.change('UPDATE shops SET email = ? WHERE id = ?', `${shop.id}@shop.example`, shop.id)
	const { browser, usedBefore } = await openShopDevice(site(), shop.id)
	return { shop, browser, usedBefore }
}
const rows = (shopId: string) =>
	site().database.rows(
		'SELECT bank_code, account_number, holder_name, set_by, stopped_at FROM payout_accounts WHERE shop_id = ? ORDER BY confirmed_at',
		shopId,
	)
const ask = async (browser: BrowserLikeClient, account = access) =>
	browser.submit(await browser.open(PAGE), 'form.form', account, { button: buttonOf('intent', 'ask') })
const confirming = (fields: Record<string, string> = {}) =>
	new URLSearchParams({ act: newId(), intent: 'confirm', ...access, holder, pinSecret: pin, ...fields })

describe('The payout account of an owner', () => {
	test('is found, confirmed with the PIN, shown by its last digits, mailed and stopped', async () => {
		const { shop, browser } = await openOwner()
		const found = await ask(browser, { ...access, accountNumber: '01234 56789' })
		expect(found.text).toContain('Is this you?')
		expect(found.text).toContain(holder)
		expect(found.text).toContain('Access Bank ••••6789')
		expect(await rows(shop.id)).toEqual([])
		const confirm = (pinSecret: string) =>
			browser.submit(found, 'form.form', { pinSecret }, { button: buttonOf('intent', 'confirm') })
		const wrong = await confirm('0000')
		expect(wrong.status).toBe(422)
		expect(wrong.text).toContain('Wrong PIN.')
		expect(await rows(shop.id)).toEqual([])
		const set = await confirm(pin)
		expect(set.url.pathname).toBe(PAGE)
		expect(set.text).toContain('Access Bank ••••6789')
		expect(set.text).toContain('In use from')
		expect(set.html).not.toContain(access.accountNumber)
		expect(await rows(shop.id)).toEqual([
			{
				...{ bank_code: '044', account_number: '0123456789', holder_name: holder },
				...{ set_by: 'owner', stopped_at: null },
			},
		])
		const { browser: desk } = await openShopDevice(site(), shop.id, 'desk')
		expect((await desk.open('/kiosk')).text).toContain('New payout account.')
		const mail = await site().mail.received(({ to }) => to.includes(`${shop.id}@shop.example`))
		const link = /\/payouts\/stop\?token=[\w-]+/.exec(mail.text)?.[0] ?? ''
		expect(mail.text).toContain('Access Bank ••••6789')
		const stopped = await browser.submit(set, 'details form')
		expect(stopped.text).toContain('No account yet')
		expect((await desk.open('/kiosk')).text).not.toContain('The account for payouts')
		expect((await openBrowserLikeClient(site().url).open(link)).text).toContain('This account is stopped')
	})

	test('asks for the PIN at each confirming, and for what was sent without one', async () => {
		const { shop, browser } = await openOwner()
		const asked = await browser.post(PAGE, confirming({ pinSecret: '' }))
		expect(asked.status).toBe(401)
		expect(asked.text).toContain('changed with the PIN each time')
		expect(await rows(shop.id)).toEqual([])
		const set = await browser.submit(asked, 'main form', { pinSecret: pin })
		expect(set.url.pathname).toBe(PAGE)
		expect(await rows(shop.id)).toHaveLength(1)
	})

	test.each([
		['another name than the bank’s', { holder: 'SOMEBODY ELSE' }, 409, 'gives another name'],
		['an account that is none', { accountNumber: '0123450000' }, 422, 'doesn’t know this number'],
		['a bank that is none', { bank: '999' }, 400, 'Choose your bank'],
		['too few digits', { accountNumber: '012345678' }, 400, 'Type the ten digits'],
		['a page that was overtaken', { seen: 'another-account' }, 409, 'changed on another device'],
	])('refuses %s, and keeps the form', async (_, fields, status, words) => {
		const { shop, browser } = await openOwner()
		const refused = await browser.post(PAGE, confirming(fields))
		expect(refused.status).toBe(status)
		expect(refused.text).toContain(words)
		expect(refused.document.querySelector('select[name="bank"]')).not.toBeNull()
		expect(await rows(shop.id)).toEqual([])
	})

	test('sent twice it is one, and of two devices one is told', async () => {
		const { shop, browser } = await openOwner()
		const { browser: second } = await openShopDevice(site(), shop.id)
		const body = confirming()
		for (let times = 1; times <= 2; times++)
			expect((await browser.post(PAGE, body)).text).toContain('Access Bank ••••6789')
		const refused = await second.post(PAGE, confirming({ bank: '057' }))
		expect(refused.status).toBe(409)
		expect(refused.text).toContain('Access Bank ••••6789')
		expect(await rows(shop.id)).toHaveLength(1)
	})

	test('fishes no names: the sixth question of an hour is refused', async () => {
		const { browser } = await openOwner()
		for (let tries = 1; tries <= 5; tries++)
			expect((await ask(browser, { ...access, accountNumber: `012345678${tries}` })).status).toBe(200)
		const refused = await ask(browser)
		expect(refused.status).toBe(429)
		expect(refused.text).toContain('Too many tries.')
		expect((await browser.post(PAGE, confirming())).status).toBe(429)
	})

	test('is no other shop’s to stop, and none that is in use', async () => {
		const [{ shop }, { browser: other }] = [await openOwner(), await openOwner()]
		const { accountId } = await addWaitingAccount(site(), shop.id)
		const body = new URLSearchParams({ act: newId(), intent: 'stop', account: accountId })
		expect((await other.post(PAGE, body)).status).toBe(404)
		const { browser } = await openShopDevice(site(), shop.id)
		const inUse = new URLSearchParams({ act: newId(), intent: 'stop', account: `${accountId}-old` })
		expect((await browser.post(PAGE, inUse)).status).toBe(410)
		expect((await rows(shop.id)).map(({ stopped_at }) => stopped_at)).toEqual([null, null])
	})
})

test('a person’s own device is told that a new account comes and whom to tell, and nothing of the bank', async () => {
	const { shop } = await openOwner()
	const usableAt = Date.now() + 40 * HOUR_MS
	const zone = zoneAtNoon(Date.now())
	const takesEffect = `It takes effect ${momentLabelAt(zone, usableAt, Date.now())}. Didn’t expect it? Tell the owner now`
	const { accountId } = await addWaitingAccount(site(), shop.id, { usableAt })
	const other = await openOwner()
	const device = async (shopId: string) =>
		(await openShopDevice(site(), shopId, { person: `${shopId}-ada` })).browser
	const person = await device(shop.id)
	const today = await person.open('/kiosk')
	expect(today.text).toContain('New payout account.')
	expect(today.text).toContain(takesEffect)
	for (const page of [today, await person.open('/kiosk/fresh')])
		for (const hidden of ['5678', '1234', 'Kuda', 'Access Bank', 'AMAKA', accountId, 'payout-account'])
			expect([hidden, page.html.includes(hidden)]).toEqual([hidden, false])
	expect((await (await device(other.shop.id)).open('/kiosk')).text).not.toContain('payout account')
	await site().database.change('UPDATE payout_accounts SET stopped_at = 1 WHERE id = ?', accountId)
	expect((await person.open('/kiosk')).text).not.toContain('payout account')
})

describe('The link that stops an account', () => {
	const reader = () => openBrowserLikeClient(site().url)

	test('asks, and stops it when its button is pressed, as often as that is', async () => {
		const { shop } = await openOwner()
		const { link } = await addWaitingAccount(site(), shop.id)
		const page = await reader().open(link)
		expect(page.text).toContain('Stop this account?')
		expect(page.text).toContain('Kuda Bank ••••5678')
		expect(page.html).not.toContain('0000005678')
		expect(page.headers.get('cache-control')).toBe('no-store')
		expect(page.headers.get('referrer-policy')).toBe('same-origin')
		expect(page.headers.get('x-robots-tag')).toBe('noindex')
		expect((await rows(shop.id)).at(-1)?.stopped_at).toBeNull()
		const browser = reader()
		for (let times = 1; times <= 2; times++) {
			const stopped = await browser.submit(page, 'main form')
			expect([stopped.status, stopped.url.pathname]).toEqual([200, '/payouts/stop'])
			expect(stopped.text).toContain('This account is stopped')
		}
		expect((await rows(shop.id)).map(({ stopped_at }) => stopped_at === null)).toEqual([true, false])
	})

	test('an old and a made up one stop nothing, and say so', async () => {
		const { shop } = await openOwner()
		const old = await addWaitingAccount(site(), shop.id, { usableAt: Date.now() - 1_000 })
		const late = await reader().open(old.link)
		expect([late.status, late.text.includes('Too late to stop it here.')]).toEqual([410, true])
		const post = (token: string) => reader().post('/payouts/stop', new URLSearchParams({ token }))
		expect((await post(old.token)).status).toBe(410)
		for (const token of ['', 'old', `${old.token.slice(0, -1)}!`, old.accountId, 'x'.repeat(5_000)]) {
			expect((await post(token)).status).toBe(404)
			expect((await reader().open(`/payouts/stop?token=${token.slice(0, 100)}`)).status).toBe(404)
		}
		expect((await rows(shop.id)).map(({ stopped_at }) => stopped_at)).toEqual([null, null])
	})
})
