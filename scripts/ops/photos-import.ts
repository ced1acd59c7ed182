import { readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import { photoLimits } from '#app/domain/discovery/photo-fields.ts'
import { createPhotoStore } from '#app/domain/discovery/photo-store.server.ts'
import { addPhoto, type ReadPhoto, readPhoto } from '#app/flows/shop/change-photos.server.ts'
import { cleanLine, shortenText } from '#app/kernel/clean-text.ts'
import { newId } from '#app/kernel/id.server.ts'
import { counted } from '#app/kernel/labels.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import { operatorAct } from './operator-act.ts'
import { type OpsCommand, type OpsResult, UsageProblem } from './ops-command.ts'
import { type OperatorRepositories, operatorRepositories } from './ops-environment.ts'
import { createR2Bucket, r2Access } from './r2-bucket.ts'

/** More services than a shop has. */
const MOST_SERVICES = 500

type Planned = Pick<FolderPhoto, 'path' | 'alt'> & {
	shopId: string
	serviceId: string | null
	photo: ReadPhoto
}

export const photosImport: OpsCommand = {
	name: 'photos import',
	summary: 'makes the photos of a folder small and checks them; with --apply, shows them',
	places: ['folder'],
	options: {
		apply: { type: 'boolean', about: 'shows them; without it, nothing is written' },
		agreed: { type: 'boolean', about: 'the shops said that the people shown agreed; --apply needs it' },
	},
	about:
		'The folder holds one folder for each shop, named by its id, external id or short name. A file in it is the shop’s picture; in it a folder for each service, named by its id, external id or name, has up to six. What a photo shows is its file’s name: ‘1 Long knotless braids.jpg’; the number sets the order. JPEG, PNG, WebP, HEIC where this machine reads it. The whole folder is checked first. A photo that is there already is left alone, so it is safe to run twice. Reads DATABASE_URL and DATABASE_AUTH_TOKEN, and with --apply R2_ENDPOINT, R2_BUCKET, R2_ACCESS_KEY_ID and R2_SECRET_ACCESS_KEY.',
	async run({ places: [folder = ''], options, env, now, note }) {
		const isApplied = options.apply === true
		if (isApplied && options.agreed !== true)
			throw new UsageProblem('Ask the shops whether the people shown agreed, then add --agreed.')
		const store = isApplied ? createPhotoStore(createR2Bucket(r2Access(env))) : null
		const deps = operatorRepositories(env)
		const { planned, problems, known } = await planPhotos(deps, readPhotoFolder(folder), note)
		if (problems.length > 0 || store === null)
			return importResult({ planned, problems, known, written: 0, isApplied: false })
		let written = 0
		for (const { shopId, serviceId, alt, photo, path } of planned) {
			const id = newId()
			const alongside = operatorAct(deps, {
				shopId,
				kind: 'photo_changed',
				subjectId: id,
				summary: `New photo: ${alt}`,
				now,
			})
			const added = await addPhoto(
				{ ...deps, photoStore: store },
				{ id, shopId, serviceId, alt, keyId: null, photo, alongside, now },
			)
			if (!added.ok) {
				const problem = `${path}: not added (${JSON.stringify(added.refusal)}). Run the same command again to continue.`
				return importResult({ planned, problems: [problem], known, written, isApplied })
			}
			written++
		}
		return importResult({ planned, problems, known, written, isApplied })
	},
}

type Plan = { planned: Planned[]; problems: string[]; known: number }

/** New photos with their places; or the folder's problems. */
async function planPhotos(
	deps: OperatorRepositories,
	files: readonly FolderPhoto[],
	note: (line: string) => void,
): Promise<Plan> {
	const plan: Plan = {
		planned: [],
		problems: files.length === 0 ? ['The folder has no photos.'] : [],
		known: 0,
	}
	for (const name of new Set(files.map((file) => file.shop))) {
		const ofShop = files.filter((file) => file.shop === name)
		const shop = await deps.shopLists.shopCalled(name)
		if (!shop) {
			plan.problems.push(`${name}: there is no such shop.`)
			continue
		}
		note(`${shop.name}: ${counted(ofShop.length, 'photo')}`)
		const [services, there] = await Promise.all([
			deps.discovery.catalogue.services.page(shop.id, { after: null, limit: MOST_SERVICES }),
			deps.discovery.photos.digestsOfShop(shop.id),
		])
		for (const service of new Set(ofShop.map((file) => file.service))) {
			const ofPlace = ofShop.filter((file) => file.service === service)
			const isCalled = (one: (typeof services)[number]) =>
				service !== null && [one.id, one.externalId, one.name].includes(service)
			const found = services.find(isCalled)
			if (service !== null && !found) {
				plan.problems.push(`${name}/${service}: ${shop.name} has no such service.`)
				continue
			}
			const serviceId = found?.id ?? null
			const here = there.filter((photo) => photo.serviceId === serviceId)
			await planPlace(plan, { shopId: shop.id, serviceId, here, files: ofPlace })
		}
	}
	return plan
}

async function planPlace(
	plan: Plan,
	{
		shopId,
		serviceId,
		here,
		files,
	}: { shopId: string; serviceId: string | null; here: { digest: string }[]; files: readonly FolderPhoto[] },
): Promise<void> {
	const most = serviceId === null ? photoLimits.ofShop : photoLimits.perService
	const digests = new Set(here.map(({ digest }) => digest))
	for (const { path, alt } of files) {
		const photo = await shrinkFile(path)
		if (photo === null) plan.problems.push(`${path}: this cannot be read as a photo.`)
		else if (alt === '') plan.problems.push(`${path}: name the file after what it shows.`)
		else if (digests.has(photo.digest)) plan.known++
		else {
			digests.add(photo.digest)
			plan.planned.push({ path, alt, shopId, serviceId, photo })
			if (digests.size > most) plan.problems.push(`${path}: one photo too many, there can be ${most}.`)
		}
	}
}

function importResult({
	planned,
	problems,
	known,
	written,
	isApplied,
}: Plan & { written: number; isApplied: boolean }): OpsResult {
	const isWell = problems.length === 0
	const last = isApplied
		? `${written} of ${planned.length} photos were added.`
		: planned.length === 0
			? 'Nothing needs to be written.'
			: 'Nothing was written. Add --agreed --apply to do it.'
	return {
		isWell,
		lines: [
			`${planned.length} new photos, ${known} there already.`,
			...planned.map(
				({ path, alt, photo }) =>
					`${path}: “${alt}”, ${photo.width} × ${photo.height}, ${photo.bytes.photo.length} bytes`,
			),
			...problems,
			last,
		],
		data: { new: planned.length, known, problems, isApplied, written },
	}
}

/** `service` is null for the shop's picture. */
export type FolderPhoto = { path: string; shop: string; service: string | null; alt: string }

/**
 * A folder's photos: `<shop>/<what it shows>.jpg` is the shop's picture, `<shop>/<service>/1 <what it shows>.jpg` a
 * service's. A leading number gives the order. Throws a StartProblem for a missing folder.
 */
function readPhotoFolder(folder: string): FolderPhoto[] {
	return listEntries(folder)
		.filter((shop) => shop.isDirectory())
		.flatMap((shop) => photosOfShop(join(folder, shop.name), shop.name))
}

function photosOfShop(folder: string, shop: string): FolderPhoto[] {
	return listEntries(folder).flatMap((entry): FolderPhoto[] =>
		entry.isDirectory()
			? listFiles(join(folder, entry.name)).map((file) => ({ ...file, shop, service: entry.name }))
			: describePhoto(folder, entry.name).map((file) => ({ ...file, shop, service: null })),
	)
}

function listFiles(folder: string) {
	return listEntries(folder).flatMap((entry) =>
		entry.isDirectory() ? [] : describePhoto(folder, entry.name),
	)
}

/** Names with a leading dot are the file system's own. */
function describePhoto(folder: string, name: string) {
	if (name.startsWith('.')) return []
	const alt = parse(name)
		.name.replace(/^\d+[\s._-]*/, '')
		.replaceAll('_', ' ')
	return [{ path: join(folder, name), alt: shortenText(cleanLine(alt), photoLimits.altLetters) }]
}

function listEntries(folder: string) {
	try {
		return readdirSync(folder, { withFileTypes: true }).sort((one, other) =>
			one.name.localeCompare(other.name, 'en', { numeric: true }),
		)
	} catch {
		throw new StartProblem(`There is no folder ${folder}.`)
	}
}

const QUALITIES = [82, 70, 55, 40, 25, 10]
const SHORTER = 0.75
const MOST_TRIES = 6

/** The photo as the phone's script draws it: upright, small, without metadata. Null for a file that is no picture. */
async function shrinkFile(path: string): Promise<ReadPhoto | null> {
	const drawn = await Promise.all([
		drawnTo(path, photoLimits.drawnSide, photoLimits.photo.maxBytes),
		drawnTo(path, photoLimits.drawnThumbnailSide, photoLimits.thumbnail.maxBytes),
	]).catch(() => null)
	const [photo, thumbnail] = drawn ?? []
	if (!photo) return null
	const read = await readPhoto(photo, thumbnail ?? new Uint8Array())
	return read.ok ? read.value : null
}

async function drawnTo(path: string, longest: number, maxBytes: number): Promise<Uint8Array | null> {
	// Loading it takes longer than most commands.
	const { default: sharp } = await import('sharp')
	let side = longest
	for (let tries = 0; tries < MOST_TRIES; tries++, side = Math.round(side * SHORTER)) {
		const picture = sharp(path)
			.rotate()
			.resize(side, side, { fit: 'inside', withoutEnlargement: true })
			.flatten({ background: '#fff' })
		for (const quality of QUALITIES) {
			const bytes = await picture.clone().webp({ quality }).toBuffer()
			if (bytes.length <= maxBytes) return new Uint8Array(bytes)
		}
	}
	return null
}
