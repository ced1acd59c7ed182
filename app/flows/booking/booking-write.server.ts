import { isViolation } from '#app/kernel/database-error.ts'
import {
	refusalOfWrite,
	type StatementBatch,
	type WriteBatch,
	type WriteFailure,
	writeIdempotent,
} from '#app/kernel/write-batch.server.ts'

/**
 * Why a booking write was refused, by the constraints of the subjects that it can meet. Throws what only a bug can
 * cause, and what `unlessBooked` answers.
 */
export function refusalOfBookingWrite<Refusal extends string>(
	error: unknown,
	expected: Readonly<Record<string, Refusal>>,
): Refusal | WriteFailure {
	if (isSecondBookingOfDraft(error)) throw error
	return refusalOfWrite(error, expected)
}

/** Sends a batch with an idempotency key in it: why it was refused, or null when it is written. */
export async function refusalOfWriting<Refusal extends string>(
	writeBatch: WriteBatch,
	batch: StatementBatch,
	expected: Readonly<Record<string, Refusal>>,
): Promise<Refusal | WriteFailure | null> {
	try {
		await writeIdempotent(writeBatch, batch)
		return null
	} catch (error) {
		return refusalOfBookingWrite(error, expected)
	}
}

/** A batch that is sent again because its answer was lost finds its own checkout, and meets the appointment first. */
const bookedDraftRules = [
	'unique:checkouts.draft_id',
	'unique:appointments.checkout_id',
	'draft_already_booked',
]

/** Runs a write of a booking. 'booked_before': its draft has an appointment already, which is the answer. */
export async function unlessBooked<Written>(
	write: () => Promise<Written>,
): Promise<Written | 'booked_before'> {
	try {
		return await write()
	} catch (error) {
		if (!isSecondBookingOfDraft(error)) throw error
		return 'booked_before'
	}
}

function isSecondBookingOfDraft(error: unknown): boolean {
	return bookedDraftRules.some((rule) => isViolation(error, rule))
}

/** A reference number is random and short: it can be in use already, and another one is drawn. */
export function isReferenceNumberTaken(error: unknown): boolean {
	return isViolation(error, 'unique:appointments.reference_number')
}
