import type { CivilDate } from '#app/kernel/civil.ts'

/**
 * Businesses on a page of Discover, and the most featured ones in front. A card costs about 150 bytes after
 * compression: eight cards, the filters and the inlined stylesheet fit into 10 KB (P1).
 */
export const SHOPS_PER_PAGE = 8

export type Ordered = { id: string; sortName: string }

type Parts<Shop> = {
	/** All featured shops, which only the first page shows in front. */
	featured: readonly Shop[]
	/** Shops after the cursor in the order, featured or not. */
	ordered: readonly Shop[]
	isFirstPage: boolean
	/** Where the look at the order ended without having found enough; null when it saw the last one. */
	lookedUntil?: Ordered | null
}

/**
 * How many rows of the order to read for a page. Featured shops among the rows are left out, so more rows are read than
 * shown. One further row tells whether there is a next page.
 */
export function rowsNeeded(isFirstPage: boolean): number {
	// On the first page each featured shop that is left out has already filled a place in front.
	return isFirstPage ? SHOPS_PER_PAGE + 1 : 2 * SHOPS_PER_PAGE + 1
}

/**
 * Featured shops first, then the others in their order; each shop once over all pages. The following page begins
 * after `next`, the last shop that was shown or looked at. Empty fields in `next` mean that only featured shops were
 * shown; null means no next page. A page may be short, or even empty, where few shops meet the filters and there are
 * more to look at.
 */
export function listPage<Shop extends Ordered>({
	featured,
	ordered,
	isFirstPage,
	lookedUntil = null,
}: Parts<Shop>): { shops: Shop[]; next: Ordered | null } {
	const inFront = new Set(featured.map((shop) => shop.id))
	const front = isFirstPage ? featured.slice(0, SHOPS_PER_PAGE) : []
	const others = ordered.filter((shop) => !inFront.has(shop.id))
	const shown = others.slice(0, SHOPS_PER_PAGE - front.length)
	const shops = [...front, ...shown]
	if (others.length > shown.length) return { shops, next: placeOf(shown.at(-1)) }
	// Where the rows are all that was asked for, the look went no further than the last of them.
	if (ordered.length >= rowsNeeded(isFirstPage)) return { shops, next: placeOf(ordered.at(-1)) }
	return { shops, next: lookedUntil }
}

function placeOf(shop: Ordered | undefined): Ordered {
	return { id: shop?.id ?? '', sortName: shop?.sortName ?? '' }
}

const MAX_CURSOR_LENGTH = 2_000

/** Where the next page begins, as text for a URL. */
export function encodeCursor({ sortName, id }: Ordered): string {
	const bytes = new TextEncoder().encode(JSON.stringify([sortName, id]))
	return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replace(/=+$/, '')
}

/** The position that a cursor names. Null for text that `encodeCursor` cannot have made, which means the first page. */
export function decodeCursor(text: string | null): Ordered | null {
	if (text === null || text.length > MAX_CURSOR_LENGTH || !/^[\w-]+$/.test(text)) return null
	try {
		const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
			letter.charCodeAt(0),
		)
		const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
		if (!Array.isArray(value) || value.length !== 2) return null
		const [sortName, id]: unknown[] = value
		return isPlainText(sortName) && isPlainText(id) ? { sortName, id } : null
	} catch {
		return null
	}
}

/** The database accepts no halves of characters. Names from before D70 stand in cursors as they are. */
function isPlainText(value: unknown): value is string {
	return typeof value === 'string' && value.isWellFormed() && !/\p{Cc}/u.test(value)
}

export type FeaturedRange = { featuredFrom: CivilDate | null; featuredUntil: CivilDate | null }

/**
 * True from the first to the last day, both included, on the shop's own calendar (D12). A range without a first day has
 * begun. A shop without a last day is not featured.
 */
export function isFeatured({ featuredFrom, featuredUntil }: FeaturedRange, today: CivilDate): boolean {
	if (featuredUntil === null || featuredUntil < today) return false
	return featuredFrom === null || featuredFrom <= today
}
