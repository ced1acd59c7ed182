import { weekOfShop } from '#app/domain/availability/rota.ts'
import { addOnFields, serviceFields } from '#app/domain/discovery/catalogue.ts'
import { aboutShop, shopRules } from '#app/domain/discovery/shop-details.ts'
import type { ShopRows } from '#app/domain/discovery/shop-import-repository.server.ts'
import { absentValues, neededColumns } from '#app/kernel/described-field.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { CategoryId } from '#app/kernel/vocabulary/discovery.ts'
import {
	type AddOnValues,
	freeSlug,
	type ImportedShop,
	type ImportRemark,
	type ServiceValues,
	type ShopValues,
	type StaffValues,
	type WeekDay,
} from './imported-shop.ts'
import { findChanges, isSame, missing, planParts } from './plan-parts.server.ts'
import type { StoredShop } from './stored-shop.server.ts'

/** Demo data derive an id from the file's name, 'shop' or 'shop-part'; other ids are random. */
export type IdOf = (name: string) => string

export type PlannedShop = {
	externalId: string
	shopId: string
	/** 'unchanged': nothing to write. */
	outcome: 'new' | 'changed' | 'unchanged'
	rows: ShopRows
	weeks: { staffMemberId: string; days: (WeekDay & { staffMemberId: string; isAvailable: boolean })[] }[]
	/** Customers' transfers go to another account: the shop is told. */
	movesBankAccount: boolean
	/** After the import, for the checks. */
	after: StoredShop
}

/** The columns that a new row needs, by value. */
const neededOfShop = {
	name: 'name',
	type: 'type',
	address: 'address',
	area: 'area',
	city: 'city',
	latitude: 'latitude',
	longitude: 'longitude',
} as const
const neededOfStaff = { firstName: 'first_name' } as const

/**
 * What must be written for the database to match the file; unnamed values stay. `stored` is null for a new shop;
 * `takenSlugs` gets its short name.
 */
export function planShop(
	file: ImportedShop,
	stored: StoredShop | null,
	{ takenSlugs, idOf, now }: { takenSlugs: Map<string, string>; idOf: IdOf; now: Instant },
): { plan: PlannedShop; problems: ImportRemark[] } {
	const shopId = stored?.shopId ?? idOf(file.externalId)
	const slug = chooseSlug(file, stored, shopId, takenSlugs)
	const problems = problemsOfShop(file, stored, slug)
	const given = file.shop?.values ?? {}
	const values = { ...newShopValues, ...stored?.values, ...given, slug: slug === 'taken' ? null : slug }
	const categoryIds = file.shop?.categoryIds ?? stored?.categoryIds ?? []
	const week = file.shop?.week ?? stored?.week ?? []

	const { services, addOns, staff } = planAllParts(file, stored, { categoryIds, problems, idOf })

	const staffAfter = staff.after.map((member) => ({
		...member,
		...planWork(member, file, stored, services.after, problems),
	}))
	const weeks = changedWeeks(staffAfter, stored)
	const bankAccount = file.shop?.bankAccount ?? stored?.bankAccount ?? null
	const isBankNew = !isSame(bankAccount, stored?.bankAccount ?? null)
	const changedShop = stored ? findChanges(stored.values, values) : null
	const rows: ShopRows = {
		shopId,
		newShop:
			stored || !file.shop
				? null
				: { ...(values as ShopValues), id: shopId, externalId: file.externalId, createdAt: now },
		changedShop: changedShop && { id: shopId, ...changedShop },
		hours: isSame(week, stored?.week ?? [])
			? null
			: week.map(({ dayOfWeek, startMinute, endMinute }) => ({
					shopId,
					dayOfWeek,
					opensMinute: startMinute,
					closesMinute: endMinute,
				})),
		categoryIds: isSame([...categoryIds].sort(), [...(stored?.categoryIds ?? [])].sort())
			? null
			: [...categoryIds],
		bankAccount: isBankNew && bankAccount ? { shopId, ...bankAccount } : null,
		newServices: services.added.map((one) => ({ ...one, shopId, categoryId: one.categoryId ?? '' })),
		changedServices: services.changed.map(withoutEmptyCategory),
		newAddOns: addOns.added.map((one, i) => ({ ...one, shopId, position: (stored?.addOns.length ?? 0) + i })),
		changedAddOns: addOns.changed,
		newStaff: staff.added.map((one) => ({ ...one, shopId })),
		changedStaff: staff.changed,
		offered: staffAfter.flatMap(({ id, serviceIds }) =>
			isSame(serviceIds, stored?.staff.find((one) => one.id === id)?.serviceIds ?? [])
				? []
				: [{ staffMemberId: id, serviceIds }],
		),
	}
	return {
		plan: {
			externalId: file.externalId,
			shopId,
			outcome: isEmpty(rows, weeks) ? 'unchanged' : stored ? 'changed' : 'new',
			rows,
			weeks,
			movesBankAccount: isBankNew && stored !== null,
			after: {
				shopId,
				externalId: file.externalId,
				values: values as ShopValues,
				week: [...week],
				categoryIds: [...categoryIds],
				bankAccount,
				services: services.after,
				addOns: addOns.after,
				staff: staffAfter,
			},
		},
		problems,
	}
}

function planAllParts(
	file: ImportedShop,
	stored: StoredShop | null,
	input: { categoryIds: readonly CategoryId[]; problems: ImportRemark[]; idOf: IdOf },
) {
	const { categoryIds, problems, idOf } = input
	const partIdOf: IdOf = (externalId) => idOf(`${file.externalId}-${externalId}`)
	const services = planParts<ServiceValues>(file.services, stored?.services ?? [], {
		needed: neededColumns(serviceFields),
		what: 'service',
		defaults: { ...absentValues(serviceFields), categoryId: null } as ServiceValues,
		problems,
		idOf: partIdOf,
		settle: (one) => ({ ...one, categoryId: one.categoryId ?? categoryIds[0] ?? null }),
	})
	const addOns = planParts<AddOnValues>(file.addOns, stored?.addOns ?? [], {
		needed: neededColumns(addOnFields),
		what: 'add-on',
		defaults: absentValues(addOnFields) as AddOnValues,
		problems,
		idOf: partIdOf,
		settle: (one) => one,
	})
	const staff = planParts<StaffValues>(file.staff, stored?.staff ?? [], {
		needed: neededOfStaff,
		what: 'member of staff',
		defaults: { lastName: '', email: null, phone: null, commissionRate: 0, isActive: true } as StaffValues,
		problems,
		idOf: partIdOf,
		settle: (one) => one,
	})
	return { services, addOns, staff }
}

/** What the shop itself lacks, apart from its parts. */
function problemsOfShop(file: ImportedShop, stored: StoredShop | null, slug: string | null): ImportRemark[] {
	const problems: ImportRemark[] = []
	if (!stored && !file.shop)
		problems.push({
			place: file.place,
			column: 'shop_id',
			words: `no shop is called ${file.externalId}, neither in the file nor in the database`,
		})
	if (!stored && file.shop) problems.push(...missing(file.shop, neededOfShop, 'shop'))
	if (!stored && file.shop && !file.shop.categoryIds)
		problems.push({ place: file.shop.place, column: 'categories', words: 'a new shop needs at least one' })
	if (slug === 'taken')
		problems.push({
			place: file.shop?.place ?? file.place,
			column: 'slug',
			words: `another shop already has the short name ${file.shop?.values.slug}`,
		})
	return problems
}

/** A person's services and week: from the file, else as stored, else all services in the shop's hours. */
function planWork(
	member: { id: string; externalId: string | null },
	file: ImportedShop,
	stored: StoredShop | null,
	services: StoredShop['services'],
	problems: ImportRemark[],
): { serviceIds: string[]; week: WeekDay[] } {
	const before = stored?.staff.find(({ id }) => id === member.id)
	const row = file.staff.find(({ externalId }) => externalId === member.externalId)
	const idOf = (externalId: string) => {
		const service = services.find((one) => one.externalId === externalId)
		if (service) return [service.id]
		problems.push({
			place: row?.place ?? file.place,
			column: 'services',
			words: `the shop has no service ${externalId}`,
		})
		return []
	}
	const named = row?.serviceIds ?? before?.serviceIds ?? 'all'
	const serviceIds =
		named === 'all' ? services.map(({ id }) => id) : row?.serviceIds ? named.flatMap(idOf) : named
	const week = row?.week ?? before?.week ?? 'shop'
	return { serviceIds: [...new Set(serviceIds)].sort(), week: week === 'shop' ? [...weekOfShop] : week }
}

function changedWeeks(staff: StoredShop['staff'], stored: StoredShop | null): PlannedShop['weeks'] {
	return staff
		.filter(({ id, week }) => !isSame(week, stored?.staff.find((one) => one.id === id)?.week ?? []))
		.map(({ id: staffMemberId, week }) => ({
			staffMemberId,
			days: week.map((day) => ({ ...day, staffMemberId, isAvailable: true })),
		}))
}

function isEmpty(rows: ShopRows, weeks: PlannedShop['weeks']): boolean {
	const { newShop, changedShop, hours, categoryIds, bankAccount } = rows
	const lists = [rows.newServices, rows.newAddOns, rows.newStaff, rows.offered, weeks]
	const changes = [rows.changedServices, rows.changedAddOns, rows.changedStaff]
	return (
		[newShop, changedShop, hours, categoryIds, bankAccount].every((part) => !part) &&
		[...lists, ...changes].every((list) => list.length === 0)
	)
}

const newShopValues = {
	...absentValues(aboutShop),
	...absentValues(shopRules),
	...({ depositKind: 'none', depositValue: 0 } as const),
	...{ slug: null, email: null, timeZone: 'Africa/Lagos', isListed: true },
} satisfies Partial<ShopValues>

/** The shop's short name; 'taken' where another shop has it. */
function chooseSlug(
	file: ImportedShop,
	stored: StoredShop | null,
	shopId: string,
	taken: Map<string, string>,
): string | null | 'taken' {
	const ownSlug = file.shop?.values.slug ?? null
	const name = file.shop?.values.name
	const slug = ownSlug ?? stored?.values.slug ?? (name === undefined ? null : freeSlug(name, taken))
	if (slug === null) return null
	const owner = taken.get(slug)
	if (owner !== undefined && owner !== shopId) return 'taken'
	taken.set(slug, shopId)
	return slug
}

function withoutEmptyCategory({ categoryId, ...row }: Partial<ServiceValues> & { id: string }) {
	return categoryId == null ? row : { ...row, categoryId }
}
