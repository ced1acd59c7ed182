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

/** Whose change it is. What may be booked already is kept where the shop says so, and else refuses the change. */
export type ShopChangeInput = {
	shopId: string
	keepsAppointments?: boolean
	/** The act that says who did it. */
	alongside?: Alongside
	now: Instant
}

/** The live appointments that conflict with a change. */
export type LiveAppointmentConflicts = { conflicts: ConflictingAppointment[] }

export type Changed<Value = null> = Promise<
	Outcome<Value, ShopChangeRefusal | LiveAppointmentConflicts | WriteFailure>
>

/** Which constraint or word of a statement refuses a change: each subject names its own, beside its tables. */
type Constraints = Readonly<Record<string, ShopChangeRefusal>>

/**
 * Writes a change with its statements, whose repeat is harmless. Live appointments that one of `affects` finds refuse
 * it in the same write, and are listed, unless the shop keeps them: then they stay booked as they are. The shop's free
 * times are looked for again. A form that showed another row is refused ('changed_meanwhile').
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
