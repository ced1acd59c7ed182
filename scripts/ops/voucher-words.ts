import { voucherWords } from '#app/domain/loyalty/voucher-words.server.ts'
import { clockLabelAt } from '#app/kernel/date-labels.server.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import { cookieKeysOf } from './cookie-keys.ts'
import type { OpsCommand } from './ops-command.ts'
import { opsRepositories } from './ops-database.ts'

/** `ops voucher words <shop>`: the words of the shop's open vouchers in this minute. */
export const voucherWordsNow: OpsCommand = {
	name: 'voucher words',
	summary: 'gives the two check words that a shop’s vouchers show in this minute',
	places: ['shop'],
	options: {},
	about:
		'A voucher with other words is an old picture, or belongs to another shop. Takes the shop’s id, and writes nothing. Reads DATABASE_URL, DATABASE_AUTH_TOKEN, and the installation’s COOKIE_KEYS.',
	async run({ places: [shopId = ''], env, now }) {
		const keys = cookieKeysOf(env)
		if (!keys)
			throw new StartProblem('Set COOKIE_KEYS to the installation’s keys: the words are made from them.')
		const shop = await opsRepositories(env).loyalty.rewardCodes.shopOfVoucher(shopId)
		if (!shop) {
			return { isWell: false, lines: ['No shop has this id.'], data: { refusal: 'shop_not_found' } }
		}
		const words = voucherWords(keys, shopId, now)
		const clock = clockLabelAt(shop.timeZone, now)
		return { isWell: true, lines: [`${words} (${shop.name}, ${clock})`], data: { words } }
	},
}
