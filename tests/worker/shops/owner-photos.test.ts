import { parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { newId } from '#app/kernel/id.server.ts'
import { startScratchWorker } from '#scripts/site/scratch-worker.ts'
import { addKioskShop, pin } from '#tests/support/kiosk-desk.ts'
import { openShopDevice, ownerForm } from '#tests/support/owner-device.ts'
import { drawnFiles, photoForm, sendPhoto } from '#tests/support/photo-desk.ts'
import { drawPhoto, samplePhoto, withMetadata } from '#tests/support/sample-photos.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()

async function openOwner() {
	const shop = await addKioskShop(site())
	const owner = await openShopDevice(site(), shop.id)
	const place = `/kiosk/shop/photos/${shop.idOf('cut')}`
	const send = (form: FormData, page = place) => sendPhoto(owner.browser, `${site().url}${page}`, form)
	const rows = () =>
		site().database.rows('SELECT * FROM shop_photos WHERE shop_id = ? ORDER BY position', shop.id)
	return { ...owner, shop, place, send, rows }
}

const fetched = (path: string, headers: Record<string, string> = {}) =>
	fetch(`${site().url}${path}`, { headers })

test('A photo is added with its thumbnail, listed, served to everybody, and asked for again with its tag', async () => {
	const { browser, shop, place, send, rows, keyId } = await openOwner()
	const { photo, thumbnail } = await drawnFiles()
	const form = photoForm({ photo, thumbnail })
	expect((await send(form)).html).toContain('Photo added')
	const [row] = await rows()
	expect(row).toMatchObject({
		service_id: shop.idOf('cut'),
		alt: 'Long knotless braids',
		type: 'webp',
		width: 640,
		height: 480,
	})
	expect(row).toMatchObject({
		thumbnail_width: 320,
		thumbnail_height: 240,
		key_id: keyId,
		is_agreed: 1,
		position: 0,
	})
	// A second tap adds nothing.
	expect((await send(form)).html).toContain('Photo added')
	expect(await rows()).toHaveLength(1)
	const page = await browser.open(place)
	expect(page.document.querySelector('.thumb')?.getAttribute('src')).toBe(`/photos/${row?.id}/small`)
	expect((await browser.open('/kiosk/shop/photos')).text).toContain('cut1 of 6 photos')
	const acts = await site().database.rows('SELECT summary FROM shop_acts WHERE key_id = ?', keyId)
	expect(acts).toEqual([{ summary: 'New photo: Long knotless braids' }])
	for (const [path, bytes] of [
		['', photo],
		['/small', thumbnail],
	] as const) {
		const answer = await fetched(`/photos/${row?.id}${path}`, { cookie: 'session=x; kiosk=y' })
		expect(answer.status).toBe(200)
		expect(answer.headers.get('content-type')).toBe('image/webp')
		expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
		expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
		expect(answer.headers.get('content-security-policy')).toContain(`default-src 'none'`)
		expect(answer.headers.getSetCookie()).toEqual([])
		expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
		const known = await fetched(`/photos/${row?.id}${path}`, {
			'if-none-match': answer.headers.get('etag') ?? '',
		})
		expect([known.status, await known.text()]).toEqual([304, ''])
	}
})

test('Without script a JPEG is taken as it is, and where it was taken is gone; it has no thumbnail', async () => {
	const { send, rows } = await openOwner()
	const photo = new Uint8Array(await withMetadata(drawPhoto()).jpeg().toBuffer())
	await send(photoForm({ photo }))
	const [row] = await rows()
	expect(row).toMatchObject({ type: 'jpeg', thumbnail_type: null })
	const answer = await fetched(`/photos/${row?.id}`)
	expect(answer.headers.get('content-type')).toBe('image/jpeg')
	const kept = Buffer.from(await answer.arrayBuffer())
	expect([kept.includes('Secret'), kept.includes('Exif'), kept.length > 500]).toEqual([false, false, true])
	expect((await fetched(`/photos/${row?.id}/small`)).status).toBe(404)
})

test.each([
	[
		'a photo of 60 KB',
		() => samplePhoto({ type: 'jpeg', width: 900, height: 900, quality: 60 }),
		'larger than 40 KB',
	],
	['a photo of 6 MB', async () => new Uint8Array(6_000_000).fill(7), 'larger than 40 KB'],
	['a PNG', async () => new Uint8Array(await drawPhoto().png().toBuffer()), 'not a JPEG or WebP photo'],
	['a page', async () => new TextEncoder().encode('<script>alert(1)</script>'), 'not a JPEG or WebP photo'],
	[
		'half a photo',
		async () => (await samplePhoto({ type: 'jpeg' })).subarray(0, 900),
		'damaged or not complete',
	],
	['nothing', async () => undefined, 'Choose the photo'],
])('%s is refused in words, and what was typed is kept', async (_, make, words) => {
	const { place, send, rows } = await openOwner()
	const { status, html } = await send(photoForm({ photo: await make() }, { alt: 'Box braids <b>' }))
	expect([status, parse(html).querySelector('#photo-error')?.text]).toEqual([
		422,
		expect.stringContaining(words),
	])
	expect(parse(html).querySelector('#alt')?.getAttribute('value')).toBe('Box braids <b>')
	expect(parse(html).querySelector('[name=agreed]')?.hasAttribute('checked')).toBe(true)
	expect(await rows()).toEqual([])
	expect(place).toContain('photos')
})

test('Words for it and the tick are asked for', async () => {
	const { send, rows } = await openOwner()
	const { status, html } = await send(photoForm(await drawnFiles(), { alt: ' ', agreed: null }))
	expect(status).toBe(400)
	expect(html).toContain('Say what the photo shows')
	expect(html).toContain('Ask the people in the photo first')
	expect(await rows()).toEqual([])
})

test('The shop has one picture and a service six; of two that come at once as the sixth one is refused', async () => {
	const { browser, place, send, rows } = await openOwner()
	const files = await Promise.all([0, 1, 2, 3, 4, 5, 6].map((seed) => drawnFiles(seed)))
	for (const file of files.slice(0, 5)) await send(photoForm(file))
	const last = await Promise.all(files.slice(5).map((file) => send(photoForm(file))))
	expect(last.map(({ status }) => status).sort()).toEqual([302, 409])
	expect(last.some(({ html }) => html.includes('as many photos here as there can be'))).toBe(true)
	expect((await rows()).map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5])
	expect((await browser.open(place)).document.querySelector('[type=file]')).toBeNull()
	const shopPage = '/kiosk/shop/photos/shop'
	expect((await send(photoForm(await drawnFiles()), shopPage)).html).toContain('Photo added')
	const second = await send(photoForm(await drawnFiles(7)), shopPage)
	expect([second.status, second.html.includes('as many photos here')]).toEqual([409, true])
})

test('What it shows and its place are changed; the second of two devices sees what the first changed', async () => {
	const { browser, place, send, rows } = await openOwner()
	await send(photoForm(await drawnFiles()))
	const [row] = await rows()
	const page = `${place}/${row?.id}`
	const [first, second] = [
		await ownerForm(browser, page, { alt: 'Cornrows' }, 'form.form'),
		await ownerForm(browser, page, { position: '4' }, 'form.form'),
	]
	expect((await browser.post(page, first)).text).toContain('Saved')
	const late = await browser.post(page, second)
	expect([late.status, late.text.includes('What it shows is now Cornrows')]).toEqual([409, true])
	expect(late.document.querySelector('#position')?.getAttribute('value')).toBe('4')
	second.set('seen', late.document.querySelector('[name=seen]')?.getAttribute('value') ?? '')
	second.set('alt', 'Cornrows')
	expect((await browser.post(page, second)).text).toContain('Saved')
	expect(await rows()).toMatchObject([{ alt: 'Cornrows', position: 4 }])
})

test('A removed photo is served no more, and its bytes go with the job', async () => {
	const { browser, place, send, rows } = await openOwner()
	await send(photoForm(await drawnFiles()))
	const [row] = await rows()
	const remove = new URLSearchParams({ act: newId(), intent: 'remove' })
	for (const _ of ['first', 'again'])
		expect((await browser.post(`${place}/${row?.id}`, remove)).text).toContain('Photo removed')
	const gone = await fetched(`/photos/${row?.id}`)
	expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store'])
	const loose = () =>
		site().database.count('SELECT count(*) AS n FROM loose_photos WHERE id = ?', String(row?.id))
	expect(await loose()).toBe(1)
	await site().worker.scheduled()
	expect(await loose()).toBe(0)
	const late = await browser.post(
		`${place}/${row?.id}`,
		new URLSearchParams({ act: newId(), intent: 'remove' }),
	)
	expect(late.status).toBe(404)
})

test('Another shop’s photos and services are not there', async () => {
	const [own, other] = [await openOwner(), await openOwner()]
	await other.send(photoForm(await drawnFiles()))
	const [row] = await other.rows()
	expect((await own.browser.open(other.place)).status).toBe(404)
	expect((await own.browser.open(`${other.place}/${row?.id}`)).status).toBe(404)
	const added = await own.send(photoForm(await drawnFiles()), other.place)
	expect(added.status).toBe(404)
	const form = new URLSearchParams({ act: newId(), intent: 'save', alt: 'Mine', position: '0' })
	for (const body of [form, new URLSearchParams({ act: newId(), intent: 'remove' })])
		expect((await own.browser.post(`${other.place}/${row?.id}`, body)).status).toBe(404)
	expect(await other.rows()).toMatchObject([{ alt: 'Long knotless braids' }])
	expect(await own.rows()).toEqual([])
})

test('After ten minutes the PIN is asked for first; the words are kept, the photo is chosen again', async () => {
	const { browser, place, send, rows, usedBefore } = await openOwner()
	usedBefore({ day: 1, owner: 11 })
	const asked = await send(photoForm(await drawnFiles(), { alt: 'Twists' }))
	expect(asked.status).toBe(401)
	const fields = parse(asked.html).querySelectorAll('form input[type=hidden]')
	const body = new URLSearchParams(
		fields.map((field) => [field.getAttribute('name') ?? '', field.getAttribute('value') ?? '']),
	)
	body.set('pinSecret', pin)
	const again = await browser.post(place, body)
	expect([again.status, again.document.querySelector('#alt')?.getAttribute('value')]).toEqual([422, 'Twists'])
	expect(again.text).toContain('Choose the photo')
	expect(await rows()).toEqual([])
})

test('Strange addresses of photos are answered as one that never was', async () => {
	for (const path of ['/photos/x', '/photos/..%2Fx', '/photos/x/large', `/photos/${'x'.repeat(65)}`]) {
		const answer = await fetched(path)
		expect([path, answer.status]).toEqual([path, 404])
	}
})

test('Without a store photos are off: pages say so, nothing is added, none is served', async () => {
	const { shop, send, rows, place } = await openOwner()
	await send(photoForm(await drawnFiles()))
	const [row] = await rows()
	const worker = await startScratchWorker(site().database.url, {}, { photosDir: false })
	try {
		const { browser } = await openShopDevice({ url: worker.url, database: site().database }, shop.id)
		expect((await browser.open('/kiosk/shop/photos')).text).toContain('Photos are switched off')
		expect((await browser.open(place)).text).toContain('Photos are switched off')
		const added = await sendPhoto(browser, `${worker.url}${place}`, photoForm(await drawnFiles(3)))
		expect([added.status, added.html.includes('Photos are switched off')]).toEqual([409, true])
		expect((await fetch(`${worker.url}/photos/${row?.id}`)).status).toBe(404)
		expect(await worker.scheduled()).toBe('ok')
	} finally {
		await worker.stop()
	}
})
