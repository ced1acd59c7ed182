import { type CodeFor, shopWords } from '#app/domain/booking/reader-words.ts'
import { referralReasonWords } from '#app/domain/loyalty/referral-words.ts'
import type { SettledReferral } from '#app/flows/lifecycle/settle-referral.server.ts'
import {
	completeAppointment,
	missAppointment,
	undoAppointment,
} from '#app/flows/shop/close-appointment.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import type { Outcome } from '#app/kernel/outcome.ts'
import { isRetryable, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import { operatorActOn } from './operator-act.ts'
import type { OpsCommand, OpsResult } from './ops-command.ts'
import { NO_ANSWER, opsRepositories } from './ops-database.ts'
import { referenceOf } from './typed-reference.ts'

/** `ops complete <reference>`: the visit took place. */
export const complete: OpsCommand = {
	name: 'complete',
	summary: 'says that a visit took place: stamps, rewards and cashback follow',
	places: ['reference'],
	options: { unpaid: { type: 'boolean', about: 'the rest was not paid at the shop: it gives no cashback' } },
	about:
		'Completes the booking of that reference, from its start on, and counts what is left to pay as paid at the shop. Sent twice it counts once. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [reference = ''], options, env, now }) {
		const isPaid = options.unpaid !== true
		const asked = { reference: referenceOf(reference), now }
		const deps = opsRepositories(env)
		const alongside = await operatorActOn(deps, { ...asked, kind: 'visit_completed' })
		const completed = await completeAppointment(deps, { ...asked, isPaid, alongside })
		return resultOf(completed, ({ stamps, rewards, cashbackKobo, referral }) => [
			`${reference} is completed.`,
			...(stamps > 0 ? [`Stamps: ${stamps}.`] : []),
			...rewards.map((description) => `Reward: ${description}.`),
			...(cashbackKobo > 0 ? [`Cashback: ${formatNaira(cashbackKobo)}.`] : []),
			...(referral ? [referralLine(referral)] : []),
		])
	},
}

/** `ops no-show <reference>`: the customer did not come. */
export const noShow: OpsCommand = {
	name: 'no-show',
	summary: 'says that a customer did not come, from 15 minutes after the start on',
	places: ['reference'],
	options: {},
	about:
		'Marks the booking of that reference as missed. Its time is free again; what was paid in advance stays with the shop. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [reference = ''], env, now }) {
		const asked = { reference: referenceOf(reference), now }
		const deps = opsRepositories(env)
		const alongside = await operatorActOn(deps, { ...asked, kind: 'visit_missed' })
		const missed = await missAppointment(deps, { ...asked, alongside })
		return resultOf(missed, () => [`${reference} is marked as missed.`])
	},
}

/** `ops undo <reference>`: neither of the two. */
export const undo: OpsCommand = {
	name: 'undo',
	summary: 'opens a completed or missed visit again, and takes back what it gave',
	places: ['reference'],
	options: {},
	about:
		'Takes back stamps, rewards and cashback as far as they are left: what was used already stays the expense of the shop, and is named. A missed visit is opened again while its time is free. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [reference = ''], env, now }) {
		const asked = { reference: referenceOf(reference), now }
		const deps = opsRepositories(env)
		const alongside = await operatorActOn(deps, { ...asked, kind: 'visit_undone' })
		const undone = await undoAppointment(deps, { ...asked, alongside })
		return resultOf(undone, (reversed) => {
			const { cashbackKobo, rewards, lostKobo, lostRewards, referralKobo, lostReferralKobo } = reversed
			return [
				`${reference} is open again.`,
				...(cashbackKobo > 0 ? [`Cashback reversed: ${formatNaira(cashbackKobo)}.`] : []),
				...(rewards > 0 ? [`Rewards reversed: ${rewards}.`] : []),
				...(lostKobo > 0 ? [`Cashback that was spent, the shop's expense: ${formatNaira(lostKobo)}.`] : []),
				...(lostRewards > 0 ? [`Rewards that were used, the shop's expense: ${lostRewards}.`] : []),
				...(referralKobo > 0 ? [`Taken back from whoever referred them: ${formatNaira(referralKobo)}.`] : []),
				...(lostReferralKobo > 0
					? [`A referral that was spent, the shop's expense: ${formatNaira(lostReferralKobo)}.`]
					: []),
			]
		})
	},
}

function referralLine({ status, reason, referrerKobo }: SettledReferral): string {
	if (status === 'paid') return `Referral: ${formatNaira(referrerKobo)} for whoever referred them.`
	return `Referral ${status === 'held' ? 'held for a person to look at' : 'not paid'}: ${referralReasonWords[reason]}.`
}

function resultOf<Value extends object | null>(
	outcome: Outcome<Value, CodeFor<'shop'> | WriteFailure>,
	linesOf: (value: Value) => string[],
): OpsResult {
	if (outcome.ok) return { isWell: true, lines: linesOf(outcome.value), data: { ...outcome.value } }
	const { refusal } = outcome
	const line = isRetryable(refusal) ? NO_ANSWER : shopWords(refusal)
	return { isWell: false, lines: [line], data: { refusal } }
}
