import type { addOnFields, serviceFields } from '#app/domain/discovery/catalogue.ts'
import type { ImportedDetails } from '#app/domain/discovery/shop-details.ts'
import type { ImportedOf } from '#app/kernel/described-field.ts'
import type { CategoryId, ShopType } from '#app/kernel/vocabulary/discovery.ts'

/** A missing field is a column that the file lacks. */
export type ShopValues = ImportedDetails & {
	name: string
	type: ShopType
	slug: string | null
	email: string | null
	address: string
	area: string
	city: string
	latitude: number
	longitude: number
	timeZone: string
	isListed: boolean
}

export type ServiceValues = ImportedOf<typeof serviceFields> & {
	/** Null: the first category of the shop. */
	categoryId: CategoryId | null
}

export type AddOnValues = ImportedOf<typeof addOnFields>

export type StaffValues = {
	firstName: string
	lastName: string
	email: string | null
	phone: string | null
	commissionRate: number
	isActive: boolean
}

/** A day of opening or work, in minutes of the shop's clock; only people have a break. */
export type WeekDay = {
	dayOfWeek: number
	startMinute: number
	endMinute: number
	breakStartMinute: number | null
	breakEndMinute: number | null
}

export type ImportedBankAccount = { bankName: string; accountNumber: string; accountName: string }

/** Its place, its id in the file, and its values. */
export type ImportedPart<Values> = {
	/** 'row 3', or 'shops[0].services[1]'. */
	place: string
	externalId: string
	values: Partial<Values>
}

/** One shop of the file with all its rows. */
export type ImportedShop = {
	externalId: string
	/** Of its first row. */
	place: string
	/** Null where the file has only parts of an existing shop. */
	shop:
		| (ImportedPart<ShopValues> & {
				categoryIds?: CategoryId[]
				week?: WeekDay[]
				bankAccount?: ImportedBankAccount
		  })
		| null
	services: ImportedPart<ServiceValues>[]
	addOns: ImportedPart<AddOnValues>[]
	/** `serviceIds`: the file's ids. `week` 'shop': follows the shop's hours. */
	staff: (ImportedPart<StaffValues> & { serviceIds?: 'all' | string[]; week?: WeekDay[] | 'shop' })[]
}

export type ImportRemark = {
	place: string
	column: string | null
	words: string
}

const LONGEST = 50

/** 'Adé’s Hair Studio' → 'ades-hair-studio', with a number where it is taken. */
export function freeSlug(name: string, taken: { has(slug: string): boolean }): string {
	const base =
		name
			.normalize('NFD')
			.replace(/[\u0300-\u036f'’]/g, '')
			.toLowerCase()
			.replace(/[^a-z0-9]+/g, '-')
			.slice(0, LONGEST)
			.replace(/^-+|-+$/g, '') || 'shop'
	if (!taken.has(base)) return base
	for (let number = 2; ; number++) if (!taken.has(`${base}-${number}`)) return `${base}-${number}`
}
