import { type SQL, sql } from 'drizzle-orm'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { loyaltyAppointments, loyaltyEnrollments, rewards } from '#db/schema/loyalty.ts'
import { deleteWhere, insertRow, updateWhere } from '#db/statement.server.ts'
import type { CountedAmounts, Milestone, Standing } from './count-appointment.ts'
import { isRewardInUse } from './saving-use-repository.server.ts'
import { type EnrollmentOfAppointment, otherOfDay } from './standing-repository.server.ts'

export type AppointmentOfEnrollment = {
	enrollmentId: string
	appointmentId: string
	visitedOn: CivilDate
	isStamp: boolean
	stampedCycle: number
	spentKobo: Kobo
	cashbackKobo: Kobo
}

export type NewReward = {
	id: string
	enrollmentId: string
	shopId: string
	userId: string
	appointmentId: string
	cycleCount: number
	milestone: Milestone
	code: string
	earnedAt: Instant
	expiresAt: Instant
	/** Cashback is credited at once, so it counts as used. */
	usedAt: Instant | null
}

type CountedAppointment = NonNullable<EnrollmentOfAppointment['counted']>
type Counters = Pick<Standing, 'visitsCount' | 'cycleCount'>

/** Counts an appointment in the programs of its shop, and reverses the count. */
export function createCountedAppointmentRepository() {
	return {
		/** Refuses the batch ('visit_changed') where the enrollment's standing is not `from`. */
		countAppointment: (
			appointment: AppointmentOfEnrollment,
			from: Counters,
			to: Counters & { earnedKobo: Kobo },
			now: Instant,
		): Statement[] => {
			const { spentKobo, stampedCycle, ...row } = appointment
			return [
				requireStanding(appointment.enrollmentId, from),
				insertRow(loyaltyAppointments, {
					...row,
					cycleCount: stampedCycle,
					paidKobo: spentKobo,
					countedAt: now,
				}),
				moveEnrollment(appointment.enrollmentId, to, { spentKobo, earnedKobo: to.earnedKobo }),
			]
		},

		/**
		 * Reverses an appointment and its rewards. Refuses the batch ('visit_changed') where standing or count changed, or
		 * a reward is used or taken.
		 */
		uncountAppointment: (
			{
				enrollmentId,
				appointmentId,
				counted,
			}: { enrollmentId: string; appointmentId: string; counted: CountedAppointment },
			from: Counters,
			to: Counters & { spentKobo: Kobo; earnedKobo: Kobo },
			rewardIds: readonly string[],
		): Statement[] => [
			requireStanding(enrollmentId, from),
			refuseWhen(
				'visit_changed',
				sql`NOT EXISTS (SELECT 1 FROM ${loyaltyAppointments}
					WHERE ${loyaltyAppointments.enrollmentId} = ${enrollmentId} AND ${loyaltyAppointments.appointmentId} = ${appointmentId}
						AND ${loyaltyAppointments.isStamp} = ${counted.isStamp ? 1 : 0} AND ${loyaltyAppointments.cycleCount} = ${counted.cycleCount}
						AND ${loyaltyAppointments.paidKobo} = ${counted.paidKobo} AND ${loyaltyAppointments.cashbackKobo} = ${counted.cashbackKobo})`,
			),
			refuseWhen(
				'visit_changed',
				sql`EXISTS (SELECT 1 FROM ${rewards} WHERE ${isAmongRewards(rewardIds)}
					AND (${isRewardInUse} OR (${rewards.usedAt} IS NOT NULL AND ${rewards.rewardKind} <> 'cashback')))`,
			),
			deleteWhere(
				loyaltyAppointments,
				sql`${loyaltyAppointments.enrollmentId} = ${enrollmentId} AND ${loyaltyAppointments.appointmentId} = ${appointmentId}`,
			),
			deleteWhere(rewards, isAmongRewards(rewardIds)),
			moveEnrollment(enrollmentId, to, { spentKobo: -to.spentKobo, earnedKobo: -to.earnedKobo }),
		],

		/**
		 * Stands after `uncountAppointment`: another appointment of the day takes the stamp. Refuses the batch
		 * ('visit_changed') where that appointment changed since it was read.
		 */
		passStamp: (
			{ enrollmentId, otherOfDay: otherId, minimumSpendKobo }: EnrollmentOfAppointment,
			{
				appointmentId,
				visitedOn,
				cycleCount,
			}: { appointmentId: string; visitedOn: CivilDate; cycleCount: number },
		): Statement[] => [
			refuseWhen(
				'visit_changed',
				sql`${otherOfDay({
					enrollmentId: sql`${enrollmentId}`,
					appointmentId: sql`${appointmentId}`,
					visitedOn: sql`${visitedOn}`,
					fromKobo: sql`${minimumSpendKobo}`,
				})} IS NOT ${otherId}`,
			),
			...(otherId === null
				? []
				: [
						updateWhere(
							loyaltyAppointments,
							{ isStamp: true, cycleCount },
							sql`${loyaltyAppointments.enrollmentId} = ${enrollmentId} AND ${loyaltyAppointments.appointmentId} = ${otherId}`,
						),
					]),
		],

		/** After a partial refund. Refuses the batch ('visit_changed') where the counted amounts are not `from`. */
		lowerAppointment: (
			{ enrollmentId, appointmentId }: { enrollmentId: string; appointmentId: string },
			from: CountedAmounts,
			to: CountedAmounts,
		): Statement[] => {
			const isCounted = sql`${loyaltyAppointments.enrollmentId} = ${enrollmentId} AND ${loyaltyAppointments.appointmentId} = ${appointmentId}`
			const { paidKobo, cashbackKobo } = to
			return [
				refuseWhen(
					'visit_changed',
					sql`NOT EXISTS (SELECT 1 FROM ${loyaltyAppointments} WHERE ${isCounted}
						AND ${loyaltyAppointments.paidKobo} = ${from.paidKobo} AND ${loyaltyAppointments.cashbackKobo} = ${from.cashbackKobo})`,
				),
				updateWhere(loyaltyAppointments, { paidKobo, cashbackKobo }, isCounted),
				updateWhere(
					loyaltyEnrollments,
					movedBy({ spentKobo: paidKobo - from.paidKobo, earnedKobo: cashbackKobo - from.cashbackKobo }),
					sql`${loyaltyEnrollments.id} = ${enrollmentId}`,
				),
			]
		},

		/** Refuses a second reward of a milestone and card ('unique:rewards.enrollment_id'), and a code in use. */
		insertReward: ({ milestone, ...reward }: NewReward): Statement<number> =>
			insertRow(rewards, {
				...reward,
				milestoneId: milestone.id,
				rewardKind: milestone.rewardKind,
				value: milestone.value,
				unit: milestone.unit,
				serviceId: milestone.serviceId,
				description: milestone.description,
			}),
	}
}

function isAmongRewards(rewardIds: readonly string[]): SQL {
	return sql`${rewards.id} IN (SELECT value FROM json_each(${JSON.stringify(rewardIds)}))`
}

function requireStanding(enrollmentId: string, { visitsCount, cycleCount }: Counters): Statement {
	return refuseWhen(
		'visit_changed',
		sql`NOT EXISTS (SELECT 1 FROM ${loyaltyEnrollments} WHERE ${loyaltyEnrollments.id} = ${enrollmentId}
			AND ${loyaltyEnrollments.visitsCount} = ${visitsCount} AND ${loyaltyEnrollments.cycleCount} = ${cycleCount})`,
	)
}

function moveEnrollment(
	enrollmentId: string,
	{ visitsCount, cycleCount }: Counters,
	by: { spentKobo: Kobo; earnedKobo: Kobo },
): Statement {
	return updateWhere(
		loyaltyEnrollments,
		{ visitsCount, cycleCount, ...movedBy(by) },
		sql`${loyaltyEnrollments.id} = ${enrollmentId}`,
	)
}

function movedBy({ spentKobo, earnedKobo }: { spentKobo: Kobo; earnedKobo: Kobo }) {
	return {
		totalSpentKobo: sql`${loyaltyEnrollments.totalSpentKobo} + ${spentKobo}`,
		cashbackEarnedKobo: sql`${loyaltyEnrollments.cashbackEarnedKobo} + ${earnedKobo}`,
	}
}
