import { writeOffWords } from '#app/domain/loyalty/write-off-words.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { formatNairaAndKobo } from '#app/kernel/money.ts'
import { type OpsCommand, UsageProblem } from './ops-command.ts'
import { opsRepositories } from './ops-database.ts'

const DEFAULT_DAYS = 30

/** `ops write-offs`: what shops are out of pocket for. */
export const writeOffs: OpsCommand = {
	name: 'write-offs',
	summary: 'lists cashback that was to be taken back and was spent: the expense of its shop',
	places: [],
	options: { days: { type: 'string', about: `of the last so many days; default: ${DEFAULT_DAYS}` } },
	about: 'Shop by shop, the oldest first. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ options, env, now }) {
		const days = Number(options.days ?? DEFAULT_DAYS)
		if (!Number.isInteger(days) || days < 1)
			throw new UsageProblem(`--days is "${options.days}": it has to be a whole number from 1 on.`)
		const found = await opsRepositories(env).cashbackAccounts.writeOffsSince(now - days * DAY_MS)
		const totalKobo = found.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
		return {
			isWell: true,
			lines: [
				`${found.length} in the last ${days} days, ${formatNairaAndKobo(totalKobo)} in all.`,
				...found.map(
					({ shopName, timeZone, referenceNumber, amountKobo, reason, writtenOffAt }) =>
						`${shopName}, ${momentLabelAt(timeZone, writtenOffAt)}, ${referenceNumber}: ${formatNairaAndKobo(amountKobo)}, ${writeOffWords[reason]}.`,
				),
			],
			data: { writeOffs: found, totalKobo },
		}
	},
}
