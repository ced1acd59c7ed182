import type { CivilDate } from '#app/kernel/civil.ts'

/**
 * Also bounds the featured shops in front. A card costs about 150 bytes compressed: eight, the filters and the inlined
 * stylesheet fit into 10 KB (P1).
 */
export const SHOPS_PER_PAGE = 8

export type Ordered = { id: string; sortName: string }

type Parts<Shop> = {
	/** Shown in front of the first page only. */
	featured: readonly Shop[]
	/** After the cursor, featured or not. */
	ordered: readonly Shop[]
	isFirstPage: boolean
	/** Where the search of the order stopped before the page was full; null at the last shop. */
	lookedUntil?: Ordered | null
}

/**
 * Rows to read for a page. Featured shops among them are left out, so more are read than shown, and one more tells
 * whether a page follows.
 */
export function rowsNeeded(isFirstPage: boolean): number {
	// On the first page each featured shop already fills a place in front.
	return isFirstPage ? SHOPS_PER_PAGE + 1 : 2 * SHOPS_PER_PAGE + 1
}

/**
 * Featured shops first, then the others in their order, each once over all pages. The next page begins after `next`,
 * whose fields are empty where only featured shops were shown; null is the end. With strict filters a page may be short
 * or empty though more follow.
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
	if (others.length > shown.length) return { shops, next: listPlace(shown.at(-1)) }
	// The read was full, so nothing after its last row was looked at.
	if (ordered.length >= rowsNeeded(isFirstPage)) return { shops, next: listPlace(ordered.at(-1)) }
	return { shops, next: lookedUntil }
}

function listPlace(shop: Ordered | undefined): Ordered {
	return { id: shop?.id ?? '', sortName: shop?.sortName ?? '' }
}

const MAX_CURSOR_LENGTH = 2_000

/** The cursor of the next page, for a URL. */
export function encodeCursor({ sortName, id }: Ordered): string {
	const bytes = new TextEncoder().encode(JSON.stringify([sortName, id]))
	return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replace(/=+$/, '')
}

/** Null, the first page, for text that `encodeCursor` cannot have made. */
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

/** The database accepts no lone surrogates. Names stored before D70 stand in cursors as they are. */
function isPlainText(value: unknown): value is string {
	return typeof value === 'string' && value.isWellFormed() && !/\p{Cc}/u.test(value)
}

export type FeaturedRange = { featuredFrom: CivilDate | null; featuredUntil: CivilDate | null }

/**
 * Both days included, on the shop's calendar (D12). Without a first day the range has begun; without a last day the
 * shop is not featured.
 */
export function isFeatured({ featuredFrom, featuredUntil }: FeaturedRange, today: CivilDate): boolean {
	if (featuredUntil === null || featuredUntil < today) return false
	return featuredFrom === null || featuredFrom <= today
}
