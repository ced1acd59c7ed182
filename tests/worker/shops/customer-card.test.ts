import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { addAppointment, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { openShopDevice, ownerForm } from '#tests/support/owner-device.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()

async function openCard(role: 'desk' | 'owner' = 'desk') {
	const shop = await addKioskShop(site())
	const { browser, keyId } = await openShopDevice(site(), shop.id, role)
	const reference = await addAppointment(site(), shop, { inMinutes: 90, firstName: 'Ọláwálé' })
	return { shop, browser, keyId, reference, page: `/kiosk/customers/${reference}` }
}

const notesOf = (shopId: string) =>
	site().database.rows('SELECT shop_note FROM clients WHERE shop_id = ? AND shop_note IS NOT NULL', shopId)

describe('The card of a customer', () => {
	test.each(['desk', 'owner'] as const)(
		'is reached by a %s from the day, the visit and the search',
		async (role) => {
			const { browser, reference, page } = await openCard(role)
			for (const path of ['/kiosk', `/kiosk/visits/${reference}`, '/kiosk/search?q=olawale']) {
				const card = await browser.follow(await browser.open(path), `a[href="${page}"]`)
				expect([path, card.status]).toEqual([path, 200])
				for (const words of ['Ọláwálé Obi', reference, 'Spent here', 'No-shows'])
					expect(card.text).toContain(words)
				expect(card.document.querySelector(`a[href="/kiosk/visits/${reference}"]`)).not.toBeNull()
			}
		},
	)

	test('has all visits, page by page', async () => {
		const { shop, browser, page } = await openCard()
		for (let place = 0; place < 32; place++)
			await addAppointment(site(), shop, { inMinutes: place * 31 - 2000 })
		const [client] = await site().database.rows('SELECT id FROM clients WHERE shop_id = ?', shop.id)
		const id = String(client?.id)
		await site().database.change('UPDATE appointments SET client_id = ? WHERE shop_id = ?', id, shop.id)
		await site().database.change('UPDATE checkouts SET client_id = ? WHERE shop_id = ?', id, shop.id)
		const first = await browser.open(page)
		const referencesOf = ({ document }: typeof first) =>
			document.querySelectorAll('a[href^="/kiosk/visits/"]').map((link) => link.getAttribute('href'))
		expect(referencesOf(first)).toHaveLength(30)
		const rest = await browser.follow(first, 'a[href*="before="]')
		expect(new Set([...referencesOf(first), ...referencesOf(rest)]).size).toBe(33)
	})

	test('is not found by another shop, nor is its note written there', async () => {
		const { shop, page, browser } = await openCard()
		const other = await openCard()
		const form = await ownerForm(browser, page, { shopNote: 'Stolen' })
		for (const answer of [
			await other.browser.open(page),
			await other.browser.post(page, form),
			await browser.open('/kiosk/customers/XXX-XXXX'),
			await browser.open('/kiosk/customers/%27%20OR%201'),
		]) {
			expect(answer.status).toBe(404)
			expect(answer.text).toContain('Your shop has no such customer')
			expect(answer.text).not.toContain('Ọláwálé')
		}
		expect([...(await notesOf(shop.id)), ...(await notesOf(other.shop.id))]).toEqual([])
	})

	test('is refused with the searches after sixty in an hour', async () => {
		const { browser, page, keyId } = await openCard()
		await browser.open(page)
		await site().database.change(
			`UPDATE rate_limits SET attempts = 60 WHERE kind = 'customer-search'
				AND subject = (SELECT secret_hash FROM access_keys WHERE id = ?)`,
			keyId,
		)
		const refused = await browser.open(page)
		expect([refused.status, refused.text.includes('Wait half a minute')]).toEqual([429, true])
	})

	test('leads a locked device to its PIN, and a closed one to the page that says so', async () => {
		const { browser, page, keyId, usedBefore } = await (async () => {
			const card = await openCard()
			return { ...card, ...(await openShopDevice(site(), card.shop.id, 'desk')) }
		})()
		usedBefore({ day: 11, owner: 11 })
		expect((await browser.open(page)).url.pathname).toBe('/kiosk/pin')
		usedBefore({ day: 1, owner: 1 })
		expect((await browser.open(page)).status).toBe(200)
		await site().database.change(
			`UPDATE access_keys SET ended_at = ?, ending = 'revoked' WHERE id = ?`,
			Date.now() - MINUTE_MS,
			keyId,
		)
		expect((await browser.open(page)).url.pathname).toBe('/kiosk/closed')
	})
})

describe('The note about a customer', () => {
	test('is written once, and the visit and the day say that there is one', async () => {
		const { shop, browser, reference, page } = await openCard()
		const form = await ownerForm(browser, page, { shopNote: ' Allergic to latex.\r\nFormula 6N ' })
		await Promise.all([1, 2, 3].map(() => browser.post(page, form)))
		expect(await notesOf(shop.id)).toEqual([{ shop_note: 'Allergic to latex.\nFormula 6N' }])
		expect(
			await site().database.rows('SELECT kind, summary FROM shop_acts WHERE shop_id = ?', shop.id),
		).toEqual([{ kind: 'customer_note_changed', summary: reference }])
		expect((await browser.open(page)).document.querySelector('#shopNote')?.textContent).toContain(
			'Allergic to latex.',
		)
		expect((await browser.open(`/kiosk/visits/${reference}`)).text).toContain('Customer’s card, with a note')
		expect((await browser.open('/kiosk')).text).toContain('Customer’s card, with a note of')
		for (const path of [`/kiosk/visits/${reference}`, '/kiosk', '/kiosk/search?q=olawale', '/kiosk/more'])
			expect((await browser.open(path)).html).not.toContain('latex')
	})

	test('of two devices: the second is told what the first wrote, keeps its own, and saves it next', async () => {
		const { shop, browser, page } = await openCard()
		const two = await openShopDevice(site(), shop.id, 'owner')
		const ofTwo = await ownerForm(two.browser, page, { shopNote: 'Likes tea' })
		await browser.post(page, await ownerForm(browser, page, { shopNote: 'Allergic to latex' }))
		const refused = await two.browser.post(page, ofTwo)
		expect([refused.status, refused.text.includes('The note is now Allergic to latex')]).toEqual([409, true])
		expect(refused.document.querySelector('#shopNote')?.textContent).toBe('Likes tea')
		const next = new URLSearchParams(ofTwo)
		for (const name of ['act', 'seen'])
			next.set(name, refused.document.querySelector(`[name=${name}]`)?.getAttribute('value') ?? '')
		next.set('shopNote', 'Allergic to latex. Likes tea')
		await two.browser.post(page, next)
		expect(await notesOf(shop.id)).toEqual([{ shop_note: 'Allergic to latex. Likes tea' }])
	})

	test('of more than 500 letters is refused, and kept in view', async () => {
		const { shop, browser, page } = await openCard()
		const note = 'a'.repeat(501)
		const refused = await browser.post(page, await ownerForm(browser, page, { shopNote: note }))
		expect([refused.status, refused.text.includes('at most 500 characters')]).toEqual([400, true])
		expect(refused.document.querySelector('#shopNote')?.textContent).toBe(note)
		expect(await notesOf(shop.id)).toEqual([])
	})

	test('without what its form showed overwrites nothing', async () => {
		const { shop, browser, page } = await openCard()
		const form = await ownerForm(browser, page, { shopNote: 'First' })
		await browser.post(page, form)
		for (const seen of ['', '{', '[1]']) {
			const late = new URLSearchParams(await ownerForm(browser, page, { shopNote: 'Second', seen }))
			expect((await browser.post(page, late)).status).toBe(409)
		}
		expect(await notesOf(shop.id)).toEqual([{ shop_note: 'First' }])
	})
})
