import { sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { GuessKind } from '#app/kernel/vocabulary.ts'
import type { Database, Statement, WrittenRows } from '#db/client.server.ts'
import { rawRead, rawWrite } from '#db/statement.server.ts'
import { guessLimits } from './guess-limit.ts'

/** What is counted, and whose tries: a keyed hash, never an address or an e-mail. */
export type Guess = { kind: GuessKind; subject: string }

export function createGuessRepository(read: Database['read']) {
	return {
		/**
		 * Counts a try before its answer is known, so that a hundred at once count as a hundred. No row is changed when
		 * the limit refuses it; `wasCounted` tells.
		 */
		countTry: ({ kind, subject }: Guess, now: Instant): Statement => {
			const { freeTries, windowMs, pauseMs } = guessLimits[kind]
			return rawWrite(
				sql`INSERT INTO guess_counters (kind, subject, tries, last_try_at, expires_at)
					VALUES (${kind}, ${subject}, 1, ${now}, ${now + windowMs})
					ON CONFLICT (kind, subject) DO UPDATE SET
						tries = CASE WHEN expires_at <= ${now} THEN 1 ELSE tries + 1 END,
						last_try_at = ${now},
						expires_at = CASE WHEN expires_at <= ${now} THEN ${now + windowMs} ELSE expires_at END
					WHERE expires_at <= ${now} OR tries < ${freeTries} OR last_try_at <= ${now - pauseMs}`,
			)
		},

		/** When a try that was refused may be repeated. */
		async retryAt({ kind, subject }: Guess, now: Instant): Promise<Instant> {
			const [lastTryAt = now] = await read(
				rawRead(
					sql`SELECT last_try_at FROM guess_counters WHERE kind = ${kind} AND subject = ${subject}`,
					(row) => Number(row.last_try_at),
				),
			)
			return lastTryAt + guessLimits[kind].pauseMs
		},

		/** Whether the next try would be refused, without counting one: null, or when it may be repeated. */
		async pausedUntil({ kind, subject }: Guess, now: Instant): Promise<Instant | null> {
			const { freeTries, pauseMs } = guessLimits[kind]
			const [retryAt] = await read(
				rawRead(
					sql`SELECT last_try_at FROM guess_counters WHERE kind = ${kind} AND subject = ${subject}
						AND expires_at > ${now} AND tries >= ${freeTries} AND last_try_at > ${now - pauseMs}`,
					(row) => Number(row.last_try_at) + pauseMs,
				),
			)
			return retryAt ?? null
		},

		/** The right answer came: the count begins anew. */
		forgetTries: ({ kind, subject }: Guess): Statement =>
			rawWrite(sql`DELETE FROM guess_counters WHERE kind = ${kind} AND subject = ${subject}`),

		/** The right answer came from a shared subject: only this try is given back. */
		giveTryBack: ({ kind, subject }: Guess): Statement =>
			rawWrite(
				sql`UPDATE guess_counters SET tries = tries - 1 WHERE kind = ${kind} AND subject = ${subject} AND tries > 0`,
			),

		/** Housekeeping: nothing depends on it having run. */
		purgeGuessesExpiredAt: (now: Instant): Statement =>
			rawWrite(sql`DELETE FROM guess_counters WHERE expires_at <= ${now}`),
	}
}

/** Whether the database counted a try, and so allows it. */
export function wasCounted(written: WrittenRows | undefined): boolean {
	return written !== undefined && written.rowsAffected > 0
}

export type GuessRepository = ReturnType<typeof createGuessRepository>
