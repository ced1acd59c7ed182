import { unlessBooked } from '#app/flows/booking/booking-write.server.ts'
import { isViolation } from '#app/kernel/database-error.ts'

/** What became of a write that decides about a payment; nothing of it was applied, except when it is 'written'. */
export type SettleTry = 'written' | 'settled_before' | 'booked_by_another_way'

/**
 * Runs a write that decides about a payment. 'settled_before': the stored outcome of the payment is the answer.
 * 'booked_by_another_way': its draft has an appointment already. Else what `refusalOf` makes of the failure.
 */
export async function tryToSettle<Refusal extends string>(
	write: () => Promise<unknown>,
	refusalOf: (error: unknown) => Refusal,
): Promise<SettleTry | Refusal> {
	try {
		const written = await unlessBooked(write)
		return written === 'booked_before' ? 'booked_by_another_way' : 'written'
	} catch (error) {
		return isSettledBefore(error) ? 'settled_before' : refusalOf(error)
	}
}

/** Another request settled the payment or decided about its offer; or this one did, and its answer was lost. */
function isSettledBefore(error: unknown): boolean {
	return (
		isViolation(error, 'unique:transactions.payment_reference') ||
		isViolation(error, 'unique:transactions.appointment_id') ||
		isViolation(error, 'payment_decided')
	)
}
