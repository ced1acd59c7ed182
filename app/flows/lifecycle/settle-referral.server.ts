import { checkReferral, type ReferralDecision } from '#app/domain/loyalty/referral-check.ts'
import type { ReferralOfAppointment } from '#app/domain/loyalty/referral-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { creditCashback, reverseCashback } from './cashback.server.ts'

type Deps = Pick<Repositories, 'loyalty' | 'payments'>
type AppointmentInState = { appointmentId: string; shopId: string }
/** `completion`: the number of the completion that pays. */
type ToPay = {
	referral: ReferralOfAppointment
	appointment: AppointmentInState
	completion: number
	now: Instant
}

export type SettledReferral = ReferralDecision & { referrerKobo: Kobo }

/** Pays the referrer of the completed visit, unless `checkReferral` refuses or holds it (D41). */
export function settleReferral(
	deps: Deps,
	toPay: ToPay,
): { statements: Statement[]; settled: SettledReferral } {
	const { referral, now } = toPay
	const decision = checkReferral(referral)
	const { referrerKobo } = referral
	return {
		statements: [
			...deps.loyalty.referrals.settleReferral(referral, decision, now),
			...(decision.status === 'paid' ? payReferrer(deps, toPay) : []),
		],
		settled: { ...decision, referrerKobo },
	}
}

/** Pays a referrer, by an entry keyed by the visit and its completion. */
export function payReferrer(deps: Deps, { referral, ...toPay }: ToPay): Statement[] {
	const { referrer, referrerKobo: amountKobo } = referral
	if (referrer === null) throw new Error('a referral is paid to nobody')
	const { cashbackAccount: account, userId } = referrer
	return creditCashback(deps, { kind: 'referral', ...toPay, account, userId, amountKobo }).statements
}

/** The friend's visit is open again: the referral waits, and the rest of the reward is reversed (D38). */
export function reopenReferral(
	deps: Deps,
	input: {
		referral: ReferralOfAppointment
		appointment: AppointmentInState & { completions: number }
		now: Instant
	},
): { statements: Statement[]; takenKobo: Kobo; lostKobo: Kobo } {
	const { referral, appointment, now } = input
	const back = reverseCashback(deps, {
		kind: 'referral-undone',
		appointment,
		account: referral.referrer?.cashbackAccount ?? null,
		amountKobo: referral.status === 'paid' ? referral.referrerKobo : 0,
		reason: 'referral_undone',
		now,
	})
	return { ...back, statements: [...deps.loyalty.referrals.reopenReferral(referral), ...back.statements] }
}
