import type { ShopActKind } from '#app/kernel/vocabulary/shops.ts'
import type { PlannedShop } from './plan-import.server.ts'

type ImportAct = { kind: ShopActKind; subjectId: string; summary: string }

/** More names than these are counted: a summary is one line of a list. */
const MAX_NAMED = 5

/**
 * What an import changes in a shop that was there before, one act for each kind of thing (O4). The change of its bank
 * account has an act of its own; a new shop has nothing that could change.
 */
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
		names.length > 0 ? { kind, subjectId: shopId, summary: summaryOf(names) } : [],
	)
}

/** 'Braids, Gel Manicure', or with 'and 12 more' at its end. */
function summaryOf(names: readonly string[]): string {
	const more = names.length - MAX_NAMED
	return [...names.slice(0, MAX_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}
