import { photoLimits } from '#app/domain/discovery/photo-fields.ts'
import { createPhotoStore } from '#app/domain/discovery/photo-store.server.ts'
import { addPhoto, type ReadPhoto } from '#app/flows/shop/change-photos.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { counted } from '#app/kernel/labels.ts'
import { operatorAct } from './operator-act.ts'
import { type OpsCommand, type OpsResult, UsageProblem } from './ops-command.ts'
import { type OperatorRepositories, operatorRepositories } from './ops-database.ts'
import { type FolderPhoto, readPhotoFolder } from './photo-folder.ts'
import { createR2Bucket, r2Access } from './r2-bucket.ts'
import { shopCalled } from './shop-called.ts'
import { shrinkFile } from './shrink-file.ts'

/** More services than a shop has. */
const MOST_SERVICES = 500

type Planned = Pick<FolderPhoto, 'path' | 'alt'> & {
	shopId: string
	serviceId: string | null
	photo: ReadPhoto
}

/** `ops photos import <folder>`: photos that a shop sent to the operator. */
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
			return resultOf({ planned, problems, known, written: 0, isApplied: false })
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
				return resultOf({ planned, problems: [problem], known, written, isApplied })
			}
			written++
		}
		return resultOf({ planned, problems, known, written, isApplied })
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
		const shop = await shopCalled(deps, name)
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

function resultOf({
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
