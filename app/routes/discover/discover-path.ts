import type { Coordinates } from '#app/domain/discovery/distance.ts'

export type DiscoverChoice = {
	q: string
	category: string | null
	/** A place that was typed in. */
	near: string
	position: Coordinates | null
}

/** The choice as the fields of an address; what is not chosen is left out. */
export function discoverFields({
	q,
	category,
	near,
	position,
}: DiscoverChoice): [name: string, value: string][] {
	const fields: [string, string | null | undefined][] = [
		['q', q],
		['category', category],
		['near', near],
		['lat', position && String(position.latitude)],
		['lng', position && String(position.longitude)],
	]
	return fields.flatMap(([name, value]) => (value ? [[name, value]] : []))
}

/** The address of Discover with a choice, at its beginning or from a cursor on. */
export function discoverPath(choice: DiscoverChoice, cursor?: string | null): string {
	const params = new URLSearchParams(discoverFields(choice))
	if (cursor) params.set('cursor', cursor)
	const search = params.toString()
	return search === '' ? '/discover' : `/discover?${search}`
}
