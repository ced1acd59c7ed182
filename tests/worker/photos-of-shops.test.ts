import { beforeAll, expect, test } from 'vitest'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { addKioskShop } from '#tests/support/kiosk-desk.ts'
import { addPhotoRows } from '#tests/support/photo-desk.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
let shop: SmallShop
let photoOf: (place: number) => string
beforeAll(async () => {
	shop = await addKioskShop(site())
	photoOf = await addPhotoRows(site().database, shop.id, shop.idOf('cut'), 3)
})

const open = (path: string, headers: Record<string, string> = {}) =>
	openBrowserLikeClient(site().url, { headers }).open(path)
const sources = (page: { html: string }) =>
	[...page.html.matchAll(/src="(\/photos\/[^"]+)"/g)].map(([, src]) => src)

test('The page of a shop shows its picture, and of each service the first photo, small and late', async () => {
	const page = await open(`/business/${shop.id}`)
	expect(sources(page)).toEqual([`/photos/${photoOf(0)}`, `/photos/${photoOf(1)}/small`])
	const small = page.document.querySelector('.offer img')
	expect(small?.attributes).toMatchObject({
		alt: 'Knotless braids down to the waist, in copper 1',
		width: '320',
		height: '240',
		loading: 'lazy',
		decoding: 'async',
	})
	expect(page.text).toContain('3 photos')
	const all = await open(`/business/${shop.id}/photos/${shop.idOf('cut')}`)
	expect(sources(all)).toEqual([1, 2, 3].map((place) => `/photos/${photoOf(place)}`))
	expect(all.document.querySelectorAll('.photos img').map((image) => image.getAttribute('loading'))).toEqual([
		undefined,
		'lazy',
		'lazy',
	])
	expect(sources(await open(`/business/${shop.id}/photos/shop`))).toEqual([`/photos/${photoOf(0)}`])
})

test('Where services are chosen each has its first photo, and none with Save-Data', async () => {
	const path = `/booking/service-selection?shop=${shop.id}`
	const page = await open(path)
	expect(sources(page)).toEqual([`/photos/${photoOf(1)}/small`])
	const chosen = page.document.querySelector(`button[value="${shop.idOf('cut')}"] img`)
	expect(chosen?.attributes).toMatchObject({ alt: '', width: '64', height: '64', loading: 'lazy' })
	expect(sources(await open(path, { 'save-data': 'on' }))).toEqual([])
})

test('With Save-Data there is no photo, whoever asked for the page before: words lead to them', async () => {
	// Without cookies both are given a kept copy: each has its own.
	for (const _ of ['first', 'kept']) {
		const [plain, saving] = [
			await open(`/business/${shop.id}`),
			await open(`/business/${shop.id}`, { 'save-data': 'on' }),
		]
		expect([sources(plain).length, sources(saving)]).toEqual([2, []])
		expect(saving.text).toContain('3 photos')
		expect(saving.text).toContain('See photo')
	}
	const all = await open(`/business/${shop.id}/photos/${shop.idOf('cut')}`, { 'save-data': 'on' })
	expect(sources(all)).toEqual([])
	expect(all.document.querySelector(`a[href="/photos/${photoOf(2)}"]`)?.text).toBe(
		'Knotless braids down to the waist, in copper 2',
	)
})

test('Discover shows the picture that the owner added', async () => {
	await site().database.change(`UPDATE shops SET area = 'Photoville' WHERE id = ?`, shop.id)
	const found = await open('/discover?q=kiosk-shop')
	expect(found.html).toContain(`/photos/${photoOf(0)}/small`)
	expect((await open('/discover?q=kiosk-shop', { 'save-data': 'on' })).html).not.toContain('/photos/')
	expect((await open('/business/ade-hair-studio')).html).not.toContain('/photos/')
})

test('A hidden photo is on no page, and the next one takes its place', async () => {
	await site().database.change(
		'UPDATE shop_photos SET hidden_at = 1 WHERE id IN (?, ?)',
		photoOf(0),
		photoOf(1),
	)
	const page = await open(`/business/${shop.id}?reviewsBefore=9999999999999`)
	expect(sources(page)).toEqual([`/photos/${photoOf(2)}/small`])
	expect(page.text).toContain('2 photos')
	expect(sources(await open(`/booking/service-selection?shop=${shop.id}`))).toEqual([
		`/photos/${photoOf(2)}/small`,
	])
	expect((await open('/discover?q=kiosk-shop')).html).not.toContain(`/photos/${photoOf(0)}`)
	expect((await open(`/business/${shop.id}/photos/shop`)).status).toBe(404)
	expect((await open(`/business/${shop.id}/photo-report?photo=${photoOf(1)}`)).status).toBe(404)
	await site().database.change('UPDATE shop_photos SET hidden_at = NULL')
})

test('A visitor reports a photo, once; words are asked for; another shop’s page does not show it', async () => {
	const visitor = openBrowserLikeClient(site().url)
	const all = await visitor.open(`/business/${shop.id}/photos/${shop.idOf('cut')}`)
	const report = await visitor.follow(all, `a[href$="photo-report?photo=${photoOf(2)}"]`)
	expect(report.text).toContain('Knotless braids down to the waist, in copper 2')
	const path = `${report.url.pathname}${report.url.search}`
	const none = await visitor.post(path, '')
	expect([none.status, none.text.includes('Please choose what is wrong')]).toEqual([400, true])
	for (const _ of ['once', 'again']) {
		const sent = await visitor.post(path, 'reason=not_agreed')
		expect([sent.status, sent.url.pathname, sent.text.includes('We’ll look at it.')]).toEqual([
			200,
			`/business/${shop.id}`,
			true,
		])
	}
	expect(await site().database.rows('SELECT photo_id, reason FROM photo_reports')).toEqual([
		{ photo_id: photoOf(2), reason: 'not_agreed' },
	])
	expect((await open(`/business/ade-hair-studio/photo-report?photo=${photoOf(2)}`)).status).toBe(404)
	for (const place of ['nothing', 'a%20b', 'x'.repeat(70)])
		expect((await open(`/business/${shop.id}/photos/${place}`)).status).toBe(404)
	await site().database.change('UPDATE shops SET is_listed = 0 WHERE id = ?', shop.id)
	expect((await open(`/business/${shop.id}/photos/shop`)).status).toBe(404)
	await site().database.change('UPDATE shops SET is_listed = 1 WHERE id = ?', shop.id)
})
