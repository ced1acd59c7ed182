import { redeemReward } from '#app/domain/loyalty/redeem-reward.server.ts'
import { voucherWords } from '#app/domain/loyalty/voucher-words.server.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { cookieKeysOf } from './cookie-keys.ts'
import type { OpsCommand, OpsResult } from './ops-command.ts'
import { NO_ANSWER, opsRepositories } from './ops-database.ts'
import { lettersOf } from './typed-reference.ts'

/** `ops reward use <code>`: the shop gave what a reward says. */
export const rewardUse: OpsCommand = {
	name: 'reward use',
	summary: 'marks the code of a reward as used, once',
	places: ['code'],
	options: {},
	about:
		'For what staff give by hand. A code that was used says when; one that is over, or in use for a booking, is refused. Reads DATABASE_URL and DATABASE_AUTH_TOKEN; with the COOKIE_KEYS of the installation it says the two words that the voucher shows in this minute.',
	async run({ places: [typed = ''], env, now }) {
		const code = lettersOf(typed)
		const redeemed = await redeemReward(opsRepositories(env), { code, now })
		if (!redeemed.ok) {
			const { refusal } = redeemed
			const line = refusal === 'reward_not_found' ? 'No reward has this code.' : NO_ANSWER
			return { isWell: false, lines: [line], data: { refusal } }
		}
		const { shopId, shopName, description, usedAt, timeZone, redemption, referenceNumber } = redeemed.value
		const keys = cookieKeysOf(env)
		const words = keys && voucherWords(keys, shopId, now)
		const answers: Record<typeof redemption, OpsResult> = {
			used: {
				isWell: true,
				lines: [`${code} is used: ${description}, at ${shopName}.`],
				data: { description, shopName, usedAt },
			},
			used_before: {
				isWell: false,
				lines: [`This reward was used before: ${momentLabelAt(timeZone, usedAt ?? now)}.`],
				data: { refusal: 'reward_used', usedAt },
			},
			in_use: {
				isWell: false,
				lines: [
					referenceNumber === null
						? 'This reward is in use for a booking that is being paid.'
						: `This reward is in use for booking ${referenceNumber}.`,
				],
				data: { refusal: 'reward_in_use', referenceNumber },
			},
			expired: {
				isWell: false,
				lines: ['This reward has expired.'],
				data: { refusal: 'reward_expired' },
			},
		}
		const { isWell, lines, data } = answers[redemption]
		return {
			isWell,
			lines: [...lines, ...(words ? [`The voucher shows: ${words}.`] : [])],
			data: { ...data, ...(words && { words }) },
		}
	},
}
