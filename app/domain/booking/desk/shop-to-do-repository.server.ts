import { type SQL, sql } from 'drizzle-orm'
import {
	DEPOSIT_LOOK_BACK_MS,
	waitingDepositCount,
} from '#app/domain/booking/checkout/deposit-link-repository.server.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { isOpenAppointment } from '#db/appointments.server.ts'
import type { Database } from '#db/client.server.ts'
import { instant, integer, json, nullable, pickColumns, rows, text } from '#db/row.server.ts'
import { appointments, checkouts } from '#db/schema/booking.ts'
import { appointmentProblems } from '#db/schema/booking-reviews.ts'
import { payoutAccounts } from '#db/schema/payouts.ts'
import { planOrders, subscriptionPlans } from '#db/schema/subscriptions.ts'
import { callingPlace, callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { placeholder, preparedSelect } from '#db/statement.server.ts'
import {
	appointmentServiceNames,
	appointmentStaffNames,
	type CallerAtShop,
	isNewAppointment,
} from './shop-appointment-repository.server.ts'
import { NEW_BOOKING_DAYS, UNCLOSED_DAYS } from './shop-to-do.ts'

const shopId = callingShopId(shopCallerPlaceholders)

/** Over, and neither completed, missed nor cancelled. The shop's clock tells its day. */
const isUnclosed = sql`${appointments.shopId} = ${shopId} AND ${appointments.startsAt} > ${placeholder('unclosedSince')}
	AND ${appointments.startsAt} < ${placeholder('at')} AND ${appointments.endsAt} <= ${placeholder('at')} AND ${isOpenAppointment}`
const isNewAhead = sql`${appointments.shopId} = ${shopId} AND ${appointments.startsAt} > ${placeholder('at')} AND ${isNewAppointment}`
const isOpenProblem = sql`${appointmentProblems.shopId} = ${shopId} AND ${appointmentProblems.resolvedAt} IS NULL`
const waitingOrders = sql`FROM ${subscriptionPlans} CROSS JOIN ${planOrders} ON ${planOrders.planId} = ${subscriptionPlans.id}
	AND ${planOrders.expiresAt} > ${placeholder('at')} AND ${planOrders.endedAt} IS NULL`
const ofShopsPlans = sql`${subscriptionPlans.shopId} = ${shopId} AND ${subscriptionPlans.status} = 'on_offer'`

const countByDay = (isSuch: SQL) =>
	json<[CivilDate, number][]>(sql`(SELECT json_group_array(json_array(date, visits)) FROM (
		SELECT ${appointments.scheduledDate} AS date, count(*) AS visits FROM ${appointments} WHERE ${isSuch} GROUP BY 1))`)

/** When payouts move to the newest account, while that is ahead (D58). A person's device shows it too. */
const waitingPayoutAccount = sql<
	number | null
>`(SELECT nullif(max(newest.usable_at, ${placeholder('at')}), ${placeholder('at')})
	FROM (SELECT ${payoutAccounts.usableAt} AS usable_at FROM ${payoutAccounts}
		WHERE ${payoutAccounts.shopId} = ${callingPlace(shopCallerPlaceholders).shopId} AND ${payoutAccounts.stoppedAt} IS NULL
		ORDER BY ${payoutAccounts.confirmedAt} DESC, ${payoutAccounts.id} DESC LIMIT 1) newest)`

const toDoCounts = preparedSelect(
	rows({
		unclosed: countByDay(isUnclosed),
		newAhead: countByDay(isNewAhead),
		problems: integer(sql`(SELECT count(*) FROM ${appointmentProblems} WHERE ${isOpenProblem})`),
		orders: integer(sql`(SELECT count(*) ${waitingOrders} WHERE ${ofShopsPlans})`),
		deposits: integer(waitingDepositCount(shopId)),
		payoutAccountFrom: nullable(instant(waitingPayoutAccount)),
	}),
	() => sql``,
)

const named = {
	referenceNumber: appointments.referenceNumber,
	date: appointments.scheduledDate,
	startsAt: appointments.startsAt,
	...pickColumns(checkouts, 'firstName', 'lastName'),
	visitorName: appointments.visitorName,
}
const appointmentRow = rows({
	...named,
	serviceNames: text(appointmentServiceNames),
	staffNames: text(appointmentStaffNames),
})

/** The most read of each kind. Today's are dropped afterwards, by the shop's clock. */
const MOST_OF_KIND = 100

const appointmentsToDo = (isSuch: SQL) =>
	preparedSelect(
		appointmentRow,
		() => sql`FROM ${appointments} JOIN ${checkouts} ON ${checkouts.id} = ${appointments.checkoutId}
			WHERE ${isSuch} ORDER BY ${appointments.startsAt}, ${appointments.id} LIMIT ${sql.raw(String(MOST_OF_KIND))}`,
	)
const unclosedAppointments = appointmentsToDo(isUnclosed)
const newAppointments = appointmentsToDo(isNewAhead)

const openProblems = preparedSelect(
	rows({
		...named,
		...pickColumns(appointmentProblems, 'kind', 'reportedAt'),
	}),
	() => sql`FROM ${appointmentProblems} CROSS JOIN ${appointments} ON ${appointments.id} = ${appointmentProblems.appointmentId}
		JOIN ${checkouts} ON ${checkouts.id} = ${appointments.checkoutId}
		WHERE ${isOpenProblem} ORDER BY ${appointmentProblems.reportedAt} LIMIT ${sql.raw(String(MOST_OF_KIND))}`,
)

const ordersToPay = preparedSelect(
	rows({
		referenceNumber: planOrders.referenceNumber,
		planTitle: subscriptionPlans.title,
		...pickColumns(checkouts, 'firstName', 'lastName'),
		toPayKobo: integer(sql`${checkouts.totalKobo} - ${checkouts.cashbackKobo}`),
		expiresAt: instant(planOrders.expiresAt),
	}),
	() => sql`${waitingOrders} JOIN ${checkouts} ON ${checkouts.id} = ${planOrders.checkoutId}
		WHERE ${ofShopsPlans} ORDER BY ${planOrders.expiresAt} LIMIT ${sql.raw(String(MOST_OF_KIND))}`,
)

/** What waits for a shop beside its day. Every statement checks the access key. */
export function createShopToDoRepository(read: Database['read']) {
	const input = ({ secretHash, kind }: CallerAtShop, now: Instant) => ({
		secretHash,
		kind,
		at: now,
		since: now - DEPOSIT_LOOK_BACK_MS,
		newSince: now - NEW_BOOKING_DAYS * DAY_MS,
		// One day more, because the shop's day began before now.
		unclosedSince: now - (UNCLOSED_DAYS + 1) * DAY_MS,
	})
	return {
		async toDoCounts(caller: CallerAtShop, now: Instant) {
			const [counts] = await read(toDoCounts(input(caller, now)))
			return (
				counts ?? { unclosed: [], newAhead: [], problems: 0, orders: 0, deposits: 0, payoutAccountFrom: null }
			)
		},

		/** The oldest of each kind first. */
		async toDoOfShop(caller: CallerAtShop, now: Instant) {
			const values = input(caller, now)
			const [unclosed, newAhead, problems, orders] = await Promise.all([
				read(unclosedAppointments(values)),
				read(newAppointments(values)),
				read(openProblems(values)),
				read(ordersToPay(values)),
			])
			return { unclosed, newAhead, problems, orders }
		},
	}
}
