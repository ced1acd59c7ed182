import { newId } from '#app/kernel/id.server.ts'
import type { BrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'
import { samplePhoto } from './sample-photos.ts'

type Fields = { act?: string; alt?: string; agreed?: string | null; pinSecret?: string }
type Files = { photo?: Uint8Array; thumbnail?: Uint8Array }

/** The form that adds a photo, as a browser sends it. */
export function photoForm({ photo, thumbnail }: Files, fields: Fields = {}): FormData {
	const form = new FormData()
	const { agreed = 'on', ...typed } = { act: newId(), alt: 'Long knotless braids', ...fields }
	for (const [name, value] of Object.entries(typed)) form.append(name, value)
	if (agreed !== null) form.append('agreed', agreed)
	const fileOf = (bytes: Uint8Array = new Uint8Array()) => new Blob([new Uint8Array(bytes)])
	form.append('photo', fileOf(photo), photo ? 'IMG_2041.jpg' : '')
	form.append('thumbnail', fileOf(thumbnail), thumbnail ? 'thumbnail.webp' : '')
	return form
}

/** Rows of photos without their bytes, for pages: one of the shop, and `count` of a service. */
export async function addPhotoRows(database: ScratchDatabase, shopId: string, serviceId: string, count = 6) {
	const columns = `id, shop_id, service_id, position, alt, type, width, height, digest, thumbnail_type, thumbnail_width, thumbnail_height, is_agreed, created_at`
	await database.change(
		`INSERT INTO shop_photos (${columns})
			SELECT ?2 || '-photo-' || value, ?1, iif(value = 0, NULL, ?2), value, 'Knotless braids down to the waist, in copper ' || value,
				'webp', 640, 480, printf('%064d', value), 'webp', 320, 240, 1, 0 FROM generate_series(0, ?3)`,
		shopId,
		serviceId,
		count,
	)
	return (place: number) => `${serviceId}-photo-${place}`
}

/** Sends it, and gives the page that answers. */
export async function sendPhoto(browser: BrowserLikeClient, address: string, form: FormData) {
	const url = new URL(address)
	const answer = await browser.send(url, { method: 'POST', body: form, headers: { origin: url.origin } })
	const location = answer.headers.get('location')
	const html = await answer.text()
	return {
		status: answer.status,
		html: location === null ? html : (await browser.open(location)).html,
	}
}

/** A photo with its thumbnail, as the script of the page sends them. */
export async function drawnFiles(seed = 0): Promise<Required<Files>> {
	const [photo, thumbnail] = await Promise.all([
		samplePhoto({ type: 'webp', width: 640 - seed, height: 480, quality: 20 }),
		samplePhoto({ type: 'webp', width: 320 - seed, height: 240, quality: 2 }),
	])
	return { photo, thumbnail }
}
