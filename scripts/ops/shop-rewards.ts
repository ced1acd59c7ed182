import { voucherWords } from '#app/domain/loyalty/voucher-words.server.ts'
import { checkInRefusalWords } from '#app/domain/subscriptions/check-in-refusal.ts'
import { type RedeemRefused, redeemReward } from '#app/flows/loyalty/redeem-reward.server.ts'
import { rewardRefusalWords } from '#app/flows/loyalty/use-code.server.ts'
import { clockLabelAt, momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { formatNairaAndKobo } from '#app/kernel/money.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import { operatorAct } from './operator-act.ts'
import { allWell, failure, type OpsCommand, refusedResult } from './ops-command.ts'
import { NO_ANSWER, opsRepositories, readCookieKeys } from './ops-environment.ts'
import { parseReference, plainLetters } from './typed-reference.ts'

export const rewardUse: OpsCommand = {
	name: 'reward use',
	summary: 'uses a reward by its code, once: marks it as used, or takes it off a visit today',
	places: ['code'],
	options: {
		visit: {
			type: 'string',
			about: 'the reference of the visit it is for; default: the customer’s only visit today',
		},
	},
	about:
		'A reward that staff hand over is marked as used. A discount or free service is taken off one of the customer’s visits today; without one, book them in first. A code already used is refused with the time; one that has expired, or is in use for a booking, is refused too. Reads DATABASE_URL and DATABASE_AUTH_TOKEN; with the installation’s COOKIE_KEYS, it also gives the two check words the voucher shows in this minute.',
	async run({ places: [typed = ''], options, env, now }) {
		const code = plainLetters(typed)
		const deps = opsRepositories(env)
		const actId = newId()
		const referenceNumber = options.visit === undefined ? null : parseReference(String(options.visit))
		const used = await redeemReward(deps, {
			code,
			shopId: null,
			referenceNumber,
			isUse: true,
			actId,
			now,
			// Recorded as the shop's act: its id tells apart two uses in one millisecond.
			alongside: ({ shopId }) => {
				const act = { shopId, kind: 'reward_used', subjectId: code, summary: `Reward ${code}`, now } as const
				return operatorAct(deps, act, actId)
			},
		})
		const reward = used.ok ? used.value.reward : used.refusal.reward
		const keys = readCookieKeys(env)
		const words = reward && keys && voucherWords(keys, reward.shopId, now)
		const shown = words ? [`The voucher shows: ${words}.`] : []
		if (!used.ok) {
			const { code: refusal, reward: _, ...more } = used.refusal
			return failure({ refusal, ...more, ...(words && { words }) }, [refusalLine(used.refusal), ...shown])
		}
		const { description, shopName } = used.value.reward
		const { appointment } = used.value
		const off = appointment?.problem === null ? appointment : null
		return allWell(
			{
				description,
				shopName,
				usedAt: now,
				...(off && { reference: off.referenceNumber, totalKobo: off.newTotalKobo }),
				...(words && { words }),
			},
			[
				`${code} is used: ${description}, at ${shopName}.`,
				...(off ? [`${off.referenceNumber} costs ${formatNairaAndKobo(off.newTotalKobo)} now.`] : []),
				...shown,
			],
		)
	},
}

function refusalLine(refusal: RedeemRefused): string {
	switch (refusal.code) {
		case 'reward_not_found':
			return 'No reward has this code.'
		case 'reward_used':
			return `This reward was already used: ${momentLabelAt(refusal.reward.timeZone, refusal.usedAt ?? 0)}.`
		case 'reward_in_use':
			return refusal.referenceNumber === undefined
				? 'This reward is in use for a booking that is being paid for.'
				: `This reward is in use for booking ${refusal.referenceNumber}.`
		case 'busy':
		case 'not_saved':
			return NO_ANSWER
		default:
			return { ...checkInRefusalWords, ...rewardRefusalWords }[refusal.code]
	}
}

export const voucherWordsNow: OpsCommand = {
	name: 'voucher words',
	summary: 'gives the two check words that a shop’s vouchers show in this minute',
	places: ['shop'],
	about:
		'A voucher with other words is an old picture, or belongs to another shop. Takes the shop’s id, and writes nothing. Reads DATABASE_URL, DATABASE_AUTH_TOKEN, and the installation’s COOKIE_KEYS.',
	async run({ places: [shopId = ''], env, now }) {
		const keys = readCookieKeys(env)
		if (!keys)
			throw new StartProblem('Set COOKIE_KEYS to the installation’s keys: the words are made from them.')
		const shop = await opsRepositories(env).loyalty.rewardCodes.shopOfVoucher(shopId)
		if (!shop) {
			return refusedResult('shop_not_found', 'No shop has this id.')
		}
		const words = voucherWords(keys, shopId, now)
		const clock = clockLabelAt(shop.timeZone, now)
		return allWell({ words }, [`${words} (${shop.name}, ${clock})`])
	},
}
