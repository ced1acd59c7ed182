import { writeOffWords } from '#app/domain/loyalty/loyalty-problem-words.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { counted } from '#app/kernel/labels.ts'
import { formatNairaAndKobo } from '#app/kernel/money.ts'
import { allWell, type OpsCommand, UsageProblem } from './ops-command.ts'
import { operatorRepositories, opsRepositories } from './ops-environment.ts'

/** A shop's time to answer. */
const ANSWER_WITHIN_MS = 3 * DAY_MS
const PAGE = 100

export const problemsList: OpsCommand = {
	name: 'problems list',
	summary: 'lists customers’ problems that a shop has not answered in three days',
	places: [],
	about: 'Reads DATABASE_URL and DATABASE_AUTH_TOKEN. Exit code 1: some are unanswered.',
	async run({ env, now }) {
		const { problems: appointmentProblems } = operatorRepositories(env).booking
		const problems = await appointmentProblems.listOpen(now - ANSWER_WITHIN_MS, PAGE)
		return {
			isWell: problems.length === 0,
			lines: [
				...problems.map(({ referenceNumber, shopName, shopPhone, kind, reportedAt }) =>
					[
						new Date(reportedAt).toISOString().slice(0, 10),
						referenceNumber,
						kind,
						shopName,
						...(shopPhone ? [shopPhone] : []),
					].join('  '),
				),
				...(problems.length === 0 ? ['No unanswered problems.'] : []),
			],
			data: {
				problems: problems.map(({ referenceNumber, ...one }) => ({ reference: referenceNumber, ...one })),
			},
		}
	},
}

const DEFAULT_DAYS = 30

/** `ops write-offs`: accounts' debts to shops (D38). */
export const writeOffs: OpsCommand = {
	name: 'write-offs',
	summary: 'lists reversed cashback that had already been spent: what is still owed, and recent write-offs',
	places: [],
	options: { days: { type: 'string', about: `how many days count as recent; default: ${DEFAULT_DAYS}` } },
	about:
		'By shop, oldest first. Everything still owed is listed, whatever its age. It is settled by cashback returned to the account at that shop, or by completing the visit again. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ options, env, now }) {
		const days = Number(options.days ?? DEFAULT_DAYS)
		if (!Number.isInteger(days) || days < 1)
			throw new UsageProblem(`--days is "${options.days}". Give a whole number of 1 or more.`)
		const found = await opsRepositories(env).loyalty.cashbackAccounts.writeOffsSince(now - days * DAY_MS)
		const totalKobo = found.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
		const owedKobo = found.reduce((sum, one) => sum + one.owedKobo, 0)
		return allWell({ writeOffs: found, totalKobo, owedKobo }, [
			`${found.length} owed, or from the last ${counted(days, 'day')}: ${formatNairaAndKobo(totalKobo)} in all; ${formatNairaAndKobo(owedKobo)} still owed.`,
			...found.map(
				({ shopName, timeZone, referenceNumber, amountKobo, owedKobo, reason, writtenOffAt }) =>
					`${shopName}, ${momentLabelAt(timeZone, writtenOffAt)}, ${referenceNumber}: ${formatNairaAndKobo(amountKobo)}, ${writeOffWords[reason]}; ${owedKobo === 0 ? 'settled' : `${formatNairaAndKobo(owedKobo)} still owed`}.`,
			),
		])
	},
}
