import { and, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { rateLimits } from '#db/schema/identity.ts'
import { accessKeys } from '#db/schema/shops.ts'
import { build, builtRead, builtWrite, deleteWhere, updateWhere, upsertRow } from '#db/statement.server.ts'
import { findRule, type RateLimit } from './rate-limit.ts'

export function createRateLimitRepository(read: Database['read']) {
	return {
		/**
		 * Counts an attempt before its answer is known, so that a hundred at once count as a hundred. Changes no row where
		 * the limit refuses; see `isWithinLimit`.
		 */
		recordAttempt: (rateLimit: RateLimit, now: Instant): Statement<number> => {
			const { kind, subject } = rateLimit
			const { windowMs } = findRule(rateLimit)
			return upsertRow(
				rateLimits,
				{ kind, subject, attempts: 1, lastAttemptAt: now, expiresAt: now + windowMs },
				countedOnce(rateLimit, now),
			)
		},

		/**
		 * Counts an attempt by each limit in turn until one refuses: a refused sender uses up no further limit (S34).
		 * Allowed where all counted it; see `isWithinLimit`.
		 */
		recordAttempts: (limits: readonly RateLimit[], now: Instant): Statement<number>[] =>
			limits.map((rateLimit, i) => {
				const { kind, subject } = rateLimit
				const { set, setWhere } = countedOnce(rateLimit, now)
				const isFirst = i === 0 ? sql`true` : sql`changes() > 0`
				const expiresAt = sql`${now + findRule(rateLimit).windowMs}`
				return builtWrite(
					build
						.insert(rateLimits)
						.select(sql`SELECT ${kind}, ${subject}, 1, ${now}, ${expiresAt} WHERE ${isFirst}`)
						.onConflictDoUpdate({ target: [rateLimits.kind, rateLimits.subject], set, setWhere }),
				)
			}),

		/** As `recordAttempt`, for an access key. An unknown key counts nothing, so that strangers fill no table. */
		recordKeyAttempt,

		/** Counts a request of an API key, and gives the count after it. */
		recordKeyRequest(
			secretHash: string,
			now: Instant,
		): [counted: Statement<number>, standing: Statement<{ attempts: number; expiresAt: Instant }[]>] {
			const rateLimit = { kind: 'api-key', subject: secretHash } as const
			const { attempts, expiresAt } = rateLimits
			return [
				recordKeyAttempt(rateLimit, now),
				builtRead(build.select({ attempts, expiresAt }).from(rateLimits).where(isSameLimit(rateLimit))),
			]
		},

		/** When every limit of a refused attempt allows it again. */
		async retryAt(refused: RateLimit | readonly RateLimit[], now: Instant): Promise<Instant> {
			const waits = await Promise.all(
				[refused].flat().map(async (rateLimit) => {
					const [last] = await read(selectLastAttempt(isSameLimit(rateLimit)))
					const { freeAttempts, pauseMs } = findRule(rateLimit)
					if (!last || last.attempts < freeAttempts) return now
					return Math.min(last.at + pauseMs, last.expiresAt)
				}),
			)
			return Math.max(now, ...waits)
		},

		/** Refuses the batch ('promo_rate_limited') where the next attempt would be refused. Counts none. */
		requireAttemptLeft(rateLimit: RateLimit, now: Instant): Statement<number> {
			const { freeAttempts, pauseMs } = findRule(rateLimit)
			return refuseWhen(
				'promo_rate_limited',
				sql`EXISTS (SELECT 1 FROM ${rateLimits} WHERE ${isSameLimit(rateLimit)} AND ${rateLimits.expiresAt} > ${now}
					AND ${rateLimits.attempts} >= ${freeAttempts} AND ${rateLimits.lastAttemptAt} > ${now - pauseMs})`,
			)
		},

		/** The right answer came: the count starts over. */
		clearAttempts: (rateLimit: RateLimit): Statement<number> =>
			deleteWhere(rateLimits, isSameLimit(rateLimit)),

		/** The right answer came from a shared subject: only this attempt is released. */
		releaseAttempt: (rateLimit: RateLimit): Statement<number> =>
			updateWhere(
				rateLimits,
				{ attempts: sql`${rateLimits.attempts} - 1` },
				and(isSameLimit(rateLimit), gt(rateLimits.attempts, 0)),
			),

		purgeRateLimitsExpiredAt: (now: Instant): Statement<number> =>
			deleteSlice(rateLimits, lte(rateLimits.expiresAt, now)),
	}
}

/**
 * Whether an attempt was counted, and so allowed. `recorded` is the result of `recordAttempt`, or the sum of
 * `recordAttempts`.
 */
export function isWithinLimit(recorded: number | undefined, limits: readonly RateLimit[] = []): boolean {
	return recorded !== undefined && recorded >= (limits.length || 1)
}

function recordKeyAttempt(rateLimit: RateLimit, now: Instant): Statement<number> {
	const { target, set, setWhere } = countedOnce(rateLimit, now)
	const insert = build.insert(rateLimits).select(
		build
			.select({
				kind: sql`${rateLimit.kind}`.as('kind'),
				subject: accessKeys.secretHash,
				attempts: sql`1`.as('attempts'),
				lastAttemptAt: sql`${now}`.as('last_attempt_at'),
				expiresAt: sql`${now + findRule(rateLimit).windowMs}`.as('expires_at'),
			})
			.from(accessKeys)
			.where(and(eq(accessKeys.secretHash, rateLimit.subject), isNull(accessKeys.endedAt))),
	)
	return builtWrite(insert.onConflictDoUpdate({ target, set, setWhere }))
}

/** A window that is over begins again. */
function countedOnce(rateLimit: RateLimit, now: Instant) {
	const { freeAttempts, windowMs, pauseMs } = findRule(rateLimit)
	const { expiresAt, attempts, lastAttemptAt } = rateLimits
	return {
		target: [rateLimits.kind, rateLimits.subject],
		set: {
			attempts: sql`CASE WHEN ${expiresAt} <= ${now} THEN 1 ELSE ${attempts} + 1 END`,
			lastAttemptAt: now,
			expiresAt: sql`CASE WHEN ${expiresAt} <= ${now} THEN ${now + windowMs} ELSE ${expiresAt} END`,
		},
		setWhere: sql`${expiresAt} <= ${now} OR ${attempts} < ${freeAttempts} OR ${lastAttemptAt} <= ${now - pauseMs}`,
	}
}

function isSameLimit({ kind, subject }: RateLimit): SQL | undefined {
	return and(eq(rateLimits.kind, kind), eq(rateLimits.subject, subject))
}

function selectLastAttempt(condition: SQL | undefined) {
	const { lastAttemptAt: at, attempts, expiresAt } = rateLimits
	return builtRead(build.select({ at, attempts, expiresAt }).from(rateLimits).where(condition))
}
