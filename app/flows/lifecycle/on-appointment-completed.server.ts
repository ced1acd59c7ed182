import { type AppointmentToClose, spentOn } from '#app/domain/booking/appointment/close-appointment.ts'
import type { CashbackAccount } from '#app/domain/loyalty/cashback-account-repository.server.ts'
import {
	type CountedAppointment,
	countAppointment,
	rewardExpiry,
} from '#app/domain/loyalty/count-appointment.ts'
import type { ReferralOfAppointment } from '#app/domain/loyalty/referral-repository.server.ts'
import type { EnrollmentOfAppointment } from '#app/domain/loyalty/standing-repository.server.ts'
import { newId, newReadableCode } from '#app/kernel/id.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { beforeQuietHours } from '#app/kernel/quiet-hours.server.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { creditCashback } from './cashback.server.ts'
import { type SettledReferral, settleReferral } from './settle-referral.server.ts'

/** 40 bits, read out at a counter; a code works for its holder only. */
const REWARD_CODE_LENGTH = 8

export type CompletedAppointment = {
	appointment: AppointmentToClose
	paidAtShopKobo: Kobo
	enrollments: readonly EnrollmentOfAppointment[]
	cashbackAccount: CashbackAccount | null
	/** Of the visiting friend; null without a code. */
	referral: ReferralOfAppointment | null
	now: Instant
}

export type Given = {
	stamps: number
	rewards: string[]
	/** Without what an earlier completion credited and nothing has reversed (D38). */
	cashbackKobo: Kobo
	/** Null where no referral waited for this visit. */
	referral: SettledReferral | null
}

type Deps = Pick<Repositories, 'loyalty' | 'payments' | 'messaging'>

const ASKED_AFTER_MS = DAY_MS

/** What follows from a completed appointment, after its update. */
export function onAppointmentCompleted(
	deps: Deps,
	completed: CompletedAppointment,
): { statements: Statement[]; given: Given } {
	const { appointment, paidAtShopKobo, enrollments, referral, now } = completed
	const spentKobo = spentOn(appointment, paidAtShopKobo)
	const counted = enrollments.map((enrollment) => ({
		enrollment,
		result: countedFor(enrollment, spentKobo, now),
	}))
	const credited = inPayments(
		deps,
		completed,
		counted.reduce((sum, { result }) => sum + earnedKobo(result), 0),
	)
	const referred =
		referral && settleReferral(deps, { referral, appointment, completion: appointment.completions + 1, now })
	return {
		statements: [
			...counted.flatMap(({ enrollment, result }) =>
				inLoyalty(deps, { ...completed, spentKobo, enrollment, result }),
			),
			...credited.statements,
			...(referred?.statements ?? []),
			...inMessaging(deps, completed, counted.flatMap(({ result }) => result.reached).length > 0),
		],
		given: {
			stamps: counted.filter(({ result }) => result.isStamp).length,
			rewards: counted.flatMap(({ result }) => result.reached.map(({ description }) => description)),
			cashbackKobo: credited.creditedKobo,
			referral: referred?.settled ?? null,
		},
	}
}

function countedFor(enrollment: EnrollmentOfAppointment, spentKobo: Kobo, now: Instant): CountedAppointment {
	const { visitsRequired, isCyclic, milestones, expiresAt } = enrollment
	return countAppointment(
		{
			...enrollment,
			isGiving: enrollment.status === 'active' && (expiresAt === null || expiresAt > now),
			card: visitsRequired === null ? null : { visitsRequired, isCyclic: isCyclic === true, milestones },
		},
		{ ...enrollment, rewarded: enrollment.rewards },
		{ spentKobo, isStampedToday: enrollment.isStampedToday },
	)
}

/** Milestones that are cashback are credited at once too (D42). */
function earnedKobo({ cashbackKobo, reached }: CountedAppointment): Kobo {
	return reached.reduce(
		(sum, { rewardKind, value }) => (rewardKind === 'cashback' ? sum + (value ?? 0) : sum),
		cashbackKobo,
	)
}

function inLoyalty(
	{ loyalty: { standings } }: Deps,
	input: CompletedAppointment & {
		spentKobo: Kobo
		enrollment: EnrollmentOfAppointment
		result: CountedAppointment
	},
): Statement[] {
	const { appointment, spentKobo, enrollment, result, now } = input
	const { appointmentId, shopId, scheduledDate: visitedOn } = appointment
	const { enrollmentId, userId, rewardDays } = enrollment
	const { isStamp, stampedCycle, cashbackKobo, reached } = result
	return [
		...standings.countAppointment(
			{ enrollmentId, appointmentId, visitedOn, isStamp, stampedCycle, spentKobo, cashbackKobo },
			enrollment,
			{ ...result, earnedKobo: earnedKobo(result) },
			now,
		),
		...reached.map((milestone) =>
			standings.insertReward({
				id: newId(),
				enrollmentId,
				shopId,
				userId,
				appointmentId,
				cycleCount: stampedCycle,
				milestone,
				code: newReadableCode(REWARD_CODE_LENGTH),
				earnedAt: now,
				expiresAt: rewardExpiry(rewardDays, now),
				usedAt: milestone.rewardKind === 'cashback' ? now : null,
			}),
		),
	]
}

/** A reward is told at once (B9), a review requested later. Sending checks both again. */
function inMessaging(
	{ messaging: { appointmentMails } }: Deps,
	{ appointment, now }: CompletedAppointment,
	hasEarned: boolean,
): Statement[] {
	const dueAt = beforeQuietHours(appointment.timeZone, now + ASKED_AFTER_MS)
	return [
		...(hasEarned ? [appointmentMails.insertRewardEarned(appointment.appointmentId, now)] : []),
		appointmentMails.insertHowWasIt(appointment.appointmentId, { dueAt, now }),
	]
}

/** One entry, keyed by its completion's number. */
function inPayments(
	deps: Deps,
	{ appointment, cashbackAccount: account, now }: CompletedAppointment,
	amountKobo: Kobo,
): ReturnType<typeof creditCashback> {
	const { userId } = appointment
	// A guest is in no program.
	if (userId === null) return { statements: [], creditedKobo: 0 }
	const completion = appointment.completions + 1
	return creditCashback(deps, { kind: 'cashback', appointment, completion, account, userId, amountKobo, now })
}
