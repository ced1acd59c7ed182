import { and, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { RateLimitKind } from '#app/kernel/vocabulary/identity.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { rateLimits } from '#db/schema/identity.ts'
import { accessKeys } from '#db/schema/shops.ts'
import { build, builtRead, builtWrite } from '#db/statement.server.ts'
import { rateLimitRules } from './rate-limit.ts'

/** What is counted, and whose attempts: a keyed hash, never an address or an e-mail. */
export type RateLimit = { kind: RateLimitKind; subject: string }

export function createRateLimitRepository(read: Database['read']) {
	return {
		/**
		 * Counts a try before its answer is known, so that a hundred at once count as a hundred. No row is changed when
		 * the limit refuses it; `isWithinLimit` tells.
		 */
		recordAttempt: (rateLimit: RateLimit, now: Instant): Statement<number> => {
			const { windowMs } = rateLimitRules[rateLimit.kind]
			const counted = builtWrite(
				build
					.insert(rateLimits)
					.values({ ...rateLimit, attempts: 1, lastAttemptAt: now, expiresAt: now + windowMs })
					.onConflictDoUpdate(countedOnce(rateLimit, now)),
			)
			return { ...counted, countsAttempt: true }
		},

		/**
		 * Counts a request of an API key, as `recordAttempt` counts a try, and how the count stands then. A key that is none
		 * counts nothing, so that strangers fill no table.
		 */
		recordKeyRequest(
			secretHash: string,
			now: Instant,
		): [counted: Statement<number>, standing: Statement<{ attempts: number; expiresAt: Instant }[]>] {
			const rateLimit = { kind: 'api-key', subject: secretHash } as const
			const { target, set, setWhere } = countedOnce(rateLimit, now)
			const insert = build.insert(rateLimits).select(
				build
					.select({
						kind: sql`'api-key'`.as('kind'),
						subject: accessKeys.secretHash,
						attempts: sql`1`.as('attempts'),
						lastAttemptAt: sql`${now}`.as('last_attempt_at'),
						expiresAt: sql`${now + rateLimitRules['api-key'].windowMs}`.as('expires_at'),
					})
					.from(accessKeys)
					.where(and(eq(accessKeys.secretHash, secretHash), isNull(accessKeys.endedAt))),
			)
			const counted = builtWrite(insert.onConflictDoUpdate({ target, set, setWhere }))
			const { attempts, expiresAt } = rateLimits
			return [
				{ ...counted, countsAttempt: true },
				builtRead(build.select({ attempts, expiresAt }).from(rateLimits).where(isOf(rateLimit))),
			]
		},

		/** When a try that was refused may be repeated. */
		async retryAt(rateLimit: RateLimit, now: Instant): Promise<Instant> {
			const [last] = await read(lastAttemptOf(isOf(rateLimit)))
			return (last?.at ?? now) + rateLimitRules[rateLimit.kind].pauseMs
		},

		/** Refuses all of its batch ('promo_rate_limited') where the next attempt would be refused; counts none. */
		requireAttemptLeft(rateLimit: RateLimit, now: Instant): Statement<number> {
			const { freeAttempts, pauseMs } = rateLimitRules[rateLimit.kind]
			return refuseWhen(
				'promo_rate_limited',
				sql`EXISTS (SELECT 1 FROM ${rateLimits} WHERE ${isOf(rateLimit)} AND ${rateLimits.expiresAt} > ${now}
					AND ${rateLimits.attempts} >= ${freeAttempts} AND ${rateLimits.lastAttemptAt} > ${now - pauseMs})`,
			)
		},

		/** The right answer came: the count starts over. */
		clearAttempts: (rateLimit: RateLimit): Statement<number> =>
			builtWrite(build.delete(rateLimits).where(isOf(rateLimit))),

		/** The right answer came from a shared subject: only this try is given back. */
		releaseAttempt: (rateLimit: RateLimit): Statement<number> =>
			builtWrite(
				build
					.update(rateLimits)
					.set({ attempts: sql`${rateLimits.attempts} - 1` })
					.where(and(isOf(rateLimit), gt(rateLimits.attempts, 0))),
			),

		/** Housekeeping: nothing depends on it having run. */
		purgeRateLimitsExpiredAt: (now: Instant): Statement<number> =>
			deleteSlice(rateLimits, lte(rateLimits.expiresAt, now)),
	}
}

/** Whether the database counted an attempt, and so allows it; `recorded` is what `recordAttempt` gave back. */
export function isWithinLimit(recorded: number | undefined): boolean {
	return recorded !== undefined && recorded > 0
}

export type RateLimitRepository = ReturnType<typeof createRateLimitRepository>

/** One attempt more; a window that is over begins again. */
function countedOnce({ kind }: RateLimit, now: Instant) {
	const { freeAttempts, windowMs, pauseMs } = rateLimitRules[kind]
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

function isOf({ kind, subject }: RateLimit): SQL | undefined {
	return and(eq(rateLimits.kind, kind), eq(rateLimits.subject, subject))
}

function lastAttemptOf(condition: SQL | undefined) {
	return builtRead(build.select({ at: rateLimits.lastAttemptAt }).from(rateLimits).where(condition))
}
