import { addOnFields, serviceFields } from '#app/domain/discovery/catalogue.ts'
import { aboutShop, shopRules } from '#app/domain/discovery/shop-details.ts'
import type { ServiceValues, ShopValues, StaffValues } from '#app/flows/shop/imported-shop.ts'
import {
	absentValue,
	type DescribedField,
	type DescribedFields,
	type ImportedOf,
} from '#app/kernel/described-field.ts'
import { discoverCategories, shopTypes } from '#app/kernel/vocabulary/discovery.ts'
import * as cell from './cells.ts'

export const rowKinds = ['shop', 'service', 'add_on', 'staff'] as const
export type RowKind = (typeof rowKinds)[number]

export const dayColumns = [
	'monday',
	'tuesday',
	'wednesday',
	'thursday',
	'friday',
	'saturday',
	'sunday',
] as const
export const bankColumns = ['bank_name', 'account_number', 'account_name'] as const

/** A column's value, how its cell is read, and what an empty cell means. */
type ValueColumn<Values> = {
	[Key in keyof Values]: { key: Key; read: cell.ReadCell<Values[Key]>; empty: Values[Key] | 'needed' }
}[keyof Values]
type ValueColumns<Values> = Readonly<Record<string, ValueColumn<Values>>>

const needed = 'needed'
const place = cell.line(80)

/** By id or name. */
function choice<const Id extends string>(options: readonly { id: Id; name: string }[]): cell.ReadCell<Id> {
	return (text) => {
		const found = options.find(({ id, name }) => [id, name.toLowerCase()].includes(text.toLowerCase()))
		if (found) return found.id
		throw new cell.CellProblem(`is not one of ${options.map(({ name }) => name).join(', ')}`)
	}
}

export const category = choice(discoverCategories)

function describedColumns<Fields extends DescribedFields>(fields: Fields): ValueColumns<ImportedOf<Fields>> {
	const columns: Readonly<Record<string, unknown>> = Object.fromEntries(
		Object.entries(fields).flatMap(([key, field]) => {
			const empty = absentValue(field)
			return field.column === undefined
				? []
				: [[field.column, { key, read: readCell(field), empty: empty === undefined ? needed : empty }]]
		}),
	)
	return columns as ValueColumns<ImportedOf<Fields>>
}

function readCell(field: DescribedField): cell.ReadCell<unknown> {
	switch (field.kind) {
		case 'text':
			return cell.words(field.most)
		case 'line':
		case 'lineOrEmpty':
		case 'lineOrNone':
			return cell.line(field.most)
		case 'phoneOrNone':
			return cell.phone
		case 'count':
		case 'countOrNone':
			return cell.wholeNumber(field.min, field.max)
		case 'kobo':
		case 'koboOrNone':
			return cell.naira
		case 'flag':
			return cell.yesOrNo
		case 'choice':
			return choice(field.options)
	}
}

export const shopColumns = {
	name: { key: 'name', read: cell.line(80), empty: needed },
	type: { key: 'type', read: cell.oneOfWords(shopTypes), empty: needed },
	slug: { key: 'slug', read: cell.slug, empty: null },
	...describedColumns(aboutShop),
	email: { key: 'email', read: cell.email, empty: null },
	address: { key: 'address', read: cell.line(160), empty: needed },
	area: { key: 'area', read: place, empty: needed },
	city: { key: 'city', read: place, empty: needed },
	latitude: { key: 'latitude', read: cell.degrees(90), empty: needed },
	longitude: { key: 'longitude', read: cell.degrees(180), empty: needed },
	time_zone: { key: 'timeZone', read: cell.timeZone, empty: 'Africa/Lagos' },
	listed: { key: 'isListed', read: cell.yesOrNo, empty: true },
	...describedColumns(shopRules),
} as const satisfies ValueColumns<ShopValues>

export const serviceColumns = {
	...describedColumns({ name: serviceFields.name }),
	/** Empty: the shop's first category. */
	category: { key: 'categoryId', read: category, empty: null },
	...describedColumns(serviceFields),
} as const satisfies ValueColumns<ServiceValues>

export const addOnColumns = describedColumns(addOnFields)

export const staffColumns = {
	first_name: { key: 'firstName', read: cell.line(50), empty: needed },
	last_name: { key: 'lastName', read: cell.line(50), empty: '' },
	email: { key: 'email', read: cell.email, empty: null },
	phone: { key: 'phone', read: cell.phone, empty: null },
	commission_percent: { key: 'commissionRate', read: cell.percent, empty: 0 },
	active: { key: 'isActive', read: cell.yesOrNo, empty: true },
} as const satisfies ValueColumns<StaffValues>

/** By kind of row, in the order of the template. */
export const columnsByKind: Readonly<Record<RowKind, readonly string[]>> = {
	shop: ['shop_id', ...Object.keys(shopColumns), 'categories', 'deposit', ...dayColumns, ...bankColumns],
	service: ['shop_id', 'id', ...Object.keys(serviceColumns)],
	add_on: ['shop_id', 'id', ...Object.keys(addOnColumns)],
	staff: ['shop_id', 'id', ...Object.keys(staffColumns), 'services', ...dayColumns],
}

/** `kind` first. */
export const allColumns: readonly string[] = ['kind', ...new Set(Object.values(columnsByKind).flat())]
