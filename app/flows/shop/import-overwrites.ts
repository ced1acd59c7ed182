import { snakeKeys } from '#app/kernel/cased-keys.ts'
import { KOBO_PER_NAIRA } from '#app/kernel/money.ts'
import type { ImportedShop, ImportRemark } from './imported-shop.ts'
import type { PlannedShop } from './plan-import.server.ts'
import type { StoredShop } from './stored-shop.server.ts'

/**
 * What an import would change of a shop whose owner has changed it at their own device: each value in a line, as it
 * stands and as the file has it. What the file adds overwrites nothing.
 */
export function overwritesOf(
	{ place, externalId }: ImportedShop,
	{ rows, weeks, after }: PlannedShop,
	before: StoredShop,
): ImportRemark[] {
	const line = (words: string): ImportRemark => ({ place, column: null, words: `${externalId}: ${words}` })
	const changesOf = <Row extends { id: string }>(
		what: string,
		changed: readonly { id: string }[],
		stored: readonly Row[],
		nameOf: (row: Row) => string,
	) =>
		changed.flatMap(({ id, ...values }) => {
			const row = stored.find((one) => one.id === id)
			return row ? valuesOf(`${what} ‘${nameOf(row)}’`, values, row).map(line) : []
		})
	const staffNames = (ids: readonly string[]) =>
		before.staff.flatMap(({ id, firstName, lastName }) =>
			ids.includes(id) ? `${firstName} ${lastName}`.trim() : [],
		)
	const { changedShop } = rows
	return [
		...(changedShop ? valuesOf('the shop', withoutId(changedShop), before.values).map(line) : []),
		...(rows.hours ? [line('its opening hours')] : []),
		...(rows.categoryIds
			? [line(`its categories: ${before.categoryIds.join(', ')} → ${after.categoryIds.join(', ')}`)]
			: []),
		...changesOf('service', rows.changedServices, before.services, ({ name }) => name),
		...changesOf('add-on', rows.changedAddOns, before.addOns, ({ name }) => name),
		...changesOf('staff', rows.changedStaff, before.staff, ({ firstName, lastName }) =>
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
function valuesOf(what: string, changed: object, stored: object): string[] {
	const was = new Map<string, unknown>(Object.entries(snakeKeys(stored)))
	return Object.entries(snakeKeys(changed)).map(([name, value]) => {
		const say = (one: unknown) =>
			one === null ? 'none' : String(name.endsWith('_kobo') ? Number(one) / KOBO_PER_NAIRA : one)
		return `${what}, ${name.replace(/_kobo$/, '_naira')}: ${say(was.get(name) ?? null)} → ${say(value)}`
	})
}
