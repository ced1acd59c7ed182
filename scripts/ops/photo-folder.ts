import { readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import { photoLimits } from '#app/domain/discovery/photo-fields.ts'
import { beginningOf, cleanLine } from '#app/kernel/clean-text.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'

/** A file of an operator's folder. `service` is null for the picture of the shop. */
export type FolderPhoto = { path: string; shop: string; service: string | null; alt: string }

/**
 * The photos of a folder: `<shop>/<what it shows>.jpg` is the shop's picture, `<shop>/<service>/1 <what it shows>.jpg`
 * one of a service. A number in front is only for their order. Throws a StartProblem where there is no such folder.
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

/** What begins with a dot is the file system's own. */
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
