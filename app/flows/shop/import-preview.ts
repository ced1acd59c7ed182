import { snakeKeys } from '#app/kernel/cased-keys.ts'
import { KOBO_PER_NAIRA } from '#app/kernel/money.ts'
import type { ShopActKind } from '#app/kernel/vocabulary/shops.ts'
import type { ImportedShop, ImportRemark } from './imported-shop.ts'
import type { PlannedShop } from './plan-import.server.ts'
import type { StoredShop } from './stored-shop.server.ts'

type ImportAct = { kind: ShopActKind; subjectId: string; summary: string }

/** A summary is one line: further names are counted. */
const MAX_NAMED = 5

/** One act for each kind of thing (O4). A changed bank account has its own act. */
export function actsOfImport({ outcome, shopId, rows, weeks, after }: PlannedShop): ImportAct[] {
	if (outcome !== 'changed') return []
	const changedIds = (...lists: readonly { id: string }[][]) => new Set(lists.flat().map(({ id }) => id))
	const services = changedIds(rows.newServices, rows.changedServices)
	const addOns = changedIds(rows.newAddOns, rows.changedAddOns)
	const staff = changedIds(
		rows.newStaff,
		rows.changedStaff,
		rows.offered.map(({ staffMemberId }) => ({ id: staffMemberId })),
	)
	const scheduled = changedIds(weeks.map(({ staffMemberId }) => ({ id: staffMemberId })))
	const people = (ids: ReadonlySet<string>) =>
		after.staff.flatMap(({ id, firstName, lastName }) =>
			ids.has(id) ? `${firstName} ${lastName}`.trim() : [],
		)
	const named = (ids: ReadonlySet<string>, all: readonly { id: string; name: string }[]) =>
		all.flatMap(({ id, name }) => (ids.has(id) ? name : []))
	const acts: [ShopActKind, string[]][] = [
		['shop_changed', rows.changedShop || rows.categoryIds ? [after.values.name] : []],
		['hours_changed', rows.hours ? ['Opening hours'] : []],
		['service_changed', named(services, after.services)],
		['add_on_changed', named(addOns, after.addOns)],
		['staff_changed', people(staff)],
		['schedule_changed', people(scheduled)],
	]
	return acts.flatMap(([kind, names]) =>
		names.length > 0 ? { kind, subjectId: shopId, summary: summarize(names) } : [],
	)
}

/** 'Braids, Gel Manicure', or with 'and 12 more' at its end. */
function summarize(names: readonly string[]): string {
	const more = names.length - MAX_NAMED
	return [...names.slice(0, MAX_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

/**
 * What an import would overwrite of a shop that its owner has changed, each value in a line: stored, and in the file.
 * Additions overwrite nothing.
 */
export function listOverwrites(
	{ place, externalId }: ImportedShop,
	{ rows, weeks, after }: PlannedShop,
	before: StoredShop,
): ImportRemark[] {
	const line = (words: string): ImportRemark => ({ place, column: null, words: `${externalId}: ${words}` })
	const listChanges = <Row extends { id: string }>(
		what: string,
		changed: readonly { id: string }[],
		stored: readonly Row[],
		nameOf: (row: Row) => string,
	) =>
		changed.flatMap(({ id, ...values }) => {
			const row = stored.find((one) => one.id === id)
			return row ? describeValues(`${what} ‘${nameOf(row)}’`, values, row).map(line) : []
		})
	const staffNames = (ids: readonly string[]) =>
		before.staff.flatMap(({ id, firstName, lastName }) =>
			ids.includes(id) ? `${firstName} ${lastName}`.trim() : [],
		)
	const { changedShop } = rows
	return [
		...(changedShop ? describeValues('the shop', withoutId(changedShop), before.values).map(line) : []),
		...(rows.hours ? [line('its opening hours')] : []),
		...(rows.categoryIds
			? [line(`its categories: ${before.categoryIds.join(', ')} → ${after.categoryIds.join(', ')}`)]
			: []),
		...listChanges('service', rows.changedServices, before.services, ({ name }) => name),
		...listChanges('add-on', rows.changedAddOns, before.addOns, ({ name }) => name),
		...listChanges('staff', rows.changedStaff, before.staff, ({ firstName, lastName }) =>
			`${firstName} ${lastName}`.trim(),
		),
		...staffNames(rows.offered.map(({ staffMemberId }) => staffMemberId)).map((name) =>
			line(`what ${name} does`),
		),
		...staffNames(weeks.map(({ staffMemberId }) => staffMemberId)).map((name) => line(`when ${name} works`)),
	]
}

function withoutId<Row extends { id: string }>({ id: _, ...values }: Row) {
	return values
}

/** 'service ‘cut’, price_naira: 5500 → 5000': money as the file has it. */
function describeValues(what: string, changed: object, stored: object): string[] {
	const was = new Map<string, unknown>(Object.entries(snakeKeys(stored)))
	return Object.entries(snakeKeys(changed)).map(([name, value]) => {
		const say = (one: unknown) =>
			one === null ? 'none' : String(name.endsWith('_kobo') ? Number(one) / KOBO_PER_NAIRA : one)
		return `${what}, ${name.replace(/_kobo$/, '_naira')}: ${say(was.get(name) ?? null)} → ${say(value)}`
	})
}
