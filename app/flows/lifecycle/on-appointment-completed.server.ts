import { spentOn, type VisitToClose } from '#app/domain/booking/close-visit.ts'
import { cashbackLines } from '#app/domain/loyalty/cashback-lines.ts'
import { type CountedVisit, countVisit, rewardExpiry } from '#app/domain/loyalty/count-visit.ts'
import type { CashbackAccount, EnrollmentOfVisit } from '#app/domain/loyalty/standing-repository.server.ts'
import { newId, newReadableCode } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** 40 bits, read out at a counter; a code works for its holder only. */
const REWARD_CODE_LENGTH = 8

/** An appointment that a batch completes, and what the contexts need to know of it. */
export type CompletedAppointment = {
	visit: VisitToClose
	paidAtShopKobo: Kobo
	enrollments: readonly EnrollmentOfVisit[]
	cashbackAccount: CashbackAccount | null
	now: Instant
}

/** What a visit gave, for whoever completed it. */
export type Given = { stamps: number; rewards: string[]; cashbackKobo: Kobo }

type Deps = Pick<Repositories, 'standings' | 'ledger'>

/** The statements that follow from a completed appointment, and what they give. They belong after its update, in the same batch. */
export function onAppointmentCompleted(
	deps: Deps,
	completed: CompletedAppointment,
): { statements: Statement[]; given: Given } {
	const { visit, paidAtShopKobo, enrollments, now } = completed
	if (visit.userId === null) return { statements: [], given: { stamps: 0, rewards: [], cashbackKobo: 0 } }
	const spentKobo = spentOn(visit, paidAtShopKobo)
	const counted = enrollments.map((enrollment) => ({
		enrollment,
		result: countedFor(enrollment, spentKobo, now),
	}))
	const cashbackKobo = counted.reduce((sum, { result }) => sum + earnedKobo(result), 0)
	return {
		statements: [
			...counted.flatMap(({ enrollment, result }) =>
				inLoyalty(deps, { ...completed, userId: visit.userId ?? '', spentKobo, enrollment, result }),
			),
			...inPayments(deps, completed, cashbackKobo),
		],
		given: {
			stamps: counted.filter(({ result }) => result.isStamp).length,
			rewards: counted.flatMap(({ result }) => result.reached.map(({ description }) => description)),
			cashbackKobo,
		},
	}
}

function countedFor(enrollment: EnrollmentOfVisit, spentKobo: Kobo, now: Instant): CountedVisit {
	const { visitsRequired, isCyclic, milestones, expiresAt } = enrollment
	return countVisit(
		{
			...enrollment,
			isGiving: enrollment.status === 'active' && (expiresAt === null || expiresAt > now),
			card: visitsRequired === null ? null : { visitsRequired, isCyclic: isCyclic === true, milestones },
		},
		{ ...enrollment, rewarded: enrollment.rewards },
		{ spentKobo, isStampedToday: enrollment.isStampedToday },
	)
}

/** The part of a visit that is paid back, and milestones that are cashback: credited at once (D42). */
function earnedKobo({ cashbackKobo, reached }: CountedVisit): Kobo {
	return reached.reduce(
		(sum, { rewardKind, value }) => (rewardKind === 'cashback' ? sum + (value ?? 0) : sum),
		cashbackKobo,
	)
}

function inLoyalty(
	{ standings }: Deps,
	{
		visit,
		userId,
		spentKobo,
		enrollment,
		result,
		now,
	}: CompletedAppointment & {
		userId: string
		spentKobo: Kobo
		enrollment: EnrollmentOfVisit
		result: CountedVisit
	},
): Statement[] {
	const { appointmentId, shopId, scheduledDate: visitedOn } = visit
	const { enrollmentId, rewardDays } = enrollment
	const { isStamp, stampedCycle, cashbackKobo, reached } = result
	return [
		...standings.countVisit(
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

/** All the cashback of a visit is one entry, known by the instant of its completion: undone and completed again is another. */
function inPayments(
	{ standings, ledger }: Deps,
	{ visit, cashbackAccount, now }: CompletedAppointment,
	amountKobo: Kobo,
): Statement[] {
	const { appointmentId, shopId, userId } = visit
	if (amountKobo === 0 || userId === null) return []
	const cashbackAccountId = cashbackAccount?.id ?? newId()
	return [
		...(cashbackAccount
			? []
			: [standings.insertCashbackAccount({ id: cashbackAccountId, userId, shopId, now })]),
		...ledger.postEntry({
			occasion: `cashback:${appointmentId}:${now}`,
			lines: cashbackLines({ shopId, cashbackAccountId, amountKobo }),
			occurredAt: now,
			now,
		}),
	]
}
