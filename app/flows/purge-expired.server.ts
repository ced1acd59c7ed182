import type { DraftRepository } from '#app/domain/booking/draft-repository.server.ts'
import type { HoldRepository } from '#app/domain/booking/hold-repository.server.ts'
import type { WriteBatch } from '#app/domain/booking/refusal-of-write.server.ts'
import type { AccountRepository } from '#app/domain/identity/account-repository.server.ts'
import type { GuessRepository } from '#app/domain/identity/guess-repository.server.ts'
import type { SessionRepository } from '#app/domain/identity/session-repository.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'

export type PurgeExpiredDeps = {
	drafts: Pick<DraftRepository, 'purgeSavedBefore'>
	holds: Pick<HoldRepository, 'purgeExpiredAt'>
	sessions: Pick<SessionRepository, 'purgeSessionsExpiredAt'>
	guesses: Pick<GuessRepository, 'purgeGuessesExpiredAt'>
	accounts: Pick<AccountRepository, 'purgeTokensExpiredBefore'>
	writeBatch: WriteBatch
}

/**
 * Every minute: purges drafts that were discarded 24 hours after their last save, holds, sessions and counts of guesses
 * that ran out, and links of mails a day after they did. All of them stopped counting by a comparison with now, so nothing
 * depends on this having run; twice, or two at once, is the same as once.
 */
export async function purgeExpired(
	deps: PurgeExpiredDeps,
	now: Instant,
): Promise<{ drafts: number; holds: number }> {
	const [holds, drafts] = await deps.writeBatch([
		deps.holds.purgeExpiredAt(now),
		deps.drafts.purgeSavedBefore(now - DAY_MS),
		deps.sessions.purgeSessionsExpiredAt(now),
		deps.guesses.purgeGuessesExpiredAt(now),
		deps.accounts.purgeTokensExpiredBefore(now - DAY_MS),
	])
	return { drafts: drafts?.rowsAffected ?? 0, holds: holds?.rowsAffected ?? 0 }
}
