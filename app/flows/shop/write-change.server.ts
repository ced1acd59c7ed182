import type {
	AvailabilityChange,
	ConflictingAppointment,
} from '#app/domain/availability/conflict-repository.server.ts'
import type { ShopChangeRefusal } from '#app/domain/shops/shop-change-refusal.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import {
	type Alongside,
	refusalOfWrite,
	type Statement,
	type WriteFailure,
	writeIdempotent,
} from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** With `keepsAppointments`, conflicting appointments stay booked instead of refusing the change. */
export type ShopChangeInput = {
	shopId: string
	keepsAppointments?: boolean
	alongside?: Alongside
	now: Instant
}

/** The live appointments that conflict with a change. */
export type LiveAppointmentConflicts = { conflicts: ConflictingAppointment[] }

export type Changed<Value = null> = Promise<
	Outcome<Value, ShopChangeRefusal | LiveAppointmentConflicts | WriteFailure>
>

/** Each subject names its constraints beside its tables. */
type Constraints = Readonly<Record<string, ShopChangeRefusal>>

/**
 * Writes a change; a repeat is harmless. Live appointments found by one of `affects` refuse it in the same write, and
 * are listed, unless the shop keeps them. The shop's openings become due. Refuses 'changed_meanwhile' where the row
 * differs from what the form showed.
 */
export async function writeChange(
	deps: Pick<Repositories, 'availability' | 'discovery' | 'writeBatch'>,
	{ shopId, keepsAppointments, alongside = [], now }: ShopChangeInput,
	statements: readonly Statement[],
	{
		affects = [],
		constraints = {},
	}: { affects?: readonly AvailabilityChange[]; constraints?: Constraints } = {},
): Changed {
	const checked = keepsAppointments ? [] : affects
	try {
		await writeIdempotent(deps.writeBatch, [
			...(await alongside),
			...(checked.length > 0 ? [deps.availability.conflicts.refuseConflicts(shopId, checked, now)] : []),
			...statements,
			deps.discovery.beginnings.listBookable([shopId]),
			deps.discovery.openings.markChanged([shopId], now),
		])
		return accepted(null)
	} catch (error) {
		if (isViolation(error, 'live_appointments_met'))
			return refused({ conflicts: await deps.availability.conflicts.conflictsOf(shopId, checked, now) })
		const expected: Constraints = { ...constraints, changed_meanwhile: 'changed_meanwhile' }
		return refused(refusalOfWrite(error, expected))
	}
}
