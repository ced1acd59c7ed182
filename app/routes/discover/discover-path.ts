import type { Coordinates } from '#app/domain/discovery/distance.ts'
import type { FreeDay, NearCircle, PriceCap, ShopOrder } from '#app/kernel/vocabulary/discovery.ts'

export type DiscoverChoice = {
	q: string
	category: string | null
	/** A typed place. */
	near: string
	position: Coordinates | null
	sort: ShopOrder | null
	free: FreeDay | null
	price: PriceCap | null
	open: boolean
}

/** The choice as query fields, without the empty ones. */
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

/** Clears what narrows the list, except a search and a place. */
export const noFilters = { category: null, free: null, price: null, open: false } as const

/** `within`: a later page keeps the circle of the first. */
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

/** The anchor of the list's heading. */
export const listId = 'list'

/** The address without empty fields of a form's GET; null if there are none. */
export function withoutEmptyFields({ pathname, searchParams }: URL): string | null {
	const filled = [...searchParams].filter(([, value]) => value !== '')
	if (filled.length === searchParams.size) return null
	const search = new URLSearchParams(filled).toString()
	return search === '' ? pathname : `${pathname}?${search}`
}
