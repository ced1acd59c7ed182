import type { Coordinates } from '#app/domain/discovery/distance.ts'
import type { FreeDay, NearCircle, PriceCap, ShopOrder } from '#app/kernel/vocabulary/discovery.ts'

export type DiscoverChoice = {
	q: string
	category: string | null
	/** A place that was typed in. */
	near: string
	position: Coordinates | null
	sort: ShopOrder | null
	free: FreeDay | null
	price: PriceCap | null
	/** Open at this moment alone. */
	open: boolean
}

/** The choice as the fields of an address, without the ones that are not chosen. */
export function discoverFields({
	q,
	category,
	near,
	position,
	sort,
	free,
	price,
	open,
}: DiscoverChoice): [name: string, value: string][] {
	const fields: [string, string | null | undefined][] = [
		['q', q],
		['category', category],
		['near', near],
		['lat', position && String(position.latitude)],
		['lng', position && String(position.longitude)],
		['sort', sort],
		['free', free],
		['price', price],
		['open', open ? '1' : null],
	]
	return fields.flatMap(([name, value]) => (value ? [[name, value]] : []))
}

/** What narrows the list down, beside a search and a place, taken off. */
export const noFilters = { category: null, free: null, price: null, open: false } as const

/** The address of Discover with a choice, at its start or from a cursor, which keeps the circle of the first page. */
export function discoverPath(
	choice: DiscoverChoice,
	cursor?: string | null,
	within?: NearCircle | null,
): string {
	const params = new URLSearchParams(discoverFields(choice))
	if (within) params.set('within', within)
	if (cursor) params.set('cursor', cursor)
	const search = params.toString()
	return search === '' ? '/discover' : `/discover?${search}`
}

/** The heading of the list: a form that changes the list leads there. */
export const listId = 'list'

/** This address without the empty fields that a form's GET leaves in it; null where there are none. */
export function withoutEmptyFields({ pathname, searchParams }: URL): string | null {
	const filled = [...searchParams].filter(([, value]) => value !== '')
	if (filled.length === searchParams.size) return null
	const search = new URLSearchParams(filled).toString()
	return search === '' ? pathname : `${pathname}?${search}`
}
