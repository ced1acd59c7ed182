import type { PlanRefusal } from '#app/domain/subscriptions/plan-refusal.ts'
import { refusalOfPlanWrite } from '#app/domain/subscriptions/plan-write.server.ts'
import { unlessBooked } from '#app/flows/booking/booking-write.server.ts'
import { isViolation } from '#app/kernel/database-error.ts'

/** Runs the write of an order, or what it becomes. 'booked_before': its period of the plan is had already. */
export async function tryPlanWrite<Refusal extends string = PlanRefusal>(
	write: () => Promise<unknown>,
	refusalOf: (error: unknown) => Refusal | PlanRefusal = refusalOfPlanWrite,
): Promise<'written' | 'booked_before' | Refusal | PlanRefusal> {
	try {
		const written = await unlessBooked(write)
		return written === 'booked_before' ? written : 'written'
	} catch (error) {
		return refusalOf(error)
	}
}

/** As `refusalOfPlanWrite`. 'order_changed': the order, or the period that it renews, is no longer as it was read. */
export function refusalOfStartedPlan(error: unknown): PlanRefusal | 'order_changed' {
	return isViolation(error, 'subscription_not_usable') ? 'order_changed' : refusalOfPlanWrite(error)
}
