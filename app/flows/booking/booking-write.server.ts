import { isViolation } from '#app/kernel/database-error.ts'
import {
	refusalOfWrite,
	type StatementBatch,
	type WriteBatch,
	type WriteFailure,
	writeIdempotent,
} from '#app/kernel/write-batch.server.ts'

/** The refusal of a constraint violation. Rethrows bugs, and the violations that `unlessBooked` handles. */
export function refusalOfBookingWrite<Refusal extends string>(
	error: unknown,
	expected: Readonly<Record<string, Refusal>>,
): Refusal | WriteFailure {
	if (isSecondBookingOfDraft(error)) throw error
	return refusalOfWrite(error, expected)
}

/** Sends a batch with an idempotency key: its refusal, or null when written. */
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

/** Violated where the draft is booked, perhaps by this batch before a lost answer. */
const bookedDraftRules = [
	'unique:checkouts.draft_id',
	'unique:appointments.checkout_id',
	'draft_already_booked',
]

/** Runs a booking write. 'booked_before': its draft has an appointment already. */
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

/** Reference numbers are short: a used one is drawn again. */
export function isReferenceNumberTaken(error: unknown): boolean {
	return isViolation(error, 'unique:appointments.reference_number')
}
