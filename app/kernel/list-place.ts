import type { Instant } from './instant.ts'

/** The last row of a page of a list by time, newest first. */
export type ListPlace = { at: Instant; id: string }

/** Before every row. */
export const LATEST_PLACE: ListPlace = { at: Number.MAX_SAFE_INTEGER, id: '' }

export function writePlace({ at, id }: ListPlace): string {
	return `${at}.${id}`
}

/** Null for a text that no page has written. */
export function readPlace(text: string): ListPlace | null {
	const [, at = '', id = ''] = /^(\d{1,15})\.([\w:-]{1,120})$/.exec(text) ?? []
	return id === '' ? null : { at: Number(at), id }
}
