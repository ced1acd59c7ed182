import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import {
	refusalOfWrite,
	type Statement,
	type WriteFailure,
	writeIdempotent,
} from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { isAlike, type KnownShop, nameKey } from './alike-shops.ts'
import { type ContactChangeDeps, contactChange } from './change-details.server.ts'
import { actsOfImport, listOverwrites } from './import-preview.ts'
import { bookedOutside, silentTraps, whyNotBookable } from './import-warnings.ts'
import type { ImportedShop, ImportRemark } from './imported-shop.ts'
import { type IdOf, type PlannedShop, planShop } from './plan-import.server.ts'
import { bankAccountChange } from './set-bank-account.server.ts'
import { type ImportDeps, readStoredShops } from './stored-shop.server.ts'

type StatementDeps = ImportDeps & ContactChangeDeps & Pick<Repositories, 'shops' | 'messaging'>
type Deps = StatementDeps & Pick<Repositories, 'writeBatch'>

const SHOPS_PER_READ = 200

/** A batch with a statement for each table costs little more for many shops than for one. */
const SHOPS_PER_BATCH = 100

export type ImportJudgement = {
	plans: PlannedShop[]
	/** With a problem nothing may be written. */
	problems: ImportRemark[]
	warnings: ImportRemark[]
	/** Owners' changes that it would overwrite: only with the operator's consent. */
	overwrites: ImportRemark[]
}

/** Compares a whole file with the database, and writes nothing. */
export async function judgeImport(
	deps: ImportDeps & Pick<Repositories, 'shops'>,
	shops: readonly ImportedShop[],
	{ now, idOf = newId, onProgress }: { now: Instant; idOf?: IdOf; onProgress?: (count: number) => void },
): Promise<ImportJudgement> {
	const judged: ImportJudgement = { plans: [], problems: [], warnings: [], overwrites: [] }
	const takenSlugs = new Map(
		(await deps.shopImports.takenSlugs()).map(({ slug, shopId }) => [slug ?? '', shopId]),
	)
	const newOfFile: NewShops = new Map()
	for (let from = 0; from < shops.length; from += SHOPS_PER_READ) {
		const slice = shops.slice(from, from + SHOPS_PER_READ)
		const stored = await readStoredShops(
			deps,
			slice.map(({ externalId }) => externalId),
		)
		const changed: { file: ImportedShop; plan: PlannedShop }[] = []
		const added: { file: ImportedShop; plan: PlannedShop }[] = []
		for (const file of slice) {
			const before = stored.get(file.externalId) ?? null
			const { plan, problems } = planShop(file, before, { takenSlugs, idOf, now })
			judged.plans.push(plan)
			judged.problems.push(...problems)
			judged.warnings.push(...whyNotBookable(file, plan.after))
			// A shop with problems is refused anyway, and may lack what a warning is about.
			if (problems.length === 0 && (before === null || plan.outcome === 'changed'))
				judged.warnings.push(...silentTraps(file, plan.after, before === null))
			if (before && plan.outcome === 'changed') changed.push({ file, plan })
			if (!before && file.shop && problems.length === 0) added.push({ file, plan })
		}
		if (added.length > 0) judged.warnings.push(...(await warnOfAlike(deps, added, newOfFile)))
		if (changed.length > 0) {
			const booked = await deps.scheduleImports.bookedAhead(
				changed.map(({ plan }) => plan.shopId),
				now,
			)
			for (const { file, plan } of changed) judged.warnings.push(...bookedOutside(file, plan.after, booked))
			const ofOwners = await deps.shops.shopActs.changedByOwners(changed.map(({ plan }) => plan.shopId))
			for (const { file, plan } of changed) {
				const before = stored.get(file.externalId)
				if (before && ofOwners.has(plan.shopId)) judged.overwrites.push(...listOverwrites(file, plan, before))
			}
		}
		onProgress?.(Math.min(from + SHOPS_PER_READ, shops.length))
	}
	return judged
}

/** New shops by the key of their name. */
type NewShops = Map<string, KnownShop[]>

/** Alike shops under another id, in the database or earlier in the file. */
async function warnOfAlike(
	deps: ImportDeps,
	added: readonly { file: ImportedShop; plan: PlannedShop }[],
	newOfFile: NewShops,
): Promise<ImportRemark[]> {
	if (added.length === 0) return []
	const stored = await deps.shopImports.shopsToCompare()
	return added.flatMap(({ file, plan: { shopId, after } }) => {
		const { name, phone, address, latitude, longitude } = after.values
		const one = { shopId, externalId: file.externalId, name, phone, address, latitude, longitude }
		const isLikeOne = (known: KnownShop) => isAlike(one, known)
		const namesakes = newOfFile.get(nameKey(name)) ?? []
		const other = stored.find(isLikeOne) ?? namesakes.find(isLikeOne)
		namesakes.push(one)
		newOfFile.set(nameKey(name), namesakes)
		if (!other) return []
		const words = `${file.externalId} has the name of ${other.externalId ?? other.shopId}, and its phone or place: is it the same shop?`
		return [{ place: file.place, column: null, words }]
	})
}

export type WrittenImport = {
	written: number
	/** Nothing from this shop on is written; the same command continues there. */
	stoppedAt: { externalId: string; refusal: WriteFailure | 'changed_meanwhile' } | null
}

/** Writes the judged shops in batches: a broken run leaves whole shops, and the next one continues. */
export async function writeImport(
	deps: Deps,
	plans: readonly PlannedShop[],
	{ now, onProgress }: { now: Instant; onProgress?: (count: number, due: number) => void },
): Promise<WrittenImport> {
	const due = plans.filter(({ outcome }) => outcome !== 'unchanged')
	for (let from = 0; from < due.length; from += SHOPS_PER_BATCH) {
		const slice = due.slice(from, from + SHOPS_PER_BATCH)
		try {
			await writeIdempotent(deps.writeBatch, [
				...(from === 0 ? [deps.shopImports.insertCategories()] : []),
				deps.shops.shopActs.refuseOwnersChange(
					slice.map(({ shopId }) => shopId),
					now,
				),
				...importStatements(deps, slice, now),
			])
		} catch (error) {
			const refusal = refusalOfWrite(error, changedMeanwhile)
			return { written: from, stoppedAt: { externalId: slice[0]?.externalId ?? '', refusal } }
		}
		onProgress?.(from + slice.length, due.length)
	}
	return { written: due.length, stoppedAt: null }
}

const changedMeanwhile = {
	changed_meanwhile: 'changed_meanwhile',
	'unique:shops.external_id': 'changed_meanwhile',
	'unique:shops.slug': 'changed_meanwhile',
	'unique:services.shop_id': 'changed_meanwhile',
	'unique:add_ons.shop_id': 'changed_meanwhile',
	'unique:staff_members.shop_id': 'changed_meanwhile',
} as const

/** The statements that write these shops, for one batch. */
export function importStatements(
	deps: StatementDeps,
	plans: readonly PlannedShop[],
	now: Instant,
): Statement[] {
	const notices = plans.flatMap(({ rows: { shopId, bankAccount }, movesBankAccount, after }) =>
		bankAccount && movesBankAccount
			? bankAccountChange(deps, { actId: newId(), shopId, shopName: after.values.name, bankAccount, now })
			: [],
	)
	const acts = plans.flatMap((plan) =>
		actsOfImport(plan).map((act) => ({ ...act, id: newId(), shopId: plan.shopId, now })),
	)
	const contacts = plans.flatMap(({ rows: { shopId, changedShop } }) => {
		if (!changedShop || !('email' in changedShop || 'phone' in changedShop || 'whatsapp' in changedShop))
			return []
		const { email, phone, whatsapp } = changedShop
		return contactChange(deps, {
			...{ shopId, now },
			...(email !== undefined && { email }),
			...(phone !== undefined && { phone }),
			...(whatsapp !== undefined && { whatsapp }),
		})
	})
	return [
		...notices,
		...contacts,
		...(acts.length > 0 ? [deps.shops.shopActs.insertOperatorActs(acts)] : []),
		...deps.shopImports.writeShops(
			plans.map(({ rows }) => rows),
			now,
		),
		...deps.scheduleImports.writeWeeks(plans.flatMap(({ weeks }) => weeks)),
		deps.shopImports.listBookable(plans.map(({ shopId }) => shopId)),
	]
}
