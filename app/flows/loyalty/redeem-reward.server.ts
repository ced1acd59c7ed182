import type { AppointmentToChange } from '#app/domain/booking/appointment/appointment-change-repository.server.ts'
import type { RewardSaving } from '#app/domain/booking/checkout/saving.ts'
import {
	billWithReward,
	type RewardAppointmentRefusal,
	type RewardBill,
} from '#app/domain/booking/desk/reward-at-shop.ts'
import { isWithinLimit } from '#app/domain/identity/rate-limit-repository.server.ts'
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

export type RedeemRewardDeps = Pick<Repositories, 'loyalty' | 'identity' | 'booking' | 'writeBatch'>

export type RewardToUse = {
	code: string
	/** Other shops' codes count as wrong. Null for the operator: any code. */
	shopId: string | null
	/** The account signed in on the device, whose own rewards are not used there. */
	ownUserId?: string | null
	/** Null for today's only visit. */
	referenceNumber: string | null
	/** False: the reward is only looked up. */
	isUse: boolean
	/** The act that uses it. */
	actId: string
	/** The recorded act, given the reward. */
	alongside: (reward: RewardAtShop) => Alongside
	now: Instant
}

export type RewardAppointment = { referenceNumber: string; startsAt: Instant; totalKobo: Kobo } & (
	| { newTotalKobo: Kobo; dueAtShopKobo: Kobo; problem: null }
	| { problem: RewardAppointmentRefusal }
)

export type RewardRefusal = 'reward_used' | 'reward_in_use' | 'reward_expired' | RewardAppointmentRefusal
/** Before the reward is known. */
type UnknownReward = 'reward_not_found' | 'too_many_tries' | WriteFailure
/** With the instant of use, the booking that has it, or the holder to book in. */
export type RewardRefused = {
	code: RewardRefusal | WriteFailure
	usedAt?: Instant
	referenceNumber?: string
	holder?: { userId: string; name: string }
}
export type RedeemRefused =
	| { code: UnknownReward; reward?: undefined }
	| (Omit<RewardRefused, 'code'> & { code: RewardRefused['code'] | 'own_code'; reward: RewardAtShop })

/** `appointments`: today's; null for a reward that staff give by hand. */
type RewardUse = {
	appointments: RewardAppointment[] | null
	appointment: RewardAppointment | null
}
export type UsedReward = RewardUse & { reward: RewardAtShop; isUsed: boolean }

type Found = {
	appointment: AppointmentToChange
	bill: RewardBill | RewardAppointmentRefusal
	shown: RewardAppointment
}

/**
 * Uses or looks up a reward by its code, once (R41). One given by hand is used at once. A discount or free service
 * changes the bill of a visit of today (D61), and is used when that visit is over. Of two desks at once, one uses it.
 */
export async function redeemReward(
	deps: RedeemRewardDeps,
	input: RewardToUse,
): Promise<Outcome<UsedReward, RedeemRefused>> {
	const { code, shopId, ownUserId, isUse, actId, now } = input
	const tries = shopId === null ? [] : [{ kind: 'shop-code', subject: shopId } as const]
	const released = tries.map(deps.identity.rateLimits.releaseAttempt)
	try {
		// The attempt counts before the code is known.
		const { recorded, found } = await deps.writeBatch({
			recorded: tries.map((limit) => deps.identity.rateLimits.recordAttempt(limit, now)),
			found: deps.loyalty.rewardCodes.selectReward(code, shopId, actId),
		})
		if (tries.length > 0 && !isWithinLimit(recorded)) return refused({ code: 'too_many_tries' })
		const [reward] = found
		if (!reward) return refused({ code: 'reward_not_found' })
		if (reward.userId === ownUserId) return refused({ code: 'own_code', reward })
		// A repeat after a lost answer or a second tap.
		const used = reward.isUsedByAct ? accepted(usedBefore) : await tryToUse(deps, input, reward, released)
		const isReleased = used.ok && isUse && !reward.isUsedByAct
		// A right code's attempt is released without an act (F26).
		if (!isReleased && released.length > 0) await deps.writeBatch(released)
		if (!used.ok) return refused({ ...used.refusal, reward })
		return accepted({ reward, isUsed: isUse || reward.isUsedByAct, ...used.value })
	} catch (error) {
		return refused({ code: refusalOfWrite(error, {}) })
	}
}

const usedBefore: RewardUse = { appointments: null, appointment: null }

async function tryToUse(
	deps: RedeemRewardDeps,
	input: RewardToUse,
	reward: RewardAtShop,
	released: readonly Statement[],
): Promise<Outcome<RewardUse, RewardRefused>> {
	const { now } = input
	const problem = rewardProblem(reward, now)
	if (problem) return refused(problem)
	try {
		const planned = await planUse(deps, input, reward)
		if (!planned.ok) return planned
		const { statements, ...use } = planned.value
		if (!input.isUse) return accepted(use)
		await writeIdempotent(deps.writeBatch, [...(await input.alongside(reward)), ...statements, ...released])
		return accepted(use)
	} catch (error) {
		// Another desk was first: a retry reads the new state.
		if (isViolation(error, 'reward_not_available') || isViolation(error, 'visit_changed'))
			return refused({ code: 'busy' })
		return refused({ code: refusalOfWrite(error, {}) })
	}
}

async function planUse(
	deps: RedeemRewardDeps,
	{ code, referenceNumber, isUse, actId, now }: RewardToUse,
	reward: RewardAtShop,
): Promise<Outcome<RewardUse & { statements: readonly Statement[] }, RewardRefused>> {
	const saving = asSaving(reward)
	if (saving === null) {
		const { shopId } = reward
		const statements = deps.loyalty.rewardCodes.spendReward({ code, shopId, actId, now })
		return accepted({ statements, appointments: null, appointment: null })
	}
	const { found, holder } = await appointmentsFor(deps, { reward, saving, now })
	const appointments = found.map(({ shown }) => shown)
	if (found.length === 0) return refused({ code: 'no_visit_today', ...(holder && { holder }) })
	if (!isUse) return accepted({ statements: [], appointments, appointment: null })
	const chosen = chooseAppointment(found, referenceNumber)
	if (typeof chosen === 'string') return refused({ code: chosen })
	const { appointment, bill, shown } = chosen
	if (typeof bill === 'string') return refused({ code: bill })
	const statements = [
		...deps.booking.appointments.requireChangeAsRead({ appointment, service: null }),
		...deps.loyalty.savingUses.takeAtShop({ checkoutId: appointment.checkoutId, rewardId: reward.id }, now),
		deps.booking.appointments.takeOffReward(appointment, bill),
	]
	return accepted({ statements, appointments, appointment: shown })
}

/** Null for a reward given by hand, and for cashback. */
function asSaving(input: RewardAtShop): RewardSaving | null {
	const { id, rewardKind, description: label, serviceId, unit, value } = input
	if (rewardKind === 'free_service' && serviceId !== null)
		return { kind: 'reward', id, label, discount: { serviceId } }
	if (rewardKind !== 'discount') return null
	return { kind: 'reward', id, label, discount: { unit: unit ?? 'kobo', value: value ?? 0 } }
}

/** Today's open appointments, else all of today's. */
async function appointmentsFor(
	{ booking: { people, appointments } }: RedeemRewardDeps,
	{ reward, saving, now }: { reward: RewardAtShop; saving: RewardSaving; now: Instant },
): Promise<{ found: Found[]; holder: RewardRefused['holder'] | null }> {
	const member = await people.memberAtShop(reward.shopId, reward.userId, now)
	const found = await Promise.all(
		(member?.appointments ?? []).map(async ({ referenceNumber, startsAt }) => {
			const closing = await appointments.appointmentToClose(referenceNumber)
			const appointment = closing && (await appointments.appointmentToChange(closing.appointmentId))
			if (!appointment) return []
			const bill = billWithReward(appointment, saving)
			const base = { referenceNumber, startsAt, totalKobo: appointment.totalKobo }
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

function chooseAppointment(
	found: readonly Found[],
	referenceNumber: string | null,
): Found | RewardAppointmentRefusal {
	if (referenceNumber !== null)
		return found.find(({ shown }) => shown.referenceNumber === referenceNumber) ?? 'no_visit_today'
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
