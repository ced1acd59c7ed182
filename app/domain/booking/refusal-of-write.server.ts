import type { Database } from '#db/client.server.ts'
import { isDatabaseError, isUniqueViolation } from '#db/database-error.server.ts'
import type { BookingRefusal } from './booking-refusal.ts'

/** How a flow writes: the statements that contexts gave it, as one batch (guide: reliability rule 1). */
export type WriteBatch = Database['writeBatch']

const refusalOfRule: Record<string, BookingRefusal> = {
	slot_taken: 'slot_taken',
	outside_hours: 'slot_outside_hours',
	staff_not_available: 'staff_not_available',
	too_many_holds: 'too_many_holds',
	promo_not_valid: 'promo_not_valid',
	'check:promo_uses_limit': 'promo_not_valid',
	'unique:appointments.reference_number': 'reference_conflict',
	not_null: 'missing_required_data',
	foreign_key: 'invalid_selection',
}

/**
 * What a failed write means to a customer (guide: reliability, "Errors of the database"). An error that is no
 * DatabaseError, or of a kind that only a bug of ours makes, is thrown on.
 */
export function refusalOfWrite(error: unknown): BookingRefusal {
	if (!isDatabaseError(error) || isSecondBookingOfDraft(error)) throw error
	if (error.kind === 'busy') return 'busy'
	if (error.kind === 'unknown') return 'not_saved'
	if (error.kind === 'violation' && error.rule !== null) {
		const refusal = refusalOfRule[error.rule]
		if (refusal) return refusal
		if (error.rule.startsWith('check:')) return 'invalid_data_format'
		if (error.rule.startsWith('unique:')) return 'slot_taken'
	}
	throw error
}

/**
 * Sends a batch that may be sent twice, because a key in it makes the second one harmless: when the answer of the first
 * is lost, it is sent once more (guide: reliability rule 5).
 */
export async function writeKeyed(
	writeBatch: WriteBatch,
	statements: Parameters<WriteBatch>[0],
): ReturnType<WriteBatch> {
	try {
		return await writeBatch(statements)
	} catch (error) {
		if (!isDatabaseError(error) || error.kind !== 'unknown') throw error
		return await writeBatch(statements)
	}
}

/** Sends a keyed batch; why it was refused, or null when it is written. */
export async function refusalOfWriting(
	writeBatch: WriteBatch,
	statements: Parameters<WriteBatch>[0],
): Promise<BookingRefusal | null> {
	try {
		await writeKeyed(writeBatch, statements)
		return null
	} catch (error) {
		return refusalOfWrite(error)
	}
}

/** What a customer may simply try again: it is not about what they chose, but about us. */
export function isForLater(refusal: BookingRefusal): boolean {
	return refusal === 'busy' || refusal === 'not_saved'
}

/** The draft has been booked before: the answer is that appointment, not an error. */
export function isSecondBookingOfDraft(error: unknown): boolean {
	return isUniqueViolation(error, 'checkouts.draft_id')
}

/** A reference number is random and short: it can be in use already, and another one is drawn. */
export function isUsedReference(error: unknown): boolean {
	return isUniqueViolation(error, 'appointments.reference_number')
}
