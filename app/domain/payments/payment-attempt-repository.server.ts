import { and, asc, between, count, eq, gt, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import { alias, type SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { AttemptStatus, PaymentMode, PurchaseKind } from '#app/kernel/vocabulary/payments.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { checkouts } from '#db/schema/booking.ts'
import { paymentAttempts } from '#db/schema/payments.ts'
import { build, builtRead, insertFrom, updateWhere } from '#db/statement.server.ts'
import { youngSince } from './check-times.ts'

export type NewAttempt = {
	paymentReference: string
	purchaseKind: PurchaseKind
	checkoutId: string
	amountKobo: Kobo
	provider: string
	mode: PaymentMode
	expiresAt: Instant
	nextCheckAt: Instant
	now: Instant
}

/** Of one contact or account, within an hour. */
const MAX_PAYMENT_STARTS = 10

/** The attempts of the same checkout. */
const others = alias(paymentAttempts, 'others')

export function createPaymentAttemptRepository(read: Database['read']) {
	return {
		/** Young attempts first: most old ones were abandoned (F6, W13). Of each the longest waiting first. */
		async dueAttempts(now: Instant, limit: number): Promise<string[]> {
			const due = await read(
				builtRead(
					build
						.select({ paymentReference: paymentAttempts.paymentReference })
						.from(paymentAttempts)
						.where(isDue(now))
						.orderBy(sql`${paymentAttempts.expiresAt} < ${youngSince(now)}`, asc(paymentAttempts.nextCheckAt))
						.limit(limit),
				),
			)
			return due.map(({ paymentReference }) => paymentReference)
		},

		/** References of paid attempts made in that time, in order, from `after` on. */
		async receivedBetween({
			from,
			to,
			after,
			limit,
			...input
		}: {
			provider: string
			from: Instant
			to: Instant
			after: string
			limit: number
		}): Promise<string[]> {
			const { paymentReference, provider, createdAt } = paymentAttempts
			const found = await read(
				builtRead(
					build
						.select({ paymentReference })
						.from(paymentAttempts)
						.where(
							and(
								gt(paymentReference, after),
								between(createdAt, from, to),
								eq(provider, input.provider),
								eq(paymentAttempts.status, 'paid'),
							),
						)
						.orderBy(asc(paymentReference))
						.limit(limit),
				),
			)
			return found.map((row) => row.paymentReference)
		},

		async checksDue(now: Instant): Promise<{ count: number; oldestDueAt: Instant | null }> {
			const oldestDueAt = sql<Instant | null>`min(${paymentAttempts.nextCheckAt})`
			const [due] = await read(
				builtRead(build.select({ count: count(), oldestDueAt }).from(paymentAttempts).where(isDue(now))),
			)
			return due ?? { count: 0, oldestDueAt: null }
		},

		/**
		 * Refuses a second open attempt of a checkout ('unique:payment_attempts.checkout_id', R33). A repeat changes no
		 * row.
		 */
		insertAttempt: ({ now, ...attempt }: NewAttempt): Statement<number> =>
			insertFrom(
				paymentAttempts,
				{ ...attempt, createdAt: now },
				sql`WHERE NOT EXISTS (SELECT 1 FROM ${paymentAttempts}
					WHERE ${paymentAttempts.paymentReference} = ${attempt.paymentReference})`,
			),

		/**
		 * Stands after the attempt: refuses an attempt above the ceiling of the contact or account (D33). An arrived
		 * payment does not count.
		 */
		attemptCeiling(paymentReference: string, now: Instant): Statement {
			const attempts = sql`SELECT count(*) FROM checkouts other JOIN payment_attempts attempt ON attempt.checkout_id = other.id
				WHERE attempt.created_at > ${now - HOUR_MS}`
			return refuseWhen(
				'too_many_payment_starts',
				sql`EXISTS (SELECT 1 FROM payment_attempts mine JOIN checkouts paid ON paid.id = mine.checkout_id
					WHERE mine.payment_reference = ${paymentReference} AND mine.created_at = ${now} AND max(
						(${attempts} AND other.created_by_user_id = paid.created_by_user_id),
						(${attempts} AND other.mailbox = paid.mailbox
							AND other.created_by_user_id IS NULL AND paid.created_by_user_id IS NULL),
						(${attempts} AND other.phone = paid.phone
							AND other.created_by_user_id IS NULL AND paid.created_by_user_id IS NULL)
					) > ${MAX_PAYMENT_STARTS})`,
			)
		},

		/** A newer attempt takes their place; their money still counts (R34). */
		replaceAttempts: (paymentReferences: readonly string[]): Statement<number> =>
			updateWhere(
				paymentAttempts,
				{ status: 'replaced' },
				and(
					inArray(paymentAttempts.status, ['created', 'open']),
					sql`${paymentAttempts.paymentReference} IN (SELECT value FROM json_each(${JSON.stringify(paymentReferences)}))`,
				),
			),

		/** A payment that came meanwhile stays paid. */
		openAttempt: (paymentReference: string, authorizationUrl: string): Statement<number> =>
			updateWhere(
				paymentAttempts,
				{
					authorizationUrl,
					status: sql`CASE ${paymentAttempts.status} WHEN 'created' THEN 'open' ELSE ${paymentAttempts.status} END`,
				},
				isAttempt(paymentReference),
			),

		/** `not_started`: the provider refused. `replaced`: the answer was lost, so the attempt may exist there. */
		giveUpAttempt: (paymentReference: string, status: 'not_started' | 'replaced'): Statement<number> =>
			updateWhere(
				paymentAttempts,
				{ status },
				and(isAttempt(paymentReference), eq(paymentAttempts.status, 'created')),
			),

		/** A definite answer, and the next check; null ends the attempt. */
		recordAnswer: (
			paymentReference: string,
			gatewayStatus: 'unfinished' | 'failed',
			nextCheckAt: Instant | null,
		): Statement<number> =>
			recordCheck(paymentReference, {
				gatewayStatus,
				unansweredSince: null,
				...(nextCheckAt === null
					? {
							status: sql`CASE ${paymentAttempts.status} WHEN 'not_started' THEN 'not_started' ELSE 'closed' END`,
						}
					: { nextCheckAt }),
			}),

		/**
		 * A check without a definite answer: keeps since when, and the next check (F1). An attempt that another check has
		 * ended stays ended.
		 */
		recordSilence: (paymentReference: string, nextCheckAt: Instant, now: Instant): Statement<number> =>
			recordCheck(
				paymentReference,
				{ unansweredSince: sql`coalesce(${paymentAttempts.unansweredSince}, ${now})`, nextCheckAt },
				['paid', 'closed'],
			),

		/** A slice of attempts of unpaid checkouts, once their payment is no longer expected (F13). */
		purgeUnpaidAttempts: (createdBefore: Instant): Statement<number> =>
			deleteSlice(
				paymentAttempts,
				sql`${paymentAttempts.paymentReference} IN (
					SELECT ${paymentAttempts.paymentReference} FROM ${checkouts}
					JOIN ${paymentAttempts} ON ${paymentAttempts.checkoutId} = ${checkouts.id}
					WHERE ${checkouts.status} = 'PENDING' AND ${checkouts.createdAt} <= ${createdBefore}
						AND NOT EXISTS (SELECT 1 FROM ${paymentAttempts} ${others}
							WHERE ${others.checkoutId} = ${checkouts.id}
								AND (${others.status} NOT IN ('closed', 'not_started') OR ${others.createdAt} > ${createdBefore})))`,
			),
	}
}

/** A payment that came meanwhile stays paid. */
function recordCheck(
	paymentReference: string,
	found: SQLiteUpdateSetSource<typeof paymentAttempts>,
	unless: AttemptStatus[] = ['paid'],
) {
	return updateWhere(
		paymentAttempts,
		{ ...found, checkCount: sql`${paymentAttempts.checkCount} + 1` },
		and(isAttempt(paymentReference), notInArray(paymentAttempts.status, unless)),
	)
}

/** Raw SQL: SQLite uses a partial index only where its exact condition stands in the query. */
function isDue(now: Instant): SQL {
	return sql`${paymentAttempts.status} IN ('created', 'open', 'replaced') AND ${paymentAttempts.nextCheckAt} <= ${now}`
}

function isAttempt(paymentReference: string): SQL {
	return eq(paymentAttempts.paymentReference, paymentReference)
}
