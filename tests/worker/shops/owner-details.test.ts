import { expect, test } from 'vitest'
import { addKioskShop } from '#tests/support/kiosk-desk.ts'
import { openShopDevice, ownerForm } from '#tests/support/owner-device.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
const page = '/kiosk/shop/details'

async function detailsOf(shopId: string) {
	const [row] = await site().database.rows(
		`SELECT landmark, phone, whatsapp, deposit_kind, deposit_value, prepaid_from_no_shows, horizon_days, max_moves
			FROM shops WHERE id = ?`,
		shopId,
	)
	return row
}

test('Details are changed, written down once by what changed, and shown to customers', async () => {
	const shop = await addKioskShop(site())
	const { browser, keyId } = await openShopDevice(site(), shop.id)
	const form = await ownerForm(browser, page, {
		...{ landmark: 'By the  park', phone: '0803 123 4567', whatsapp: '', horizonDays: '30', maxMoves: '3' },
		...{ depositKind: 'percent', deposit: '30%', prepayAfterNoShows: '2' },
	})
	const answers = await Promise.all([1, 2, 3].map(() => browser.post(page, form)))
	for (const { url, status } of answers) expect([status, url.pathname]).toEqual([200, page])
	expect(await detailsOf(shop.id)).toEqual({
		...{ landmark: 'By the  park', phone: '+2348031234567', whatsapp: null, horizon_days: 30, max_moves: 3 },
		...{ deposit_kind: 'percent', deposit_value: 30, prepaid_from_no_shows: 2 },
	})
	const acts = await site().database.rows('SELECT kind, summary FROM shop_acts WHERE key_id = ?', keyId)
	expect(acts).toEqual([
		{
			kind: 'shop_changed',
			summary:
				'Landmark, Phone, Deposit, No-shows before a customer must prepay, How far ahead customers can book, Times a visit can be moved',
		},
	])
	expect((await browser.open(`/business/${shop.id}`)).text).toContain('By the park')
})

test('Wrong details are not saved: each is named, and what was typed is kept', async () => {
	const shop = await addKioskShop(site())
	const { browser } = await openShopDevice(site(), shop.id)
	const before = await detailsOf(shop.id)
	const wrong = { phone: '0803', depositKind: 'amount', deposit: '99', horizonDays: '400', maxMoves: '0' }
	const refused = await browser.post(page, await ownerForm(browser, page, wrong))
	expect(refused.status).toBe(400)
	for (const words of [
		'Type a number like 0803 123 4567',
		'A deposit in naira is from ₦100 to ₦10,000,000',
		'How far ahead customers can book must be a whole number from 1 to 365',
		'Times a visit can be moved must be a whole number from 1 to 50',
	])
		expect(refused.text).toContain(words)
	const shown = (name: string) => refused.document.querySelector(`#${name}`)
	expect(shown('phone')?.getAttribute('value')).toBe('0803')
	expect(shown('depositKind')?.querySelector('[selected]')?.getAttribute('value')).toBe('amount')
	expect(await detailsOf(shop.id)).toEqual(before)
})

test('Details that two devices change: the second is told what the first changed, and loses nothing', async () => {
	const shop = await addKioskShop(site())
	const [one, two] = [await openShopDevice(site(), shop.id), await openShopDevice(site(), shop.id)]
	const ofTwo = await ownerForm(two.browser, page, { landmark: 'By the park' })
	await one.browser.post(page, await ownerForm(one.browser, page, { depositKind: 'amount', deposit: '5k' }))
	const refused = await two.browser.post(page, ofTwo)
	expect([refused.status, refused.text.includes('Deposit is now ₦5,000')]).toEqual([409, true])
	expect(refused.document.querySelector('#landmark')?.getAttribute('value')).toBe('By the park')
	expect(await detailsOf(shop.id)).toMatchObject({ landmark: null, deposit_value: 500_000 })
	ofTwo.set('seen', refused.document.querySelector('[name=seen]')?.getAttribute('value') ?? '')
	ofTwo.set('depositKind', 'amount')
	ofTwo.set('deposit', '5,000')
	expect((await two.browser.post(page, ofTwo)).status).toBe(200)
	expect(await detailsOf(shop.id)).toMatchObject({ landmark: 'By the park', deposit_value: 500_000 })
})

test('What an import has set beside the usual choices is one of them, and no bank account is asked for', async () => {
	const shop = await addKioskShop(site())
	await site().database.change(
		'UPDATE shops SET free_cancellation_minutes = 100, reschedule_cutoff_minutes = 4320, horizon_days = 45 WHERE id = ?',
		shop.id,
	)
	const { browser } = await openShopDevice(site(), shop.id)
	const { document, text } = await browser.open(page)
	const chosen = (name: string) => document.querySelector(`#${name} [selected]`)?.textContent
	expect(['freeCancellationMinutes', 'rescheduleCutoffMinutes', 'horizonDays'].map(chosen)).toEqual([
		...['100 minutes before', '3 days before', '45 days'],
	])
	expect(text).toContain('bank account are changed by the people who run this app')
	const names = document.querySelectorAll('main [name]').map((field) => field.getAttribute('name'))
	expect(names.join(' ')).not.toMatch(/bank|account|address|email/i)
})
