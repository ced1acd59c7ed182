import type { AppointmentToChange } from '#app/domain/booking/appointment-change-repository.server.ts'
import {
	billWithReward,
	type RewardAppointmentRefusal,
	type RewardBill,
} from '#app/domain/booking/reward-at-shop.ts'
import type { RewardSaving } from '#app/domain/booking/saving.ts'
import type { RewardAtShop } from '#app/domain/loyalty/reward-code-repository.server.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import {
	type Alongside,
	refusalOfWrite,
	type Statement,
	type WriteFailure,
	writeIdempotent,
} from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type RedeemRewardDeps = Pick<
	Repositories,
	'rewardCodes' | 'members' | 'appointmentStates' | 'appointmentChanges' | 'savingUses' | 'writeBatch'
>

export type RewardToUse = {
	code: string
	reward: RewardAtShop
	/** The reference of the visit that a discount or a free service is for; null for the only one of today. */
	reference: string | null
	/** False: it is looked up alone. */
	isUse: boolean
	/** The act that uses it. */
	actId: string
	/** The act that says who did it. */
	alongside?: Alongside
	/** Written after it. */
	also?: readonly Statement[]
	now: Instant
}

/** A visit of today that a reward can be for, with what it costs then; or why it cannot. */
export type RewardAppointment = { reference: string; startsAt: Instant; totalKobo: Kobo } & (
	| { newTotalKobo: Kobo; dueAtShopKobo: Kobo; problem: null }
	| { problem: RewardAppointmentRefusal }
)

export type RewardRefusal = 'reward_used' | 'reward_in_use' | 'reward_expired' | RewardAppointmentRefusal
/** Of a reward that was used, when; of one in use, for which booking; of one without a visit today, whom to book in. */
export type RewardRefused = {
	code: RewardRefusal | WriteFailure
	usedAt?: Instant
	referenceNumber?: string
	holder?: { userId: string; name: string }
}
/** `visits`: those of today, for a reward that takes something off; null for what staff give by hand. */
export type UsedReward = {
	isUsed: boolean
	appointments: RewardAppointment[] | null
	appointment: RewardAppointment | null
}

type Found = {
	appointment: AppointmentToChange
	bill: RewardBill | RewardAppointmentRefusal
	shown: RewardAppointment
}

/**
 * Uses a reward at the shop, once (R41), for the kiosk, the shop's programs and the operator. What staff give by hand is used
 * up. A discount or a free service is taken off a visit of today of its customer, whose bill is made anew (D61); it is used
 * when that visit is over, as one that was chosen at checkout. Two desks at once: the database gives it to one, and the other
 * reads what became of it.
 */
export async function redeemReward(
	deps: RedeemRewardDeps,
	asked: RewardToUse,
): Promise<Outcome<UsedReward, RewardRefused>> {
	const { code, reward, isUse, actId, alongside = [], also = [], now } = asked
	const problem = rewardProblem(reward, now)
	if (problem) return refused(problem)
	const saving = savingOf(reward)
	try {
		if (saving === null) {
			const { shopId } = reward
			if (isUse)
				await writeIdempotent(deps.writeBatch, [
					...(await alongside),
					...deps.rewardCodes.spendReward({ code, shopId, actId, now }),
					...also,
				])
			return accepted({ isUsed: isUse, appointments: null, appointment: null })
		}
		const { found, holder } = await appointmentsFor(deps, { reward, saving, now })
		const appointments = found.map(({ shown }) => shown)
		if (found.length === 0) return refused({ code: 'no_visit_today', ...(holder && { holder }) })
		if (!isUse) return accepted({ isUsed: false, appointments, appointment: null })
		const chosen = chosenOf(found, asked.reference)
		if (typeof chosen === 'string') return refused({ code: chosen })
		const { appointment, bill, shown } = chosen
		if (typeof bill === 'string') return refused({ code: bill })
		await writeIdempotent(deps.writeBatch, [
			...(await alongside),
			...deps.appointmentChanges.requireAsRead({ appointment, service: null }),
			...deps.savingUses.takeAtShop({ checkoutId: appointment.checkoutId, rewardId: reward.id }, now),
			deps.appointmentChanges.takeOffReward(appointment, bill),
			...also,
		])
		return accepted({ isUsed: true, appointments, appointment: shown })
	} catch (error) {
		// Another desk was first, with this reward or with the visit: the next try reads which.
		if (isViolation(error, 'reward_not_available') || isViolation(error, 'visit_changed'))
			return refused({ code: 'busy' })
		return refused({ code: refusalOfWrite(error, {}) })
	}
}

/** What a discount or a free service takes off; null for what staff give by hand, and for cashback. */
function savingOf({
	id,
	rewardKind,
	description: label,
	serviceId,
	unit,
	value,
}: RewardAtShop): RewardSaving | null {
	if (rewardKind === 'free_service' && serviceId !== null)
		return { kind: 'reward', id, label, discount: { serviceId } }
	if (rewardKind !== 'discount') return null
	return { kind: 'reward', id, label, discount: { unit: unit ?? 'kobo', value: value ?? 0 } }
}

/** The visits of today of the customer who has the reward, those that are open first. */
async function appointmentsFor(
	{ members, appointmentStates: appointments, appointmentChanges }: RedeemRewardDeps,
	{ reward, saving, now }: { reward: RewardAtShop; saving: RewardSaving; now: Instant },
): Promise<{ found: Found[]; holder: RewardRefused['holder'] | null }> {
	const member = await members.memberAtShop(reward.shopId, reward.userId, now)
	const found = await Promise.all(
		(member?.appointments ?? []).map(async ({ reference, startsAt }) => {
			const closing = await appointments.appointment(reference)
			const appointment = closing && (await appointmentChanges.appointmentToChange(closing.appointmentId))
			if (!appointment) return []
			const bill = billWithReward(appointment, saving)
			const base = { reference, startsAt, totalKobo: appointment.totalKobo }
			const shown: RewardAppointment =
				typeof bill === 'string'
					? { ...base, problem: bill }
					: { ...base, newTotalKobo: bill.totalKobo, dueAtShopKobo: bill.dueAtShopKobo, problem: null }
			return [{ appointment, bill, shown }]
		}),
	)
	const all = found.flat()
	const open = all.filter(({ bill }) => bill !== 'visit_over')
	return {
		found: open.length > 0 ? open : all,
		holder: member && { userId: member.userId, name: `${member.firstName} ${member.lastName}`.trim() },
	}
}

function chosenOf(found: readonly Found[], reference: string | null): Found | RewardAppointmentRefusal {
	if (reference !== null) return found.find(({ shown }) => shown.reference === reference) ?? 'no_visit_today'
	const [only] = found
	return only && found.length === 1 ? only : 'visit_not_chosen'
}

function rewardProblem(
	{ usedAt, isTaken, referenceNumber, expiresAt }: RewardAtShop,
	now: Instant,
): RewardRefused | null {
	if (usedAt !== null) return { code: 'reward_used', usedAt }
	if (isTaken) return { code: 'reward_in_use', ...(referenceNumber !== null && { referenceNumber }) }
	return expiresAt <= now ? { code: 'reward_expired' } : null
}
