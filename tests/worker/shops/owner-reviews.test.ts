import { describe, expect, test } from 'vitest'
import { addKioskShop, addReview } from '#tests/support/kiosk-desk.ts'
import { openShopDevice, ownerForm } from '#tests/support/owner-device.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
const LIST = '/kiosk/shop/reviews'

async function withReview() {
	const shop = await addKioskShop(site())
	const { browser } = await openShopDevice(site(), shop.id)
	const id = await addReview(site(), shop, {
		minutesAgo: 90,
		rating: 2,
		comment: 'She was late <b>again</b>',
	})
	return { shop, browser, id, page: `${LIST}/${id}` }
}

const replyOf = async (id: string) => {
	const [row] = await site().database.rows('SELECT reply FROM reviews WHERE appointment_id = ?', id)
	return row?.reply
}

describe('Reviews of a shop', () => {
	test('are listed the newest first, page by page, and hidden ones are not', async () => {
		const { shop, browser, id } = await withReview()
		const ids = [id]
		for (let place = 1; place <= 22; place++)
			ids.push(await addReview(site(), shop, { minutesAgo: 90 + place * 24 * 60 }))
		await site().database.change('UPDATE reviews SET hidden_at = 1 WHERE appointment_id = ?', ids.pop() ?? '')
		const home = await browser.open('/kiosk/shop')
		const first = await browser.follow(home, `a[href="${LIST}"]`)
		const shown = ({ document }: typeof first) =>
			document
				.querySelectorAll(`a[href^="${LIST}/"]`)
				.map((link) => link.getAttribute('href')?.replace(`${LIST}/`, ''))
		expect(shown(first)).toEqual(ids.slice(0, 20))
		expect(first.text).toContain('She was late <b>again</b>')
		expect(shown(await browser.follow(first, 'a[href*="after="]'))).toEqual(ids.slice(20))
	})

	test('get one reply of a double tap, which customers read, and it is changed and removed', async () => {
		const { shop, browser, id, page } = await withReview()
		const form = await ownerForm(browser, page, { reply: ' We are sorry. ', intent: 'reply' })
		await Promise.all([1, 2, 3].map(() => browser.post(page, form)))
		expect(await replyOf(id)).toBe('We are sorry.')
		expect((await browser.open(`/business/${shop.id}`)).text).toContain('We are sorry.')
		expect((await browser.open(LIST)).text).toContain('Replied')
		await browser.post(page, await ownerForm(browser, page, { reply: 'Come again', intent: 'reply' }))
		expect(await replyOf(id)).toBe('Come again')
		await browser.post(page, await ownerForm(browser, page, { reply: '', intent: 'remove' }))
		expect(await replyOf(id)).toBeNull()
		expect(
			await site().database.rows(
				`SELECT summary LIKE '%: reply deleted' AS is_deletion FROM shop_acts WHERE shop_id = ? AND kind = 'review_replied' ORDER BY acted_at`,
				shop.id,
			),
		).toEqual([{ is_deletion: 0 }, { is_deletion: 0 }, { is_deletion: 1 }])
	})

	test.each([
		['', 'Write your reply'],
		['a'.repeat(501), 'at most 500 characters'],
	])('refuse %j, and keep what was typed', async (reply, words) => {
		const { browser, id, page } = await withReview()
		const refused = await browser.post(page, await ownerForm(browser, page, { reply, intent: 'reply' }))
		expect([refused.status, refused.text.includes(words)]).toEqual([400, true])
		expect(refused.document.querySelector('#reply')?.textContent).toBe(reply)
		expect(await replyOf(id)).toBeNull()
	})

	test('of two devices: the second is told what the first wrote, and keeps its own', async () => {
		const { shop, browser, id, page } = await withReview()
		const two = await openShopDevice(site(), shop.id)
		const ofTwo = await ownerForm(two.browser, page, { reply: 'From two', intent: 'reply' })
		await browser.post(page, await ownerForm(browser, page, { reply: 'From one', intent: 'reply' }))
		const refused = await two.browser.post(page, ofTwo)
		expect([refused.status, refused.text.includes('The reply is now From one')]).toEqual([409, true])
		expect(refused.document.querySelector('#reply')?.textContent).toBe('From two')
		expect(await replyOf(id)).toBe('From one')
	})

	test('of another shop, and hidden ones, are not found', async () => {
		const { browser, id, page } = await withReview()
		const other = await withReview()
		const form = await ownerForm(browser, page, { reply: 'Stolen', intent: 'reply' })
		expect((await other.browser.open(page)).status).toBe(404)
		expect((await other.browser.post(page, form)).status).toBe(404)
		await site().database.change('UPDATE reviews SET hidden_at = 1 WHERE appointment_id = ?', id)
		expect((await browser.open(page)).status).toBe(404)
		expect((await browser.post(page, form)).status).toBe(404)
		expect(await replyOf(id)).toBeNull()
	})
})
