import { type SQL, sql } from 'drizzle-orm'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { programStatuses, rewardKinds } from '#app/kernel/vocabulary/loyalty.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { decode, flag, integer, json, nullable, rows, text, word } from '#db/row.server.ts'
import { appointments, clients } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import {
	cashbackAccounts,
	loyaltyAppointments,
	loyaltyEnrollments,
	loyaltyMilestones,
	loyaltyPrograms,
	punchCards,
	rewards,
	rewardUses,
} from '#db/schema/loyalty.ts'
import { build, builtWrite, preparedRead, preparedSelect } from '#db/statement.server.ts'
import { type CashbackAccount, leftIn, owedOfAppointment } from './cashback-account-repository.server.ts'
import type { Milestone, Standing } from './count-appointment.ts'
import type { CountedAmounts } from './refunded-appointment.ts'

/** An enrollment of the account whose visit is closed, with its program and where it stands. */
export type EnrollmentOfAppointment = {
	enrollmentId: string
	/** The account whose visit it is. */
	userId: string
	status: (typeof programStatuses)[number]
	expiresAt: Instant | null
	minimumSpendKobo: Kobo
	cashbackPercent: number | null
	rewardDays: number
	visitsRequired: number | null
	isCyclic: boolean | null
	milestones: Milestone[]
	isStampedToday: boolean
	/** Another visit of that day without a stamp, though it was worth one: it takes the stamp when this one is undone. */
	otherOfDay: string | null
	/** Its rewards of this card and the one before. */
	rewards: EarnedReward[]
	/** What this very visit was counted as; null where it was not. */
	counted: { isStamp: boolean; cycleCount: number; paidKobo: Kobo; cashbackKobo: Kobo } | null
} & Pick<Standing, 'visitsCount' | 'cycleCount'>

export type EarnedReward = {
	id: string
	milestoneId: string
	visitsRequired: number
	cycleCount: number
	rewardKind: Milestone['rewardKind']
	value: number | null
	usedAt: Instant | null
	/** A booking has taken it: that counts as spent (D38). */
	isInUse: boolean
}

/** What a visit gives in one enrollment. */
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
	/** Cashback is credited at once. */
	usedAt: Instant | null
}

type Counters = Pick<Standing, 'visitsCount' | 'cycleCount'>

const { placeholder } = sql

const isInUse = sql`EXISTS (SELECT 1 FROM ${rewardUses} WHERE ${rewardUses.rewardId} = ${rewards.id})`

/** The first visit of that day that was counted without a stamp, and cost enough for one. */
const otherOfDay = (of: Record<'enrollmentId' | 'appointmentId' | 'visitedOn' | 'fromKobo', SQL>) =>
	sql`(SELECT other.appointment_id FROM ${loyaltyAppointments} other WHERE other.enrollment_id = ${of.enrollmentId}
		AND other.visited_on = ${of.visitedOn} AND other.is_stamp = 0 AND other.appointment_id <> ${of.appointmentId}
		AND other.paid_kobo >= ${of.fromKobo} ORDER BY other.counted_at, other.appointment_id LIMIT 1)`

const enrollmentsOfAppointment = preparedRead(
	sql`SELECT ${loyaltyEnrollments.id}, ${loyaltyEnrollments.userId}, ${loyaltyEnrollments.visitsCount}, ${loyaltyEnrollments.cycleCount},
			${loyaltyPrograms.status}, ${loyaltyPrograms.expiresAt}, ${loyaltyPrograms.minimumSpendKobo},
			${loyaltyPrograms.cashbackPercent}, ${loyaltyPrograms.rewardDays}, ${punchCards.visitsRequired}, ${punchCards.isCyclic},
			(SELECT json_group_array(json_object('id', ${loyaltyMilestones.id}, 'visitsRequired', ${loyaltyMilestones.visitsRequired},
					'rewardKind', ${loyaltyMilestones.rewardKind}, 'value', ${loyaltyMilestones.value}, 'unit', ${loyaltyMilestones.unit},
					'serviceId', ${loyaltyMilestones.serviceId}, 'description', ${loyaltyMilestones.description}))
				FROM ${loyaltyMilestones} WHERE ${loyaltyMilestones.programId} = ${loyaltyPrograms.id}) AS milestones,
			(SELECT json_group_array(json_object('id', ${rewards.id}, 'milestoneId', ${rewards.milestoneId},
					'visitsRequired', ${loyaltyMilestones.visitsRequired}, 'cycleCount', ${rewards.cycleCount},
					'rewardKind', ${rewards.rewardKind}, 'value', ${rewards.value}, 'usedAt', ${rewards.usedAt},
					'isInUse', json(CASE WHEN ${isInUse} THEN 'true' ELSE 'false' END)))
				FROM ${rewards} JOIN ${loyaltyMilestones} ON ${loyaltyMilestones.id} = ${rewards.milestoneId}
				WHERE ${rewards.enrollmentId} = ${loyaltyEnrollments.id}
					AND ${rewards.cycleCount} >= ${loyaltyEnrollments.cycleCount} - 1) AS rewards,
			EXISTS (SELECT 1 FROM ${loyaltyAppointments} WHERE ${loyaltyAppointments.enrollmentId} = ${loyaltyEnrollments.id}
				AND ${loyaltyAppointments.visitedOn} = ${appointments.scheduledDate} AND ${loyaltyAppointments.isStamp} = 1) AS is_stamped_today,
			(SELECT json_object('isStamp', json(CASE ${loyaltyAppointments.isStamp} WHEN 1 THEN 'true' ELSE 'false' END),
					'cycleCount', ${loyaltyAppointments.cycleCount}, 'paidKobo', ${loyaltyAppointments.paidKobo}, 'cashbackKobo', ${loyaltyAppointments.cashbackKobo})
				FROM ${loyaltyAppointments} WHERE ${loyaltyAppointments.enrollmentId} = ${loyaltyEnrollments.id}
					AND ${loyaltyAppointments.appointmentId} = ${appointments.id}) AS counted,
			${otherOfDay({ enrollmentId: sql`${loyaltyEnrollments.id}`, appointmentId: sql`${appointments.id}`, visitedOn: sql`${appointments.scheduledDate}`, fromKobo: sql`${loyaltyPrograms.minimumSpendKobo}` })} AS other_of_day
		FROM ${appointments} JOIN ${clients} ON ${clients.id} = ${appointments.clientId}
		JOIN ${loyaltyEnrollments} ON ${loyaltyEnrollments.userId} = ${clients.userId}
			AND ${loyaltyEnrollments.shopId} = ${appointments.shopId}
		JOIN ${loyaltyPrograms} ON ${loyaltyPrograms.id} = ${loyaltyEnrollments.programId}
		LEFT JOIN ${punchCards} ON ${punchCards.programId} = ${loyaltyPrograms.id}
		WHERE ${appointments.referenceNumber} = ${placeholder('referenceNumber')}
			AND (${loyaltyEnrollments.status} = 'active' OR counted IS NOT NULL)
		ORDER BY ${loyaltyEnrollments.id}`,
	decode({
		enrollmentId: text('id'),
		userId: text('user_id'),
		visitsCount: integer('visits_count'),
		cycleCount: integer('cycle_count'),
		status: word('status', programStatuses),
		expiresAt: nullable(integer('expires_at')),
		minimumSpendKobo: integer('minimum_spend_kobo'),
		cashbackPercent: nullable(integer('cashback_percent')),
		rewardDays: integer('reward_days'),
		visitsRequired: nullable(integer('visits_required')),
		isCyclic: nullable(flag('is_cyclic')),
		milestones: json<Milestone[]>('milestones'),
		rewards: json<EarnedReward[]>('rewards'),
		isStampedToday: flag('is_stamped_today'),
		otherOfDay: nullable(text('other_of_day')),
		counted: nullable(json<NonNullable<EnrollmentOfAppointment['counted']>>('counted')),
	}),
)

const cashbackAccountOfAppointment = preparedRead(
	sql`SELECT ${cashbackAccounts.id}, ${leftIn(sql`${cashbackAccounts.id}`)} AS left_kobo,
			${owedOfAppointment(sql`${cashbackAccounts.id}`, sql`${appointments.id}`)} AS owed_kobo
		FROM ${appointments} JOIN ${clients} ON ${clients.id} = ${appointments.clientId}
		JOIN ${cashbackAccounts} ON ${cashbackAccounts.userId} = ${clients.userId}
			AND ${cashbackAccounts.shopId} = ${appointments.shopId}
		WHERE ${appointments.referenceNumber} = ${placeholder('referenceNumber')}`,
	decode({ id: text('id'), leftKobo: integer('left_kobo'), owedKobo: integer('owed_kobo') }),
)

const rewardsOfAppointment = preparedSelect(
	rows({
		description: text(rewards.description),
		rewardKind: word(rewards.rewardKind, rewardKinds),
		shopName: text(shops.name),
		timeZone: text(shops.timeZone),
	}),
	sql`FROM ${rewards} JOIN ${shops} ON ${shops.id} = ${rewards.shopId}
		WHERE ${rewards.appointmentId} = ${placeholder('appointmentId')}
		ORDER BY ${rewards.rewardKind} = 'cashback', ${rewards.id}`,
)

/** Where an account stands in the programs of a shop, and what a visit changes of that. */
export function createStandingRepository(read: Database['read']) {
	return {
		/** Those of the account whose visit it is, at its shop; none for a guest. */
		enrollmentsOfAppointment: (referenceNumber: string): Promise<EnrollmentOfAppointment[]> =>
			read(enrollmentsOfAppointment({ referenceNumber })),

		/** Null before the first cashback of that account at that shop. */
		async cashbackAccountOfAppointment(referenceNumber: string): Promise<CashbackAccount | null> {
			const [account] = await read(cashbackAccountOfAppointment({ referenceNumber }))
			return account ?? null
		},

		/** The rewards that a visit earned, without reversed ones. */
		rewardsOfAppointment: (appointmentId: string) => read(rewardsOfAppointment({ appointmentId })),

		/**
		 * Counts a visit and moves the enrollment on. Refuses the batch where the enrollment does not stand as it was read
		 * ('visit_changed'): another visit was counted meanwhile.
		 */
		countAppointment: (
			appointment: AppointmentOfEnrollment,
			from: Counters,
			to: Counters & { earnedKobo: Kobo },
			now: Instant,
		): Statement[] => {
			const { spentKobo, stampedCycle, ...row } = appointment
			return [
				requireStanding(appointment.enrollmentId, from),
				builtWrite(
					build
						.insert(loyaltyAppointments)
						.values({ ...row, cycleCount: stampedCycle, paidKobo: spentKobo, countedAt: now }),
				),
				moveEnrollment(appointment.enrollmentId, to, { spentKobo, earnedKobo: to.earnedKobo }),
			]
		},

		/**
		 * Takes a counted visit back, with those rewards that it no longer earns. Refused as `countVisit` is, and where
		 * one of these rewards was used or taken by a booking meanwhile.
		 */
		uncountAppointment: (
			{ enrollmentId, appointmentId }: { enrollmentId: string; appointmentId: string },
			from: Counters,
			to: Counters & { spentKobo: Kobo; earnedKobo: Kobo },
			rewardIds: readonly string[],
		): Statement[] => [
			requireStanding(enrollmentId, from),
			refuseWhen(
				'visit_changed',
				sql`EXISTS (SELECT 1 FROM ${rewards} WHERE ${isOneOf(rewardIds)}
					AND (${isInUse} OR (${rewards.usedAt} IS NOT NULL AND ${rewards.rewardKind} <> 'cashback')))`,
			),
			builtWrite(
				build
					.delete(loyaltyAppointments)
					.where(
						sql`${loyaltyAppointments.enrollmentId} = ${enrollmentId} AND ${loyaltyAppointments.appointmentId} = ${appointmentId}`,
					),
			),
			builtWrite(build.delete(rewards).where(isOneOf(rewardIds))),
			moveEnrollment(enrollmentId, to, { spentKobo: -to.spentKobo, earnedKobo: -to.earnedKobo }),
		],

		/**
		 * After `uncountVisit` of a visit with a stamp: another visit of that day takes it over, on the card that it was
		 * on, or there is none. Refuses the batch where that is not so as it was read ('visit_changed').
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
						builtWrite(
							build
								.update(loyaltyAppointments)
								.set({ isStamp: true, cycleCount })
								.where(
									sql`${loyaltyAppointments.enrollmentId} = ${enrollmentId} AND ${loyaltyAppointments.appointmentId} = ${otherId}`,
								),
						),
					]),
		],

		/**
		 * A part of what was paid for a counted visit went back. Refuses the batch where it is not counted as it was read
		 * ('visit_changed').
		 */
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
				builtWrite(build.update(loyaltyAppointments).set({ paidKobo, cashbackKobo }).where(isCounted)),
				builtWrite(
					build
						.update(loyaltyEnrollments)
						.set(
							movedBy({ spentKobo: paidKobo - from.paidKobo, earnedKobo: cashbackKobo - from.cashbackKobo }),
						)
						.where(sql`${loyaltyEnrollments.id} = ${enrollmentId}`),
				),
			]
		},

		/**
		 * A second one for the same milestone and card is refused ('unique:rewards.enrollment_id'), and a code that is
		 * taken.
		 */
		insertReward: ({ milestone, ...reward }: NewReward): Statement<number> =>
			builtWrite(
				build.insert(rewards).values({
					...reward,
					milestoneId: milestone.id,
					rewardKind: milestone.rewardKind,
					value: milestone.value,
					unit: milestone.unit,
					serviceId: milestone.serviceId,
					description: milestone.description,
				}),
			),
	}
}

function isOneOf(rewardIds: readonly string[]): SQL {
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
	return builtWrite(
		build
			.update(loyaltyEnrollments)
			.set({ visitsCount, cycleCount, ...movedBy(by) })
			.where(sql`${loyaltyEnrollments.id} = ${enrollmentId}`),
	)
}

function movedBy({ spentKobo, earnedKobo }: { spentKobo: Kobo; earnedKobo: Kobo }) {
	return {
		totalSpentKobo: sql`${loyaltyEnrollments.totalSpentKobo} + ${spentKobo}`,
		cashbackEarnedKobo: sql`${loyaltyEnrollments.cashbackEarnedKobo} + ${earnedKobo}`,
	}
}
