import type { Instant } from './instant.ts'

/** The last row of a page of a list that goes by an instant, newest first. */
export type ListPlace = { at: Instant; id: string }

/** Where the first page of such a list begins: before every row. */
export const LATEST_PLACE: ListPlace = { at: Number.MAX_SAFE_INTEGER, id: '' }

/** A place as it stands in an address. */
export function writePlace({ at, id }: ListPlace): string {
	return `${at}.${id}`
}

/** Null for a text that no page has written. */
export function readPlace(text: string): ListPlace | null {
	const [, at = '', id = ''] = /^(\d{1,15})\.([\w:-]{1,120})$/.exec(text) ?? []
	return id === '' ? null : { at: Number(at), id }
}
