import { expect, test } from '#tests/support/browser-fixture.ts'
import { addKiosk, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { drawPhoto, withMetadata } from '#tests/support/sample-photos.ts'

test('an owner adds a photo, says what it shows, and removes it', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site, javaScriptEnabled, noise }) => {
	const shop = await addKioskShop(site)
	const { cookies } = await addKiosk(site, shop.id, 'owner')
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto('/kiosk/shop')
	await page.getByRole('link', { name: /^Photos/ }).click()
	await page.getByRole('link', { name: 'cut' }).click()
	await page.getByLabel('What it shows').fill('Knotless braids')
	await page.getByLabel('The people in it agreed').check()
	// As a camera makes it: large, rotated, and with its location.
	const large = await withMetadata(drawPhoto({ width: 1_600, height: 1_200 }), 6)
		.jpeg({ quality: 95 })
		.toBuffer()
	expect(large.length).toBeGreaterThan(200_000)
	const small = await drawPhoto().webp().toBuffer()
	const choose = (buffer: Buffer) =>
		page
			.getByLabel('Photo', { exact: true })
			.setInputFiles({ name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer })
	await choose(large)
	if (javaScriptEnabled) {
		await expect(page.getByText('Ready to send.')).toBeVisible()
	} else {
		noise.expect(/status of 422/)
		await page.getByRole('button', { name: 'Add this photo' }).click()
		await expect(page.getByText('This photo is larger than 40 KB.').first()).toBeVisible()
		await expect(page.getByLabel('What it shows')).toHaveValue('Knotless braids')
		await choose(small)
	}
	await page.getByRole('button', { name: 'Add this photo' }).click()
	await expect(page.getByText('Photo added')).toBeVisible()
	const [row] = await site.database.rows('SELECT * FROM shop_photos WHERE shop_id = ?', shop.id)
	// The phone has turned it, and drawn it small.
	if (javaScriptEnabled) {
		expect(row).toMatchObject({ width: 480, height: 640, thumbnail_type: 'webp' })
		expect(Number(row?.thumbnail_height)).toBeGreaterThan(Number(row?.thumbnail_width))
	} else expect(row).toMatchObject({ width: 96, height: 80, thumbnail_type: null })
	const shown = page.locator('.thumb')
	await expect
		.poll(() => shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
		.toBe(true)
	await page.getByRole('link', { name: 'Knotless braids' }).click()
	// The page before has a field of this name too.
	await expect(page.getByRole('heading', { level: 1, name: 'Photo', exact: true })).toBeVisible()
	await page.getByLabel('What it shows').fill('Cornrows')
	await page.getByRole('button', { name: 'Save', exact: true }).click()
	await expect(page.getByText('Saved')).toBeVisible()
	await page.getByRole('link', { name: 'Cornrows' }).click()
	await page.getByText('Remove this photo').click()
	await page.getByRole('button', { name: 'Remove', exact: true }).click()
	await expect(page.getByText('Photo removed')).toBeVisible()
	await expect(page.getByRole('link', { name: 'Cornrows' })).toHaveCount(0)
})
