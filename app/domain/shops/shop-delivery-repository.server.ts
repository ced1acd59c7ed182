import { and, count, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type ShopEventKind, shopEventKinds } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteOldest } from '#db/delete-slice.server.ts'
import { pickColumns, rows, text, word } from '#db/row.server.ts'
import { appointments } from '#db/schema/booking.ts'
import { reviews } from '#db/schema/booking-reviews.ts'
import { shops } from '#db/schema/discovery.ts'
import { paymentAttempts, refunds } from '#db/schema/payments.ts'
import { shopDeliveries, shopWebhooks } from '#db/schema/shops.ts'
import { subscriptions } from '#db/schema/subscriptions.ts'
import { checkInCodes } from '#db/schema/subscriptions-entries.ts'
import {
	build,
	builtRead,
	insertFrom,
	placeholder,
	prepared,
	preparedSelect,
	rawRead,
	updateWhere,
} from '#db/statement.server.ts'

/** The wait after the first failed attempt; it doubles up to an hour. */
const FIRST_RETRY_MS = MINUTE_MS
const LONGEST_RETRY_MS = HOUR_MS
/** Per round, so that a slow address keeps no other waiting. */
const OF_ONE_ADDRESS = 3

/** An event of an appointment for each address: each move is sent, other kinds once for each `onceFor`. */
export type ShopEvent = {
	/** Of 'paid'. */
	amountKobo?: Kobo
	now: Instant
} & (
	| { kind: 'moved'; appointmentId: string }
	| ({ kind: Exclude<ShopEventKind, 'moved' | 'checked_in'>; onceFor: string } & (
			| { appointmentId: string }
			| { paymentReference: string; part: number }
	  ))
)

/** A delivery that only this sender may send until its next attempt is due. */
export type ClaimedDelivery = {
	deliveryId: string
	webhookId: string
	kind: ShopEventKind
	body: string
	url: string
	secret: string
	shopId: string
	shopName: string
}

const isWaiting = and(isNull(shopDeliveries.deliveredAt), isNull(shopDeliveries.droppedAt))

const listedDeliveryRow = rows({
	deliveryId: shopDeliveries.id,
	...pickColumns(shopDeliveries, 'webhookId', 'kind', 'appointmentId', 'createdAt', 'attemptCount'),
	...pickColumns(shopDeliveries, 'nextAttemptAt', 'deliveredAt', 'droppedAt', 'lastResult'),
})
export type ListedDelivery = ReturnType<typeof listedDeliveryRow.read>

const deliveriesOfShop = preparedSelect(
	listedDeliveryRow,
	() => sql`FROM ${shopDeliveries} WHERE ${shopDeliveries.webhookId} IN (SELECT ${shopWebhooks.id} FROM ${shopWebhooks} WHERE ${shopWebhooks.shopId} = ${placeholder('shopId')})
			AND ${shopDeliveries.createdAt} <= ${placeholder('until')}
			AND (${shopDeliveries.createdAt} < ${placeholder('until')} OR ${shopDeliveries.id} < ${placeholder('beforeId')})
		ORDER BY ${shopDeliveries.createdAt} DESC, ${shopDeliveries.id} DESC LIMIT ${placeholder('limit')}`,
)

const waitingDeliveries = prepared(() =>
	build
		.select({ count: count() })
		.from(shopDeliveries)
		.where(and(isWaiting, sql`${shopDeliveries.nextAttemptAt} > 0`)),
)

const ofWebhook = (column: string) =>
	sql`(SELECT ${sql.identifier(column)} FROM ${shopWebhooks} WHERE ${shopWebhooks.id} = webhook_id)`

/** RETURNING names columns without their table. */
const claimedDelivery = rows({
	deliveryId: text(sql`id`),
	webhookId: text(sql`webhook_id`),
	kind: word(sql`kind`, shopEventKinds),
	body: text(sql`payload`),
	url: text(ofWebhook('url')),
	secret: text(ofWebhook('secret')),
	shopId: text(ofWebhook('shop_id')),
	shopName:
		text(sql`(SELECT ${shops.name} FROM ${shops} JOIN ${shopWebhooks} ON ${shopWebhooks.shopId} = ${shops.id}
		WHERE ${shopWebhooks.id} = webhook_id)`),
})

/** Deliveries to shops' programs: each event once to each address. */
export function createShopDeliveryRepository(read: Database['read']) {
	return {
		/**
		 * Stands after the event's rows. Queues nothing without a live address, or where a cancellation, first review or
		 * refund did not happen.
		 */
		queueEvent({ kind, amountKobo, now, ...of }: ShopEvent): Statement<number> {
			const refundedPayment = 'paymentReference' in of ? of.paymentReference : null
			const isRefund = sql`${refunds.paymentReference} = ${refundedPayment} AND ${refunds.part} = ${'part' in of ? of.part : 0}`
			const appointment =
				'appointmentId' in of
					? sql`${appointments.id} = ${of.appointmentId} AND (${kind} <> 'cancelled' OR ${appointments.cancelledAt} = ${now})
						AND (${kind} <> 'reviewed' OR EXISTS (SELECT 1 FROM ${reviews}
							WHERE ${reviews.appointmentId} = ${appointments.id} AND ${reviews.createdAt} = ${now}))`
					: sql`${appointments.checkoutId} = (SELECT ${paymentAttempts.checkoutId} FROM ${paymentAttempts}
							WHERE ${paymentAttempts.paymentReference} = ${refundedPayment})
						AND EXISTS (SELECT 1 FROM ${refunds} WHERE ${isRefund} AND ${refunds.status} = 'processed')`
			const amount =
				refundedPayment === null
					? sql`${amountKobo ?? null}`
					: sql`(SELECT ${refunds.amountKobo} FROM ${refunds} WHERE ${isRefund})`
			return insertFrom(
				shopDeliveries,
				{
					id: sql`lower(hex(randomblob(16)))`,
					webhookId: sql`${shopWebhooks.id}`,
					kind,
					dedupeKey:
						'onceFor' in of
							? `${kind}:${of.onceFor}`
							: sql`${`${kind}:`} || ${appointments.id} || ':' || ${appointments.calendarSequence}`,
					appointmentId: sql`${appointments.id}`,
					payload: eventPayload(kind, amount, now),
					createdAt: now,
					nextAttemptAt: now,
				},
				sql`FROM ${appointments} JOIN ${shopWebhooks} ON ${shopWebhooks.shopId} = ${appointments.shopId} AND ${shopWebhooks.endedAt} IS NULL
					WHERE ${appointment} ON CONFLICT DO NOTHING`,
			)
		},

		/** Stands after the statement that spends the code. */
		queueCheckIn: ({
			codeId,
			sessionId,
			now,
		}: {
			codeId: string
			sessionId: string | null
			now: Instant
		}): Statement<number> =>
			insertFrom(
				shopDeliveries,
				{
					id: sql`lower(hex(randomblob(16)))`,
					webhookId: sql`${shopWebhooks.id}`,
					kind: 'checked_in',
					dedupeKey: `checked_in:${codeId}`,
					appointmentId: '',
					payload: sql`json_object('event', 'checked_in', 'occurred_at', ${iso(sql`${now}`)}, 'amount_kobo', NULL, 'check_in', json_object(
						'check_in_id', ${checkInCodes.id}, 'subscription_id', ${subscriptions.id}, 'plan_id', ${subscriptions.planId}, 'session_id', ${sessionId}))`,
					createdAt: now,
					nextAttemptAt: now,
				},
				sql`FROM ${checkInCodes} JOIN ${subscriptions} ON ${subscriptions.id} = ${checkInCodes.subscriptionId}
					JOIN ${shopWebhooks} ON ${shopWebhooks.shopId} = ${checkInCodes.shopId} AND ${shopWebhooks.endedAt} IS NULL
					WHERE ${checkInCodes.id} = ${codeId} ON CONFLICT DO NOTHING`,
			),

		/** Claims the due deliveries, first attempts first, and sets when each is due again: no two senders hold one. */
		claimDue: (now: Instant, limit: number): Statement<ClaimedDelivery[]> =>
			rawRead(
				sql`UPDATE ${shopDeliveries} SET attempt_count = attempt_count + 1,
						next_attempt_at = ${now} + min(${LONGEST_RETRY_MS}, ${FIRST_RETRY_MS} * (1 << min(attempt_count, 20)))
					WHERE ${shopDeliveries.id} IN (
						SELECT id FROM (
							SELECT id, attempt_count, next_attempt_at,
								row_number() OVER (PARTITION BY webhook_id ORDER BY attempt_count > 0, next_attempt_at) AS place
							FROM ${shopDeliveries} WHERE ${isWaiting} AND ${shopDeliveries.nextAttemptAt} <= ${now}
						) WHERE place <= ${OF_ONE_ADDRESS} ORDER BY attempt_count > 0, next_attempt_at LIMIT ${limit}
					)
					RETURNING ${claimedDelivery.columns}`,
				claimedDelivery.read,
			),

		markDelivered: (deliveryId: string, result: string, now: Instant): Statement<number> =>
			updateWhere(
				shopDeliveries,
				{ deliveredAt: now, lastResult: result },
				and(eq(shopDeliveries.id, deliveryId), isWaiting),
			),

		markFailed: (deliveryId: string, result: string): Statement<number> =>
			updateWhere(shopDeliveries, { lastResult: result }, and(eq(shopDeliveries.id, deliveryId), isWaiting)),

		/** The newest first, a page from `before` on. */
		deliveriesOfShop: (
			shopId: string,
			{ limit, before }: { limit: number; before: ListPlace | null },
		): Promise<ListedDelivery[]> =>
			read(
				deliveriesOfShop({
					shopId,
					limit,
					until: before?.at ?? Number.MAX_SAFE_INTEGER,
					beforeId: before?.id ?? '',
				}),
			),

		/** Counts only live addresses. */
		async countReplayable(which: ReplayedDeliveries): Promise<number> {
			const [found] = await read(
				builtRead(build.select({ count: count() }).from(shopDeliveries).where(isReplayed(which))),
			)
			return found?.count ?? 0
		},

		/** Makes deliveries due at once, as if new; only to live addresses. */
		replay: (which: ReplayedDeliveries, now: Instant): Statement<number> =>
			updateWhere(
				shopDeliveries,
				{ deliveredAt: null, droppedAt: null, attemptCount: 0, nextAttemptAt: now },
				isReplayed(which),
			),

		/** Waiting ones, due now or later. */
		async countWaiting(): Promise<number> {
			const [waiting] = await read(waitingDeliveries())
			return waiting?.count ?? 0
		},

		purgeDoneBefore: (createdBefore: Instant): Statement<number> =>
			deleteOldest(
				shopDeliveries,
				and(
					lte(shopDeliveries.createdAt, createdBefore),
					sql`(${shopDeliveries.deliveredAt} IS NOT NULL OR ${shopDeliveries.droppedAt} IS NOT NULL)`,
				),
			),
	}
}

export type ReplayedDeliveries = { shopId: string } & ({ deliveryId: string } | { since: Instant })

function isReplayed(which: ReplayedDeliveries): SQL | undefined {
	return and(
		sql`${shopDeliveries.webhookId} IN (SELECT ${shopWebhooks.id} FROM ${shopWebhooks}
			WHERE ${shopWebhooks.shopId} = ${which.shopId} AND ${shopWebhooks.endedAt} IS NULL)`,
		'deliveryId' in which
			? eq(shopDeliveries.id, which.deliveryId)
			: sql`${shopDeliveries.createdAt} >= ${which.since}`,
	)
}

/** Ids, times, states and amounts: an address that we do not know gets no contact details. */
function eventPayload(kind: ShopEventKind, amount: SQL, now: Instant): SQL {
	return sql`json_object('event', ${kind}, 'occurred_at', ${iso(sql`${now}`)}, 'amount_kobo', ${amount}, 'appointment', json_object(
		'appointment_id', ${appointments.id}, 'reference', ${appointments.referenceNumber}, 'status', ${appointments.status},
		'starts_at', ${iso(sql`${appointments.startsAt}`)}, 'ends_at', ${iso(sql`${appointments.endsAt}`)},
		'is_walk_in', json(iif(${appointments.isWalkIn}, 'true', 'false')),
		'total_kobo', ${appointments.totalKobo}, 'paid_kobo', ${appointments.paidKobo}))`
}

/** '2026-11-23T09:00:00.000Z' */
function iso(at: SQL): SQL {
	return sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${at} / 1000.0, 'unixepoch')`
}
