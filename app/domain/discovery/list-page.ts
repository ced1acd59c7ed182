/**
 * How many businesses a page of Discover shows, and how many featured ones may stand in front. Each costs about 150 bytes
 * after compression: with its whole style inside, ten of them are what fits into 10 KB (guide: performance P1).
 */
export const PAGE_SIZE = 10

export type Ordered = { id: string; sortName: string }

type Parts<Shop> = {
	/** The featured shops that stand in front, of all pages. */
	featured: readonly Shop[]
	/** What follows the cursor by name, featured or not. */
	byName: readonly Shop[]
	isFirstPage: boolean
}

/**
 * How many rows by name a page has to be given, so that it can be filled although featured ones among them are left out,
 * and one more to know whether there is a next page.
 */
export function rowsNeeded(isFirstPage: boolean): number {
	// On the first page each featured shop that is left out has also filled a place.
	return isFirstPage ? PAGE_SIZE + 1 : 2 * PAGE_SIZE + 1
}

/**
 * Featured shops first, then everybody by name; each shop once over all pages. `next` is where the following page
 * begins: after the last shop by name that was shown (from the beginning when only featured ones were), or null.
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
