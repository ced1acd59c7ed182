import type { Instant } from '#app/kernel/instant.ts'

/** The last card of a page as it stands in an address: the instant of joining, and the enrollment. */
export function writeCardCursor(card: { enrolledAt: Instant; enrollmentId: string }): string {
	return `${card.enrolledAt}.${card.enrollmentId}`
}

/** Null for a text that no page has written. */
export function readCardCursor(text: string): { at: Instant; id: string } | null {
	const [, at = '', id = ''] = /^(\d{1,15})\.([\w:-]{1,120})$/.exec(text) ?? []
	return id === '' ? null : { at: Number(at), id }
}
