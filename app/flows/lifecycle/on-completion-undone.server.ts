import type { AppointmentToClose } from '#app/domain/booking/appointment/close-appointment.ts'
import type { CashbackAccount } from '#app/domain/loyalty/cashback-account-repository.server.ts'
import { isReached, withoutStamp } from '#app/domain/loyalty/count-appointment.ts'
import type { ReferralOfAppointment } from '#app/domain/loyalty/referral-repository.server.ts'
import type { EarnedReward, EnrollmentOfAppointment } from '#app/domain/loyalty/standing-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { reverseCashback } from './cashback.server.ts'
import { reopenReferral } from './settle-referral.server.ts'

export type UndoneCompletion = {
	appointment: AppointmentToClose
	enrollments: readonly EnrollmentOfAppointment[]
	cashbackAccount: CashbackAccount | null
	/** Null without a friend's code. */
	referral: ReferralOfAppointment | null
	now: Instant
}

/** The reversed part, and the spent part, which stays owed (D38). */
export type Reversed = {
	cashbackKobo: Kobo
	rewards: number
	lostKobo: Kobo
	lostRewards: number
	/** Reversed from this customer's referrer. */
	referralKobo: Kobo
	lostReferralKobo: Kobo
}

type Deps = Pick<Repositories, 'loyalty' | 'payments'>
type Reversal = { statements: Statement[]; earnedKobo: Kobo; taken: number; lost: number }

/** The statements that follow the update of an undone completion. */
export function onCompletionUndone(
	deps: Deps,
	undone: UndoneCompletion,
): { statements: Statement[]; reversed: Reversed } {
	const { appointment, enrollments, cashbackAccount, referral, now } = undone
	const reversals = enrollments.map((enrollment) => reverse(deps, enrollment, appointment))
	const cashback = reverseCashback(deps, {
		kind: 'cashback-undone',
		appointment,
		account: cashbackAccount,
		amountKobo: reversals.reduce((sum, { earnedKobo }) => sum + earnedKobo, 0),
		reason: 'visit_undone',
		now,
	})
	const referred = referral && reopenReferral(deps, { referral, appointment, now })
	return {
		statements: [
			...reversals.flatMap(({ statements }) => statements),
			...cashback.statements,
			...(referred?.statements ?? []),
		],
		reversed: {
			cashbackKobo: cashback.takenKobo,
			rewards: reversals.reduce((sum, { taken }) => sum + taken, 0),
			lostKobo: cashback.lostKobo,
			lostRewards: reversals.reduce((sum, { lost }) => sum + lost, 0),
			referralKobo: referred?.takenKobo ?? 0,
			lostReferralKobo: referred?.lostKobo ?? 0,
		},
	}
}

/** The visit's stamp passes to another visit of that day, where there is one (F25). */
function reverse(
	{ loyalty: { standings } }: Deps,
	enrollment: EnrollmentOfAppointment,
	{ appointmentId, scheduledDate: visitedOn }: AppointmentToClose,
): Reversal {
	const { enrollmentId, counted, visitsRequired, isCyclic, otherOfDay } = enrollment
	if (counted === null) return { statements: [], earnedKobo: 0, taken: 0, lost: 0 }
	const card = visitsRequired === null ? null : { visitsRequired, isCyclic: isCyclic === true }
	const isLost = counted.isStamp && otherOfDay === null
	const to = card && isLost ? withoutStamp(card, enrollment) : enrollment
	const notEarned = card ? enrollment.rewards.filter((reward) => !isReached(reward, card, to)) : []
	// Credited cashback leaves the balance, whatever the reward's row says.
	const taken = notEarned.filter((reward) => isUnused(reward) || isCashback(reward))
	const earnedKobo = taken
		.filter(isCashback)
		.reduce((sum, { value }) => sum + (value ?? 0), counted.cashbackKobo)
	return {
		statements: [
			...standings.uncountAppointment(
				{ enrollmentId, appointmentId, counted },
				enrollment,
				{ ...to, spentKobo: counted.paidKobo, earnedKobo },
				taken.map(({ id }) => id),
			),
			...(counted.isStamp
				? standings.passStamp(enrollment, { appointmentId, visitedOn, cycleCount: counted.cycleCount })
				: []),
		],
		earnedKobo,
		taken: taken.filter((reward) => !isCashback(reward)).length,
		lost: notEarned.length - taken.length,
	}
}

/** A reward in a booking counts as spent. */
function isUnused({ usedAt, isInUse }: EarnedReward): boolean {
	return usedAt === null && !isInUse
}

function isCashback({ rewardKind }: EarnedReward): boolean {
	return rewardKind === 'cashback'
}
