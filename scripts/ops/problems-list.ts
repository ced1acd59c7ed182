import { DAY_MS } from '#app/kernel/instant.ts'
import type { OpsCommand } from './ops-command.ts'
import { operatorRepositories } from './ops-database.ts'

/** A shop's time to answer. */
const ANSWER_WITHIN_MS = 3 * DAY_MS
const PAGE = 100

/** `ops problems list`: customers' problems that no shop has answered. */
export const problemsList: OpsCommand = {
	name: 'problems list',
	summary: 'lists customers’ problems that a shop has not answered in three days',
	places: [],
	options: {},
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
