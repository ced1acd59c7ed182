import { readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import { photoLimits } from '#app/domain/discovery/photo-fields.ts'
import { beginningOf, cleanLine } from '#app/kernel/clean-text.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'

/** `service` is null for the shop's picture. */
export type FolderPhoto = { path: string; shop: string; service: string | null; alt: string }

/**
 * A folder's photos: `<shop>/<what it shows>.jpg` is the shop's picture, `<shop>/<service>/1 <what it shows>.jpg` a
 * service's. A leading number gives the order. Throws a StartProblem for a missing folder.
 */
export function readPhotoFolder(folder: string): FolderPhoto[] {
	return entriesOf(folder)
		.filter((shop) => shop.isDirectory())
		.flatMap((shop) => photosOfShop(join(folder, shop.name), shop.name))
}

function photosOfShop(folder: string, shop: string): FolderPhoto[] {
	return entriesOf(folder).flatMap((entry): FolderPhoto[] =>
		entry.isDirectory()
			? filesOf(join(folder, entry.name)).map((file) => ({ ...file, shop, service: entry.name }))
			: photoOf(folder, entry.name).map((file) => ({ ...file, shop, service: null })),
	)
}

function filesOf(folder: string) {
	return entriesOf(folder).flatMap((entry) => (entry.isDirectory() ? [] : photoOf(folder, entry.name)))
}

/** Names with a leading dot are the file system's own. */
function photoOf(folder: string, name: string) {
	if (name.startsWith('.')) return []
	const alt = parse(name)
		.name.replace(/^\d+[\s._-]*/, '')
		.replaceAll('_', ' ')
	return [{ path: join(folder, name), alt: beginningOf(cleanLine(alt), photoLimits.altLetters) }]
}

function entriesOf(folder: string) {
	try {
		return readdirSync(folder, { withFileTypes: true }).sort((one, other) =>
			one.name.localeCompare(other.name, 'en', { numeric: true }),
		)
	} catch {
		throw new StartProblem(`There is no folder ${folder}.`)
	}
}
