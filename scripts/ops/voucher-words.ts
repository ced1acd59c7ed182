import { voucherWords } from '#app/domain/loyalty/voucher-words.server.ts'
import { clockLabelAt } from '#app/kernel/date-labels.server.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import { cookieKeysOf } from './cookie-keys.ts'
import type { OpsCommand } from './ops-command.ts'
import { opsRepositories } from './ops-database.ts'

/** `ops voucher words <shop>`: what an open voucher of that shop shows in this minute. */
export const voucherWordsNow: OpsCommand = {
	name: 'voucher words',
	summary: 'says the two words that the vouchers of a shop show in this minute',
	places: ['shop'],
	options: {},
	about:
		'A voucher that shows other words is a picture of an earlier one, or of another shop. Takes the id of the shop, and writes nothing. Reads DATABASE_URL, DATABASE_AUTH_TOKEN, and COOKIE_KEYS of the installation.',
	async run({ places: [shopId = ''], env, now }) {
		const keys = cookieKeysOf(env)
		if (!keys) throw new StartProblem('Set COOKIE_KEYS as the installation has them: they make the words.')
		const shop = await opsRepositories(env).rewardCodes.shopOfVoucher(shopId)
		if (!shop) {
			return { isWell: false, lines: ['No shop has this id.'], data: { refusal: 'shop_not_found' } }
		}
		const words = voucherWords(keys, shopId, now)
		const clock = clockLabelAt(shop.timeZone, now)
		return { isWell: true, lines: [`${words} (${shop.name}, ${clock})`], data: { words } }
	},
}
