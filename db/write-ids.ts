import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'

/*
 * Each batch records an id in its transaction, so that no copy is written twice and a lost answer can be looked up
 * (docs/decisions/140).
 */

/** Ids grow with time, so that the primary key finds old ones. */
export function newWriteId(now: Instant): string {
	return `${timePrefix(now)}${newId()}`
}

/** Below every id made from then on. */
export function writeIdFrom(then: Instant): string {
	return timePrefix(then)
}

function timePrefix(now: Instant): string {
	return now.toString(36).padStart(9, '0')
}

export const RECORD_ID = 'INSERT INTO write_ids (id, is_closed) VALUES (?, 0)'

/** The batch was not written: no copy that is still on its way will be. */
export const CLOSE_ID =
	'INSERT INTO write_ids (id, is_closed) VALUES (?, 1) ON CONFLICT (id) DO UPDATE SET is_closed = is_closed RETURNING is_closed'

/** Finds which of `count` ids are written. */
export function selectWritten(count: number): string {
	return `SELECT id FROM write_ids WHERE is_closed = 0 AND id IN (${Array(count).fill('?').join(', ')})`
}
