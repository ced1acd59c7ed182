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
export type ShopChangeAsked = {
	shopId: string
	keepsAppointments?: boolean
	/** The act that says who did it. */
	alongside?: Alongside
	now: Instant
}

/** The live appointments that a change would take the ground from: nothing is cancelled in silence. */
export type LiveAppointmentConflicts = { conflicts: ConflictingAppointment[] }

export type Changed<Value = null> = Promise<
	Outcome<Value, ShopChangeRefusal | LiveAppointmentConflicts | WriteFailure>
>

/** The laws that a change of what a shop offers may break. */
const constraintRefusals: Readonly<Record<string, ShopChangeRefusal>> = {
	changed_meanwhile: 'changed_meanwhile',
	'unique:services.shop_id': 'external_id_taken',
	'unique:add_ons.shop_id': 'external_id_taken',
	'unique:staff_members.shop_id': 'external_id_taken',
	'unique:promo_codes.shop_id': 'promo_code_taken',
	'check:promo_uses_limit': 'promo_code_used',
	'check:promo_discount': 'discount_not_valid',
	'unique:loyalty_programs.shop_id': 'second_cashback_program',
	'check:loyalty_program_cashback': 'wrong_kind',
	'check:loyalty_program_numbers': 'program_tiers',
	'check:loyalty_program_referral': 'referral_halves',
	'unique:loyalty_milestones.program_id': 'stamp_taken',
	'check:loyalty_milestone_reward': 'reward_not_valid',
	'check:subscription_plan_entries': 'plan_entries_wrong',
	sessions_met: 'sessions_met',
	service_not_found: 'service_not_found',
	too_many_photos: 'too_many_photos',
	photo_not_kept: 'photo_not_kept',
	// Of these changes only that of a capacity is refused by it.
	visit_changed: 'capacity_taken',
}

/**
 * Writes a change with its statements, whose repeat is harmless. Live appointments that one of `meets` finds refuse it
 * in the same write, and are listed, unless the shop keeps them: then they stay booked as they are. The shop's free
 * times are looked for again.
 */
export async function writeChange(
	deps: Pick<Repositories, 'availability' | 'discovery' | 'writeBatch'>,
	{ shopId, keepsAppointments, alongside = [], now }: ShopChangeAsked,
	statements: readonly Statement[],
	meets: readonly AvailabilityChange[] = [],
): Changed {
	const checked = keepsAppointments ? [] : meets
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
		return refused(refusalOfWrite(error, constraintRefusals))
	}
}
