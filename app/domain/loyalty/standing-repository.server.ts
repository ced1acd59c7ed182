import { type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import { isProvenEmail } from '#db/caller.server.ts'
import type { Database } from '#db/client.server.ts'
import { clientOfAppointment } from '#db/customer-at-shop.server.ts'
import { flag, integer, json, nullable, pickColumns, rows, text } from '#db/row.server.ts'
import { appointments, checkouts, clients } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import {
	loyaltyAppointments,
	loyaltyEnrollments,
	loyaltyMilestones,
	loyaltyPrograms,
	punchCards,
	rewards,
} from '#db/schema/loyalty.ts'
import { cashbackAccounts } from '#db/schema/loyalty-cashback.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { first, placeholder, preparedSelect } from '#db/statement.server.ts'
import { type CashbackAccount, leftIn, owedOfAppointment } from './cashback-account-repository.server.ts'
import type { Milestone } from './count-appointment.ts'
import { isRewardInUse } from './saving-use-repository.server.ts'
import { isRewardReady } from './wallet-repository.server.ts'

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

/** The day's first counted appointment that could have a stamp and has none. */
export const otherOfDay = (of: Record<'enrollmentId' | 'appointmentId' | 'visitedOn' | 'fromKobo', SQL>) =>
	sql`(SELECT other.appointment_id FROM ${loyaltyAppointments} other WHERE other.enrollment_id = ${of.enrollmentId}
		AND other.visited_on = ${of.visitedOn} AND other.is_stamp = 0 AND other.appointment_id <> ${of.appointmentId}
		AND other.paid_kobo >= ${of.fromKobo} ORDER BY other.counted_at, other.appointment_id LIMIT 1)`

const enrollmentRow = rows({
	enrollmentId: loyaltyEnrollments.id,
	...pickColumns(loyaltyEnrollments, 'userId', 'visitsCount', 'cycleCount'),
	...pickColumns(loyaltyPrograms, 'status', 'expiresAt', 'minimumSpendKobo', 'cashbackPercent', 'rewardDays'),
	visitsRequired: nullable(integer(punchCards.visitsRequired)),
	isCyclic: nullable(flag(punchCards.isCyclic)),
	milestones: json<Milestone[]>(sql`(SELECT json_group_array(json_object('id', ${loyaltyMilestones.id},
			'visitsRequired', ${loyaltyMilestones.visitsRequired}, 'rewardKind', ${loyaltyMilestones.rewardKind},
			'value', ${loyaltyMilestones.value}, 'unit', ${loyaltyMilestones.unit},
			'serviceId', ${loyaltyMilestones.serviceId}, 'description', ${loyaltyMilestones.description}))
		FROM ${loyaltyMilestones} WHERE ${loyaltyMilestones.programId} = ${loyaltyPrograms.id})`),
	/** Of this card and the one before. */
	rewards: json<
		EarnedReward[]
	>(sql`(SELECT json_group_array(json_object('id', ${rewards.id}, 'milestoneId', ${rewards.milestoneId},
			'visitsRequired', ${loyaltyMilestones.visitsRequired}, 'cycleCount', ${rewards.cycleCount},
			'rewardKind', ${rewards.rewardKind}, 'value', ${rewards.value}, 'usedAt', ${rewards.usedAt},
			'isInUse', json(CASE WHEN ${isRewardInUse} THEN 'true' ELSE 'false' END)))
		FROM ${rewards} JOIN ${loyaltyMilestones} ON ${loyaltyMilestones.id} = ${rewards.milestoneId}
		WHERE ${rewards.enrollmentId} = ${loyaltyEnrollments.id}
			AND ${rewards.cycleCount} >= ${loyaltyEnrollments.cycleCount} - 1)`),
	isStampedToday:
		flag(sql`EXISTS (SELECT 1 FROM ${loyaltyAppointments} WHERE ${loyaltyAppointments.enrollmentId} = ${loyaltyEnrollments.id}
		AND ${loyaltyAppointments.visitedOn} = ${appointments.scheduledDate} AND ${loyaltyAppointments.isStamp} = 1)`),
	/** Takes the stamp when this appointment is undone. */
	otherOfDay: nullable(
		text(
			otherOfDay({
				enrollmentId: sql`${loyaltyEnrollments.id}`,
				appointmentId: sql`${appointments.id}`,
				visitedOn: sql`${appointments.scheduledDate}`,
				fromKobo: sql`${loyaltyPrograms.minimumSpendKobo}`,
			}),
		),
	),
	/** As this appointment was counted; null where it was not. */
	counted: nullable(
		json<{ isStamp: boolean; cycleCount: number; paidKobo: Kobo; cashbackKobo: Kobo }>(
			sql`(SELECT json_object('isStamp', json(CASE ${loyaltyAppointments.isStamp} WHEN 1 THEN 'true' ELSE 'false' END),
					'cycleCount', ${loyaltyAppointments.cycleCount}, 'paidKobo', ${loyaltyAppointments.paidKobo}, 'cashbackKobo', ${loyaltyAppointments.cashbackKobo})
				FROM ${loyaltyAppointments} WHERE ${loyaltyAppointments.enrollmentId} = ${loyaltyEnrollments.id}
					AND ${loyaltyAppointments.appointmentId} = ${appointments.id})`,
		),
	),
})
export type EnrollmentOfAppointment = ReturnType<typeof enrollmentRow.read>

const enrollmentsOfAppointment = preparedSelect(
	enrollmentRow,
	() => sql`FROM ${appointments} JOIN ${clients} ON ${clients.id} = ${appointments.clientId}
		JOIN ${loyaltyEnrollments} ON ${loyaltyEnrollments.userId} = ${clients.userId}
			AND ${loyaltyEnrollments.shopId} = ${appointments.shopId}
		JOIN ${loyaltyPrograms} ON ${loyaltyPrograms.id} = ${loyaltyEnrollments.programId}
		LEFT JOIN ${punchCards} ON ${punchCards.programId} = ${loyaltyPrograms.id}
		WHERE ${appointments.referenceNumber} = ${placeholder('referenceNumber')}
			AND (${loyaltyEnrollments.status} = 'active' OR counted IS NOT NULL)
		ORDER BY ${loyaltyEnrollments.id}`,
)

const cashbackAccountOfAppointment = preparedSelect<CashbackAccount>(
	rows({
		id: cashbackAccounts.id,
		leftKobo: integer(leftIn(sql`${cashbackAccounts.id}`)),
		owedKobo: integer(owedOfAppointment(sql`${cashbackAccounts.id}`, sql`${appointments.id}`)),
	}),
	() => sql`FROM ${appointments} JOIN ${clients} ON ${clients.id} = ${appointments.clientId}
		JOIN ${cashbackAccounts} ON ${cashbackAccounts.userId} = ${clients.userId}
			AND ${cashbackAccounts.shopId} = ${appointments.shopId}
		WHERE ${appointments.referenceNumber} = ${placeholder('referenceNumber')}`,
)

const rewardsOfAppointment = preparedSelect(
	rows({
		...pickColumns(rewards, 'description', 'rewardKind'),
		shopName: shops.name,
		timeZone: shops.timeZone,
		/** An account has proved the mail's address. */
		isEmailProven: flag(
			isProvenEmail(
				sql`(SELECT ${checkouts.email} FROM ${checkouts} JOIN ${appointments} ON ${appointments.checkoutId} = ${checkouts.id}
					WHERE ${appointments.id} = ${rewards.appointmentId})`,
			),
		),
	}),
	() => sql`FROM ${rewards} JOIN ${shops} ON ${shops.id} = ${rewards.shopId}
		WHERE ${rewards.appointmentId} = ${placeholder('appointmentId')}
		ORDER BY ${rewards.rewardKind} = 'cashback', ${rewards.id}`,
)

/** An account's standing in the programs of a shop. */
export function createStandingRepository(read: Database['read']) {
	return {
		/** Of the appointment's account; none for a guest. */
		enrollmentsOfAppointment: (referenceNumber: string): Promise<EnrollmentOfAppointment[]> =>
			read(enrollmentsOfAppointment({ referenceNumber })),

		/** Null before the account's first cashback at the shop. */
		cashbackAccountOfAppointment: (referenceNumber: string): Promise<CashbackAccount | null> =>
			first(read(cashbackAccountOfAppointment({ referenceNumber }))),

		/** Without reversed ones. */
		rewardsOfAppointment: (appointmentId: string) => read(rewardsOfAppointment({ appointmentId })),
	}
}

const MOST_PROGRAMS = 10

const standings = preparedSelect(
	rows({
		...pickColumns(loyaltyPrograms, 'kind', 'name'),
		visitsCount: loyaltyEnrollments.visitsCount,
		visitsRequired: nullable(integer(punchCards.visitsRequired)),
		/** Null before the first cashback. */
		cashbackKobo: nullable(
			integer(sql`(SELECT ${leftIn(sql`${cashbackAccounts.id}`)} FROM ${cashbackAccounts}
				WHERE ${cashbackAccounts.userId} = ${loyaltyEnrollments.userId} AND ${cashbackAccounts.shopId} = ${loyaltyEnrollments.shopId})`),
		),
		rewardsReady: integer(
			sql`(SELECT count(*) FROM ${rewards} WHERE ${rewards.enrollmentId} = ${loyaltyEnrollments.id} AND ${isRewardReady})`,
		),
	}),
	() => sql`FROM ${clients} CROSS JOIN ${loyaltyEnrollments} ON ${loyaltyEnrollments.userId} = ${clients.userId}
			AND ${loyaltyEnrollments.shopId} = ${clients.shopId} AND ${loyaltyEnrollments.status} = 'active'
		CROSS JOIN ${loyaltyPrograms} ON ${loyaltyPrograms.id} = ${loyaltyEnrollments.programId}
		LEFT JOIN ${punchCards} ON ${punchCards.programId} = ${loyaltyPrograms.id}
		WHERE ${clients.id} = ${clientOfAppointment(callingShopId(shopCallerPlaceholders), sql`${placeholder('referenceNumber')}`)}
		ORDER BY ${loyaltyPrograms.name}, ${loyaltyPrograms.id} LIMIT ${sql.raw(String(MOST_PROGRAMS))}`,
)

/** The shop's view of a customer. */
export function createCustomerStandingRepository() {
	return {
		/** Of the appointment's customer; none for a guest (D35). */
		selectStandingsOfCustomer: (caller: ShopCaller, referenceNumber: string, now: Instant) =>
			standings({ ...caller, referenceNumber, at: now }),
	}
}
