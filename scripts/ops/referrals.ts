import { referralReasonWords, referralReviewWords } from '#app/domain/loyalty/loyalty-problem-words.ts'
import { isHeldTooLong } from '#app/domain/loyalty/referral-check.ts'
import { refuseReferral, releaseReferral } from '#app/flows/loyalty/referrals.server.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { operatorActOn } from './operator-act.ts'
import { allWell, type OpsCommand, type OpsResult } from './ops-command.ts'
import { opsRepositories, refusedWith } from './ops-environment.ts'
import { parseReference } from './typed-reference.ts'

export const referralsReview: OpsCommand = {
	name: 'referrals review',
	summary: 'lists held referrals, and why they are held',
	places: [],
	about:
		'A referral is held unpaid if friend and referrer may be the same person, or if the referrer earns unusually often. After 30 days it counts as refused. Reads DATABASE_URL and DATABASE_AUTH_TOKEN. Exit code 1: some need your decision.',
	async run({ env, now }) {
		const held = await opsRepositories(env).loyalty.referrals.heldReferrals()
		const waiting = held.filter(({ heldAt }) => !isHeldTooLong(heldAt, now))
		return {
			isWell: waiting.length === 0,
			lines: [
				`${waiting.length} held, ${held.length - waiting.length} refused by time.`,
				...held.map(
					({ referenceNumber, shopName, timeZone, code, referrerKobo, reason, heldAt }) =>
						`${isHeldTooLong(heldAt, now) ? 'REFUSED' : 'HELD'} ${referenceNumber} at ${shopName}, code ${code}, ${formatNaira(referrerKobo)}, since ${momentLabelAt(timeZone, heldAt)}: ${referralReasonWords[reason]}.`,
				),
			],
			data: { referrals: held.map((one) => ({ ...one, isOver: isHeldTooLong(one.heldAt, now) })) },
		}
	},
}

export const referralsRelease: OpsCommand = {
	name: 'referrals release',
	summary: 'pays a held referral, by the reference of the friend’s visit',
	places: ['reference'],
	about: 'The referrer gets the cashback. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [typed = ''], env, now }) {
		const referenceNumber = parseReference(typed)
		const deps = opsRepositories(env)
		const alongside = await operatorActOn(deps, { referenceNumber, kind: 'referral_paid', now })
		return reviewResult(
			await releaseReferral(deps, { referenceNumber, alongside, now }),
			(paid) => `${referenceNumber}: the referrer got ${paid}.`,
		)
	},
}

export const referralsRefuse: OpsCommand = {
	name: 'referrals refuse',
	summary: 'refuses a held referral, by the reference of the friend’s visit',
	places: ['reference'],
	about: 'The friend keeps the discount. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [typed = ''], env, now }) {
		const referenceNumber = parseReference(typed)
		const deps = opsRepositories(env)
		const alongside = await operatorActOn(deps, { referenceNumber, kind: 'referral_refused', now })
		return reviewResult(
			await refuseReferral(deps, { referenceNumber, alongside, now }),
			(kept) => `${referenceNumber}: refused, ${kept} are not paid.`,
		)
	},
}

function reviewResult(
	outcome: Awaited<ReturnType<typeof releaseReferral>>,
	words: (amount: string) => string,
): OpsResult {
	if (outcome.ok) {
		const { referrerKobo } = outcome.value
		return allWell({ referrerKobo }, [words(formatNaira(referrerKobo))])
	}
	return refusedWith(outcome.refusal, referralReviewWords)
}
