import { sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { isoTime, json, only, rows } from '#db/row.server.ts'
import { checkouts, clients } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import { users } from '#db/schema/identity.ts'
import { planOrders, subscriptionPlans, subscriptions } from '#db/schema/subscriptions.ts'
import { checkInCodes, subscriptionEntries, subscriptionUsage } from '#db/schema/subscriptions-entries.ts'
import { sessionBookings, sessionWaits } from '#db/schema/subscriptions-sessions.ts'
import { deleteWhere, insertFrom, preparedSelect, rawRead, updateWhere } from '#db/statement.server.ts'
import { countedEntries } from './entry-repository.server.ts'
import type { LostPlan } from './lost-plans.server.ts'

const held = preparedSelect(
	rows({
		title: subscriptionPlans.title,
		shopName: shops.name,
		timeZone: shops.timeZone,
		totalKobo: checkouts.totalKobo,
		endsAt: subscriptions.endsAt,
	}),
	() => sql`FROM ${subscriptions} JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${subscriptions.planId}
		JOIN ${shops} ON ${shops.id} = ${subscriptions.shopId} JOIN ${checkouts} ON ${checkouts.id} = ${subscriptions.checkoutId}
		WHERE ${subscriptions.userId} = ${actorUserId(actorPlaceholders)} AND ${subscriptions.cancelledAt} IS NULL
			AND ${subscriptions.endsAt} > ${actorPlaceholders.at} ORDER BY ${subscriptions.endsAt}`,
)

/** The plan data of the signed-in customer, for export and erasing. */
export function createOwnPlanDataRepository(read: Database['read']) {
	return {
		/** With places and usage; the last to end comes first. */
		exportSubscriptions: (actor: Actor): Promise<unknown[]> =>
			read(
				rawRead(
					sql`SELECT json_object('plan', ${subscriptionPlans.title}, 'shop', ${shops.name},
							'startsAt', ${isoTime(subscriptions.startsAt)}, 'endsAt', ${isoTime(subscriptions.endsAt)},
							'pricePaidKobo', ${checkouts.totalKobo}, 'autoRenews', json(iif(${subscriptions.autoRenews}, 'true', 'false')),
							'pausedAt', ${isoTime(subscriptions.pausedAt)}, 'resumesAt', ${isoTime(subscriptions.resumesAt)},
							'cancelledAt', ${isoTime(subscriptions.cancelledAt)}, 'cancellationReason', ${subscriptions.cancellationReason},
							'entriesUsed', ${countedEntries(sql`${subscriptions.id}`)},
							'sessions', (SELECT json_group_array(json_object('startsAt', ${isoTime(sessionBookings.startsAt)},
									'status', ${sessionBookings.status}, 'bookedAt', ${isoTime(sessionBookings.bookedAt)}))
								FROM ${sessionBookings} WHERE ${sessionBookings.subscriptionId} = ${subscriptions.id}),
							'usage', (SELECT json_group_array(json_object('action', ${subscriptionUsage.action},
									'at', ${isoTime(subscriptionUsage.occurredAt)}, 'entriesAfter', ${subscriptionUsage.entriesAfter}))
								FROM ${subscriptionUsage} WHERE ${subscriptionUsage.subscriptionId} = ${subscriptions.id})
						) AS subscription
						FROM ${subscriptions} JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${subscriptions.planId}
						JOIN ${shops} ON ${shops.id} = ${subscriptions.shopId} JOIN ${checkouts} ON ${checkouts.id} = ${subscriptions.checkoutId}
						WHERE ${subscriptions.userId} = ${actorUserId(actor)} ORDER BY ${subscriptions.endsAt} DESC`,
					only(json<unknown>('subscription')),
				),
			),

		/** Lost with a deleted account (D54). */
		plansHeld: (actor: Actor): Promise<LostPlan[]> => read(held({ ...actor })),

		/**
		 * Cancels sessions ahead and ends running periods. Paid periods stay, with their own id for the account's (D54).
		 * Belongs before the account is deleted; does nothing until the shops' records are cleared.
		 */
		forgetSubscriptions: (actor: Actor, passwordHash: string): Statement[] => {
			const { at: now } = actor
			const owner = sql`(SELECT ${users.id} FROM ${users}
				WHERE ${users.id} = ${actorUserId(actor)} AND ${users.passwordHash} = ${passwordHash}
					AND NOT EXISTS (SELECT 1 FROM ${clients} WHERE ${clients.userId} = ${users.id}))`
			const owned = sql`(SELECT ${subscriptions.id} FROM ${subscriptions} WHERE ${subscriptions.userId} = ${owner})`
			const isAhead = sql`${sessionBookings.userId} = ${owner} AND ${sessionBookings.status} = 'booked' AND ${sessionBookings.startsAt} > ${now}`
			const after = countedEntries(sql`${sessionBookings.subscriptionId}`)
			return [
				updateWhere(
					subscriptionEntries,
					{ returnedAt: now },
					sql`${subscriptionEntries.returnedAt} IS NULL
						AND ${subscriptionEntries.bookingId} IN (SELECT ${sessionBookings.id} FROM ${sessionBookings} WHERE ${isAhead})`,
				),
				insertFrom(
					subscriptionUsage,
					{
						id: sql`${sessionBookings.id} || ':cancel'`,
						subscriptionId: sql`${sessionBookings.subscriptionId}`,
						action: 'cancel',
						entriesBefore: sql`${after} + 1`,
						entriesAfter: after,
						sessionId: sql`${sessionBookings.sessionId}`,
						occurredAt: now,
					},
					sql`FROM ${sessionBookings} WHERE ${isAhead} ON CONFLICT DO NOTHING`,
				),
				updateWhere(sessionBookings, { status: 'cancelled', cancelledAt: now, cancelledBy: 'plan' }, isAhead),
				deleteWhere(sessionWaits, sql`${sessionWaits.userId} = ${owner}`),
				deleteWhere(
					checkInCodes,
					sql`${checkInCodes.subscriptionId} IN ${owned} AND ${checkInCodes.usedAt} IS NULL`,
				),
				updateWhere(
					sessionBookings,
					{ userId: sql`${sessionBookings.subscriptionId}`, cancellationReason: null },
					sql`${sessionBookings.userId} = ${owner}`,
				),
				// An unpaid order can no longer be started.
				updateWhere(
					planOrders,
					{
						userId: sql`coalesce((SELECT ${subscriptions.id} FROM ${subscriptions}
							WHERE ${subscriptions.checkoutId} = ${planOrders.checkoutId}), ${planOrders.checkoutId})`,
						expiresAt: sql`min(${planOrders.expiresAt}, ${now})`,
					},
					sql`${planOrders.userId} = ${owner}`,
				),
				updateWhere(
					subscriptions,
					{
						userId: sql`${subscriptions.id}`,
						autoRenews: false,
						cancelledAt: sql`coalesce(${subscriptions.cancelledAt}, iif(${subscriptions.endsAt} > ${now}, ${now}, NULL))`,
						// The customer's own words go with the person.
						cancellationReason: sql`iif(${subscriptions.cancelledAt} IS NULL AND ${subscriptions.endsAt} <= ${now}, NULL, '')`,
					},
					sql`${subscriptions.userId} = ${owner}`,
				),
			]
		},
	}
}
