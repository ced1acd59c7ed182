/**
 * Businesses on a page of Discover, and the most featured ones in front. A card costs about 150 bytes after compression:
 * ten cards and the inlined stylesheet fit into 10 KB (P1).
 */
export const PAGE_SIZE = 10

export type Ordered = { id: string; sortName: string }

type Parts<Shop> = {
	/** All featured shops, which only the first page shows in front. */
	featured: readonly Shop[]
	/** Shops after the cursor by name, featured or not. */
	byName: readonly Shop[]
	isFirstPage: boolean
}

/**
 * How many rows by name to read for a page. Featured shops among the rows are left out, so more rows are read than shown.
 * One further row tells whether there is a next page.
 */
export function rowsNeeded(isFirstPage: boolean): number {
	// On the first page each featured shop that is left out has already filled a place in front.
	return isFirstPage ? PAGE_SIZE + 1 : 2 * PAGE_SIZE + 1
}

/**
 * Featured shops first, then the others by name; each shop once over all pages. The following page begins after `next`,
 * the last shop shown by name. Empty fields in `next` mean that only featured shops were shown; null means no next page.
 */
export function listPage<Shop extends Ordered>({
	featured,
	byName,
	isFirstPage,
}: Parts<Shop>): { shops: Shop[]; next: Ordered | null } {
	const inFront = new Set(featured.map((shop) => shop.id))
	const front = isFirstPage ? featured.slice(0, PAGE_SIZE) : []
	const others = byName.filter((shop) => !inFront.has(shop.id))
	const shown = others.slice(0, PAGE_SIZE - front.length)
	const last = shown.at(-1)
	const next = last ? { id: last.id, sortName: last.sortName } : { id: '', sortName: '' }
	return { shops: [...front, ...shown], next: others.length > shown.length ? next : null }
}
