import type { AppointmentToClose } from '#app/domain/booking/appointment/close-appointment.ts'
import type { ReferralReviewRefusal } from '#app/domain/loyalty/loyalty-problem-words.ts'
import { isHeldTooLong } from '#app/domain/loyalty/referral-check.ts'
import { REFERRAL_CODE_LENGTH } from '#app/domain/loyalty/referral-code.server.ts'
import type { ReferralOfAppointment } from '#app/domain/loyalty/referral-repository.server.ts'
import { payReferrer } from '#app/flows/lifecycle/settle-referral.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { newReadableCode } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type Outcome, refused } from '#app/kernel/outcome.ts'
import {
	type Alongside,
	type Statement,
	type WriteFailure,
	writeIdempotent,
	writeOrRefuse,
} from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** Makes the code of an enrollment that has none. */
export async function makeReferralCode(
	{ loyalty: { referralCodes }, writeBatch }: Pick<Repositories, 'loyalty' | 'writeBatch'>,
	actor: Actor,
	enrollmentId: string,
): Promise<Outcome<null, WriteFailure>> {
	const code = newReadableCode(REFERRAL_CODE_LENGTH)
	const write = () => writeIdempotent(writeBatch, [referralCodes.giveCode(actor, enrollmentId, code)])
	return writeOrRefuse(null, write, { 'unique:loyalty_enrollments.referral_code': 'busy' })
}

type Deps = Pick<Repositories, 'booking' | 'loyalty' | 'payments' | 'writeBatch'>
type Input = {
	referenceNumber: string
	/** Without a shop the operator decides. */
	shopId?: string
	/** The account signed in on the device cannot decide about its referral (D52). */
	ownUserId?: string | null
	alongside?: Alongside
	now: Instant
}
type Reviewed = Promise<Outcome<{ referrerKobo: Kobo }, ReferralReviewRefusal | WriteFailure>>

/** Conflicts with another decision, or with an undone visit. */
const decidedMeanwhile = {
	visit_changed: 'referral_changed',
	'unique:cashback_accounts.user_id': 'referral_changed',
} as const

/** Releases a held referral, found by the friend's visit: the referrer is paid (D41). */
export function releaseReferral(deps: Deps, input: Input): Reviewed {
	return review(deps, input, (referral, appointment) => [
		...deps.loyalty.referrals.settleReferral(referral, { status: 'paid', reason: null }, input.now, {
			isReviewed: true,
		}),
		...payReferrer(deps, { referral, appointment, completion: appointment.completions, now: input.now }),
	])
}

/** Refuses a held referral: it pays no reward. */
export function refuseReferral(deps: Deps, input: Input): Reviewed {
	return review(deps, input, (referral) =>
		deps.loyalty.referrals.settleReferral(referral, { status: 'refused', reason: 'by_operator' }, input.now),
	)
}

async function review(
	deps: Deps,
	{ referenceNumber, shopId, ownUserId, alongside = [], now }: Input,
	decide: (referral: ReferralOfAppointment, appointment: AppointmentToClose) => Statement[],
): Reviewed {
	const [appointment, referral] = await Promise.all([
		deps.booking.appointments.appointmentToClose(referenceNumber),
		deps.loyalty.referrals.referralOfAppointment(referenceNumber, now),
	])
	if (!appointment || !referral || (shopId && appointment.shopId !== shopId))
		return refused('referral_not_found')
	const { status, settledAt, referrer, referrerKobo, friend } = referral
	if (ownUserId && [referrer?.userId, friend.userId].includes(ownUserId)) return refused('referral_own')
	if (status !== 'held' || settledAt === null || referrer === null) return refused('referral_not_held')
	if (isHeldTooLong(settledAt, now)) return refused('referral_over')
	const write = async () =>
		writeIdempotent(deps.writeBatch, [
			...(await alongside),
			deps.booking.appointments.requireUnchanged(appointment),
			...decide(referral, appointment),
		])
	return writeOrRefuse({ referrerKobo }, write, decidedMeanwhile)
}
