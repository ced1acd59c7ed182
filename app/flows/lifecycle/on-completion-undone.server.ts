import type { VisitToClose } from '#app/domain/booking/close-visit.ts'
import { cashbackLines } from '#app/domain/loyalty/cashback-lines.ts'
import { isReached, withoutStamp } from '#app/domain/loyalty/count-visit.ts'
import type {
	CashbackAccount,
	EarnedReward,
	EnrollmentOfVisit,
} from '#app/domain/loyalty/standing-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** A completion that a batch undoes. */
export type UndoneCompletion = {
	visit: VisitToClose & { completedAt: Instant }
	enrollments: readonly EnrollmentOfVisit[]
	cashbackAccount: CashbackAccount | null
	now: Instant
}

/** What could be taken back, and what was spent before and stays the shop's expense (D38). */
export type TakenBack = { cashbackKobo: Kobo; rewards: number; lostKobo: Kobo; lostRewards: number }

type Deps = Pick<Repositories, 'standings' | 'ledger'>
type Reversal = { statements: Statement[]; earnedKobo: Kobo; taken: number; lost: number }

/** The statements that follow from an undone completion, and what they take back. They belong after its update, in the same batch. */
export function onCompletionUndone(
	deps: Deps,
	undone: UndoneCompletion,
): { statements: Statement[]; takenBack: TakenBack } {
	const { visit, enrollments, cashbackAccount, now } = undone
	const reversals = enrollments.map((enrollment) => reversalOf(deps, enrollment, visit.appointmentId))
	const earnedKobo = reversals.reduce((sum, reversal) => sum + reversal.earnedKobo, 0)
	const cashbackKobo = Math.min(earnedKobo, cashbackAccount?.balanceKobo ?? 0)
	return {
		statements: [
			...reversals.flatMap(({ statements }) => statements),
			...(cashbackAccount && cashbackKobo > 0
				? deps.ledger.postEntry({
						occasion: `cashback-undone:${visit.appointmentId}:${visit.completedAt}`,
						lines: cashbackLines({
							shopId: visit.shopId,
							cashbackAccountId: cashbackAccount.id,
							amountKobo: -cashbackKobo,
						}),
						occurredAt: now,
						now,
					})
				: []),
		],
		takenBack: {
			cashbackKobo,
			rewards: reversals.reduce((sum, { taken }) => sum + taken, 0),
			lostKobo: earnedKobo - cashbackKobo,
			lostRewards: reversals.reduce((sum, { lost }) => sum + lost, 0),
		},
	}
}

function reversalOf({ standings }: Deps, enrollment: EnrollmentOfVisit, appointmentId: string): Reversal {
	const { enrollmentId, counted, visitsRequired, isCyclic } = enrollment
	if (counted === null) return { statements: [], earnedKobo: 0, taken: 0, lost: 0 }
	const card = visitsRequired === null ? null : { visitsRequired, isCyclic: isCyclic === true }
	const to = card && counted.isStamp ? withoutStamp(card, enrollment) : enrollment
	const notEarned = card ? enrollment.rewards.filter((reward) => !isReached(reward, card, to)) : []
	// Credited cashback is taken out of the balance, however its row reads.
	const taken = notEarned.filter((reward) => reward.usedAt === null || isCashback(reward))
	const earnedKobo = taken
		.filter(isCashback)
		.reduce((sum, { value }) => sum + (value ?? 0), counted.cashbackKobo)
	return {
		statements: standings.uncountVisit(
			{ enrollmentId, appointmentId },
			enrollment,
			{ ...to, spentKobo: counted.paidKobo, earnedKobo },
			taken.map(({ id }) => id),
		),
		earnedKobo,
		taken: taken.filter((reward) => !isCashback(reward)).length,
		lost: notEarned.length - taken.length,
	}
}

function isCashback({ rewardKind }: EarnedReward): boolean {
	return rewardKind === 'cashback'
}
