import { type CodeFor, shopWords } from '#app/domain/booking/reader-words.ts'
import { referralReasonWords } from '#app/domain/loyalty/loyalty-problem-words.ts'
import {
	completeAppointment,
	missAppointment,
	undoAppointment,
} from '#app/flows/booking/close-appointment.server.ts'
import type { SettledReferral } from '#app/flows/lifecycle/settle-referral.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import type { Outcome } from '#app/kernel/outcome.ts'
import { isRetryable, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import { operatorActOn } from './operator-act.ts'
import { allWell, type OpsCommand, type OpsResult, refusedResult } from './ops-command.ts'
import { NO_ANSWER, opsRepositories } from './ops-environment.ts'
import { parseReference } from './typed-reference.ts'

export const complete: OpsCommand = {
	name: 'complete',
	summary: 'completes a visit: the customer gets stamps, rewards and cashback',
	places: ['reference'],
	options: {
		unpaid: { type: 'boolean', about: 'the amount due was not paid at the shop, so it earns no cashback' },
	},
	about:
		'Completes the booking with that reference once it has started. The amount due counts as paid at the shop. Safe to run twice. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [typed = ''], options, env, now }) {
		const isPaid = options.unpaid !== true
		const input = { referenceNumber: parseReference(typed), now }
		const deps = opsRepositories(env)
		const alongside = await operatorActOn(deps, { ...input, kind: 'visit_completed' })
		const completed = await completeAppointment(deps, { ...input, isPaid, alongside })
		return closingResult(completed, ({ stamps, rewards, cashbackKobo, referral }) => [
			`${typed} is completed.`,
			...(stamps > 0 ? [`Stamps: ${stamps}.`] : []),
			...rewards.map((description) => `Reward: ${description}.`),
			...(cashbackKobo > 0 ? [`Cashback: ${formatNaira(cashbackKobo)}.`] : []),
			...(referral ? [referralLine(referral)] : []),
		])
	},
}

export const noShow: OpsCommand = {
	name: 'no-show',
	summary: 'marks a customer as a no-show, from 15 minutes after the start',
	places: ['reference'],
	about:
		'Marks the booking with that reference as missed. Its time is free again; the shop keeps what was paid in advance. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [typed = ''], env, now }) {
		const input = { referenceNumber: parseReference(typed), now }
		const deps = opsRepositories(env)
		const alongside = await operatorActOn(deps, { ...input, kind: 'visit_missed' })
		const missed = await missAppointment(deps, { ...input, alongside })
		return closingResult(missed, () => [`${typed} is marked as missed.`])
	},
}

export const undo: OpsCommand = {
	name: 'undo',
	summary: 'reopens a completed or missed visit, and reverses what it earned',
	places: ['reference'],
	about:
		'Reverses the stamps, rewards and cashback that are left. What was already used is listed, at the shop’s expense. A missed visit can be reopened while its time is free. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [typed = ''], env, now }) {
		const input = { referenceNumber: parseReference(typed), now }
		const deps = opsRepositories(env)
		const alongside = await operatorActOn(deps, { ...input, kind: 'visit_undone' })
		const undone = await undoAppointment(deps, { ...input, alongside })
		return closingResult(undone, (reversed) => {
			const { cashbackKobo, rewards, lostKobo, lostRewards, referralKobo, lostReferralKobo } = reversed
			return [
				`${typed} is open again.`,
				...(cashbackKobo > 0 ? [`Cashback reversed: ${formatNaira(cashbackKobo)}.`] : []),
				...(rewards > 0 ? [`Rewards reversed: ${rewards}.`] : []),
				...(lostKobo > 0 ? [`Cashback already spent, at the shop's expense: ${formatNaira(lostKobo)}.`] : []),
				...(lostRewards > 0 ? [`Rewards already used, at the shop's expense: ${lostRewards}.`] : []),
				...(referralKobo > 0 ? [`Referral reward reversed: ${formatNaira(referralKobo)}.`] : []),
				...(lostReferralKobo > 0
					? [`Referral reward already spent, at the shop's expense: ${formatNaira(lostReferralKobo)}.`]
					: []),
			]
		})
	},
}

function referralLine({ status, reason, referrerKobo }: SettledReferral): string {
	if (status === 'paid') return `Referral: ${formatNaira(referrerKobo)} for the referrer.`
	return `Referral ${status === 'held' ? 'held for review' : 'not paid'}: ${referralReasonWords[reason]}.`
}

function closingResult<Value extends object | null>(
	outcome: Outcome<Value, CodeFor<'shop'> | WriteFailure>,
	linesOf: (value: Value) => string[],
): OpsResult {
	if (outcome.ok) return allWell({ ...outcome.value }, linesOf(outcome.value))
	const { refusal } = outcome
	const line = isRetryable(refusal) ? NO_ANSWER : shopWords(refusal)
	return refusedResult(refusal, line)
}
