import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type CallerAtShop, staffName } from '#app/domain/booking/desk/shop-appointment-repository.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { flag, instant, integer, nullable, pickColumns, rows, rowsOrNull, text } from '#db/row.server.ts'
import { calendarEntries } from '#db/schema/availability.ts'
import { appointments, checkouts } from '#db/schema/booking.ts'
import { depositLinks } from '#db/schema/booking-deposits.ts'
import { holds } from '#db/schema/booking-drafts.ts'
import { checkoutServices } from '#db/schema/booking-services.ts'
import { shops, staffMembers } from '#db/schema/discovery.ts'
import { outbox } from '#db/schema/messaging.ts'
import { transactions } from '#db/schema/payments.ts'
import { planOrders, subscriptionPlans } from '#db/schema/subscriptions.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import {
	deleteWhere,
	first,
	insertFrom,
	placeholder,
	preparedSelect,
	updateWhere,
} from '#db/statement.server.ts'
import { paidCheckoutRow } from './paid-checkout-repository.server.ts'

/** A shop's ceilings: times that wait at once, and links within a day. */
const MAX_WAITING = 20
const MAX_LINKS_A_DAY = 60
/** A time waits at most a day; a payment page opened at the end takes a little longer. */
export const DEPOSIT_LOOK_BACK_MS = 2 * DAY_MS

const linkRow = rows({
	...pickColumns(depositLinks, 'code', 'askedAt', 'mailCount', 'letGoAt'),
	/** The address has reached its mails of the day (D33). */
	isMailWithheld: flag(sql`EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.withheldAt} IS NOT NULL
		AND ${outbox.dedupeKey} = 'deposit-asked:' || ${depositLinks.checkoutId} || ':' || ${depositLinks.mailCount})`),
	paidReference: nullable(
		text(sql`(SELECT ${transactions.paymentReference} FROM ${transactions}
			WHERE ${transactions.checkoutId} = ${checkouts.id} ORDER BY ${transactions.recordedAt} DESC LIMIT 1)`),
	),
	/** In the order of the services; null without held time. */
	staffNames: nullable(
		text(sql`(SELECT group_concat(name, ', ') FROM (SELECT ${staffName} AS name FROM ${holds}
			JOIN ${calendarEntries} ON ${calendarEntries.holdId} = ${holds.id}
			JOIN ${staffMembers} ON ${staffMembers.id} = ${calendarEntries.staffMemberId}
			WHERE ${holds.checkoutId} = ${checkouts.id} GROUP BY 1 ORDER BY min(${calendarEntries.position})))`),
	),
	shopPhone: shops.phone,
	checkout: paidCheckoutRow,
	appointment: rowsOrNull(
		'referenceNumber',
		rows(pickColumns(appointments, 'referenceNumber', 'status', 'startsAt', 'paidKobo', 'totalKobo')),
	),
})

export type DepositLink = ReturnType<typeof linkRow.read>

const selectLink = (isSuch: SQL) =>
	preparedSelect(
		linkRow,
		() => sql`FROM ${depositLinks}
			JOIN ${checkouts} ON ${checkouts.id} = ${depositLinks.checkoutId}
			JOIN ${shops} ON ${shops.id} = ${checkouts.shopId}
			LEFT JOIN ${appointments} ON ${appointments.checkoutId} = ${checkouts.id}
			LEFT JOIN ${planOrders} ON ${planOrders.checkoutId} = ${checkouts.id}
			LEFT JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${planOrders.planId}
			WHERE ${isSuch}`,
	)
const linkByCode = selectLink(sql`${depositLinks.code} = ${placeholder('code')}`)
const linkById = selectLink(sql`${depositLinks.checkoutId} = ${placeholder('checkoutId')}`)
const linkOfCaller = selectLink(
	sql`${depositLinks.checkoutId} = ${placeholder('checkoutId')} AND ${depositLinks.shopId} = ${callingShopId(shopCallerPlaceholders)}`,
)

/** A shop's latest links with live holds. */
const waiting = (at: SQL | Instant) => sql`${depositLinks}
	CROSS JOIN ${holds} ON ${holds.checkoutId} = ${depositLinks.checkoutId} AND ${holds.expiresAt} > ${at}`
const isRecentLink = (shopId: SQL | string, since: SQL | Instant) =>
	sql`${depositLinks.shopId} = ${shopId} AND ${depositLinks.askedAt} > ${since}`

/** Needs `at` and `since`. */
export const waitingDepositCount = (shopId: SQL) =>
	sql`(SELECT count(*) FROM ${waiting(sql`${placeholder('at')}`)} WHERE ${isRecentLink(shopId, sql`${placeholder('since')}`)})`

const waitingRow = rows({
	checkoutId: checkouts.id,
	...pickColumns(checkouts, 'firstName', 'lastName'),
	startsAt: instant(checkouts.startsAt),
	dueKobo: integer(checkouts.dueKobo),
	heldUntilAt: holds.expiresAt,
	serviceNames: text(sql`(SELECT group_concat(${checkoutServices.name}, ', ') FROM ${checkoutServices}
		WHERE ${checkoutServices.checkoutId} = ${checkouts.id})`),
})

export type WaitingDeposit = ReturnType<typeof waitingRow.read>

const waitingOfCaller = preparedSelect(
	waitingRow,
	() => sql`FROM ${waiting(sql`${placeholder('at')}`)}
		JOIN ${checkouts} ON ${checkouts.id} = ${depositLinks.checkoutId}
		WHERE ${isRecentLink(callingShopId(shopCallerPlaceholders), sql`${placeholder('since')}`)}
		ORDER BY ${holds.startsAt}, ${checkouts.id}`,
)

/** Deposits that a shop asks for by a link. */
export function createDepositLinkRepository(read: Database['read']) {
	return {
		depositLink: (code: string): Promise<DepositLink | null> => first(read(linkByCode({ code }))),

		depositLinkOf: (checkoutId: string): Promise<DepositLink | null> => first(read(linkById({ checkoutId }))),

		depositLinkOfCaller: (
			{ secretHash, kind }: CallerAtShop,
			checkoutId: string,
		): Promise<DepositLink | null> => first(read(linkOfCaller({ secretHash, kind, checkoutId }))),

		/** Of the caller's shop, by start. */
		waitingDeposits: ({ secretHash, kind }: CallerAtShop, now: Instant): Promise<WaitingDeposit[]> =>
			read(waitingOfCaller({ secretHash, kind, at: now, since: now - DEPOSIT_LOOK_BACK_MS })),

		/**
		 * Stands after the hold and the checkout. Refused above the shop's ceilings ('too_many_deposit_links'), which count
		 * this link's hold (D33, D66). A repeated batch finds its own row.
		 */
		insertDepositLink: (link: {
			checkoutId: string
			shopId: string
			code: string
			mailCount: number
			now: Instant
		}): Statement[] => {
			const { now: askedAt, ...row } = link
			return [
				insertFrom(depositLinks, { ...row, askedAt }, sql`WHERE true ON CONFLICT DO NOTHING`),
				refuseWhen(
					'too_many_deposit_links',
					sql`(SELECT count(*) FROM ${waiting(askedAt)} WHERE ${isRecentLink(link.shopId, askedAt - DEPOSIT_LOOK_BACK_MS)}) > ${MAX_WAITING}
						OR (SELECT count(*) FROM ${depositLinks} WHERE ${isRecentLink(link.shopId, askedAt - DAY_MS)}) > ${MAX_LINKS_A_DAY}`,
				),
			]
		},

		/** Refuses the batch where the time is no longer held for this checkout ('deposit_not_waiting'). */
		requireWaiting: (checkoutId: string, now: Instant): Statement =>
			refuseWhen(
				'deposit_not_waiting',
				sql`NOT EXISTS (SELECT 1 FROM ${holds} WHERE ${holds.checkoutId} = ${checkoutId} AND ${holds.expiresAt} > ${now})`,
			),

		/** The customer goes to pay: holds the time at least until `heldUntilAt`. */
		holdDepositUntil: (checkoutId: string, heldUntilAt: Instant, now: Instant): Statement =>
			updateWhere(
				holds,
				{ expiresAt: heldUntilAt, writtenAt: now },
				and(eq(holds.checkoutId, checkoutId), sql`${holds.expiresAt} < ${heldUntilAt}`),
			),

		/** The shop frees the time before the deposit came. Stands after `requireWaiting`. */
		releaseDeposit: (checkoutId: string, now: Instant): Statement[] => [
			deleteWhere(holds, eq(holds.checkoutId, checkoutId)),
			updateWhere(depositLinks, { letGoAt: now }, eq(depositLinks.checkoutId, checkoutId)),
		],

		/** Refuses the batch where a mail went out since `mailCount` was read ('deposit_sent_already'). */
		countDepositMail: (checkoutId: string, mailCount: number): Statement[] => [
			refuseWhen(
				'deposit_sent_already',
				sql`EXISTS (SELECT 1 FROM ${depositLinks} WHERE ${depositLinks.checkoutId} = ${checkoutId} AND ${depositLinks.mailCount} <> ${mailCount})`,
			),
			updateWhere(depositLinks, { mailCount: mailCount + 1 }, eq(depositLinks.checkoutId, checkoutId)),
		],
	}
}
