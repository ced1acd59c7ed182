import { shopLimits } from '#app/domain/discovery/shop-limits.ts'
import type { AddOnValues, ServiceValues, ShopValues, StaffValues } from '#app/flows/shop/imported-shop.ts'
import { discoverCategories, shopTypes } from '#app/kernel/vocabulary/discovery.ts'
import * as cell from './cells.ts'

/** The rows that a file may have. */
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

/** A column of one kind of row: which value it gives, how its cell is read, and what an empty cell means. */
type ValueColumn<Values> = {
	[Key in keyof Values]: { key: Key; read: cell.ReadCell<Values[Key]>; empty: Values[Key] | 'needed' }
}[keyof Values]
type ValueColumns<Values> = Readonly<Record<string, ValueColumn<Values>>>

const needed = 'needed'
const place = cell.line(80)
const within = ({ min, max }: { min: number; max: number }) => cell.wholeNumber(min, max)

export const category: cell.ReadCell<(typeof discoverCategories)[number]['id']> = (text) => {
	const found = discoverCategories.find(({ id, name }) =>
		[id, name.toLowerCase()].includes(text.toLowerCase()),
	)
	if (found) return found.id
	throw new cell.CellProblem(`is not one of ${discoverCategories.map(({ name }) => name).join(', ')}`)
}

export const shopColumns = {
	name: { key: 'name', read: cell.line(80), empty: needed },
	type: { key: 'type', read: cell.oneOfWords(shopTypes), empty: needed },
	slug: { key: 'slug', read: cell.slug, empty: null },
	description: { key: 'description', read: cell.words(shopLimits.descriptionLetters), empty: '' },
	phone: { key: 'phone', read: cell.phone, empty: null },
	whatsapp: { key: 'whatsapp', read: cell.phone, empty: null },
	email: { key: 'email', read: cell.email, empty: null },
	address: { key: 'address', read: cell.line(160), empty: needed },
	landmark: { key: 'landmark', read: cell.line(shopLimits.landmarkLetters), empty: null },
	area: { key: 'area', read: place, empty: needed },
	city: { key: 'city', read: place, empty: needed },
	latitude: { key: 'latitude', read: cell.degrees(90), empty: needed },
	longitude: { key: 'longitude', read: cell.degrees(180), empty: needed },
	time_zone: { key: 'timeZone', read: cell.timeZone, empty: 'Africa/Lagos' },
	listed: { key: 'isListed', read: cell.yesOrNo, empty: true },
	notice_minutes: { key: 'minimumNoticeMinutes', read: within(shopLimits.noticeMinutes), empty: 30 },
	horizon_days: { key: 'horizonDays', read: within(shopLimits.horizonDays), empty: 60 },
	free_cancellation_minutes: {
		key: 'freeCancellationMinutes',
		read: within(shopLimits.freeCancellationMinutes),
		empty: 1_440,
	},
	reschedule_cutoff_minutes: {
		key: 'rescheduleCutoffMinutes',
		read: within(shopLimits.rescheduleCutoffMinutes),
		empty: 120,
	},
} as const satisfies ValueColumns<ShopValues>

export const serviceColumns = {
	name: { key: 'name', read: cell.line(80), empty: needed },
	category: { key: 'categoryId', read: category, empty: null },
	description: { key: 'description', read: cell.words(500), empty: '' },
	minutes: { key: 'durationMinutes', read: cell.wholeNumber(5, 720), empty: needed },
	buffer_minutes: { key: 'bufferMinutes', read: cell.wholeNumber(0, 240), empty: 0 },
	price_naira: { key: 'priceKobo', read: cell.naira, empty: needed },
	enabled: { key: 'isEnabled', read: cell.yesOrNo, empty: true },
} as const satisfies ValueColumns<ServiceValues>

export const addOnColumns = {
	name: { key: 'name', read: cell.line(80), empty: needed },
	minutes: { key: 'durationMinutes', read: cell.wholeNumber(0, 240), empty: needed },
	price_naira: { key: 'priceKobo', read: cell.naira, empty: needed },
	enabled: { key: 'isEnabled', read: cell.yesOrNo, empty: true },
} as const satisfies ValueColumns<AddOnValues>

export const staffColumns = {
	first_name: { key: 'firstName', read: cell.line(50), empty: needed },
	last_name: { key: 'lastName', read: cell.line(50), empty: '' },
	email: { key: 'email', read: cell.email, empty: null },
	phone: { key: 'phone', read: cell.phone, empty: null },
	commission_percent: { key: 'commissionRate', read: cell.percent, empty: 0 },
	active: { key: 'isActive', read: cell.yesOrNo, empty: true },
} as const satisfies ValueColumns<StaffValues>

/** The columns that each kind of row may fill in, in the order of the template. */
export const columnsOf: Readonly<Record<RowKind, readonly string[]>> = {
	shop: ['shop_id', ...Object.keys(shopColumns), 'categories', 'deposit', ...dayColumns, ...bankColumns],
	service: ['shop_id', 'id', ...Object.keys(serviceColumns)],
	add_on: ['shop_id', 'id', ...Object.keys(addOnColumns)],
	staff: ['shop_id', 'id', ...Object.keys(staffColumns), 'services', ...dayColumns],
}

/** Every column of a file, `kind` first. */
export const allColumns: readonly string[] = ['kind', ...new Set(Object.values(columnsOf).flat())]
