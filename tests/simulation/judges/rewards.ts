import { DAY_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import type { World } from '../world.ts'
import { isKept } from './cashback.ts'
import { isAfter } from './counted-since.ts'

/** How long a voucher is shown at the counter. */
const VOUCHER_MS = 3 * MINUTE_MS
/** Clocks of two Workers are apart by so much at most. */
const SLACK_MS = 10_000

/** Stamps and rewards by hand: a stamp for each day, a reward for each milestone of a card, and one use of each. */
export async function judgeRewards(world: World, { isOver }: { isOver: boolean }): Promise<void> {
	await judgeStamps(world)
	await judgeUses(world, isOver)
	await judgeReturned(world)
	await judgeVouchers(world)
}

/** D38, D39, F25: days with completed appointments since joining are the stamps, card after card. */
async function judgeStamps({ sql, find }: World): Promise<void> {
	const cards = await sql.rows(
		`SELECT member.id, member.user_id, member.shop_id, member.enrolled_at, member.visits_count, member.cycle_count,
				card.program_id, card.visits_required, card.is_cyclic
			FROM loyalty_enrollments member JOIN punch_cards card ON card.program_id = member.program_id`,
	)
	for (const card of cards) {
		const visits = await sql.rows(
			`SELECT visit.status, visit.scheduled_date, visit.completed_at, visit.completions FROM appointments visit
				JOIN clients client ON client.id = visit.client_id
				WHERE client.user_id = ? AND visit.shop_id = ? AND visit.completions > 0`,
			String(card.user_id),
			String(card.shop_id),
		)
		const since = Number(card.enrolled_at)
		const daysWhere = (isCounted: (is: boolean | null) => boolean) =>
			new Set(
				visits
					.filter(
						({ status, completed_at: at }) => status === 'COMPLETED' && isCounted(isAfter(Number(at), since)),
					)
					.map(({ scheduled_date }) => String(scheduled_date)),
			).size
		const [least, most] = [daysWhere((is) => is === true), daysWhere((is) => is !== false)]
		const wasUndone = visits.some(
			({ status, completions }) => Number(completions) > (status === 'COMPLETED' ? 1 : 0),
		)
		const required = Number(card.visits_required)
		const isCyclic = Number(card.is_cyclic) === 1
		const full = isCyclic ? most : required
		const stamps = (Number(card.cycle_count) - 1) * required + Number(card.visits_count)
		// A full card takes no stamp, and what is undone later leaves that day without one.
		const fewest = !isCyclic && wasUndone ? 0 : Math.min(least, full)
		if (stamps < fewest || stamps > Math.min(most, full))
			find(`card ${card.id} has ${stamps} stamps, by hand ${fewest} to ${Math.min(most, full)}`)
		await judgeMilestones({ sql, find }, String(card.id), { stamps, required, wasUndone, isCyclic })
	}
}

async function judgeMilestones(
	{ sql, find }: Pick<World, 'sql' | 'find'>,
	enrollmentId: string,
	card: { stamps: number; required: number; wasUndone: boolean; isCyclic: boolean },
): Promise<void> {
	const milestones = await sql.rows(
		`SELECT milestone.id, milestone.visits_required, (SELECT json_group_array(cycle_count) FROM rewards
				WHERE milestone_id = milestone.id AND enrollment_id = member.id) AS cycles
			FROM loyalty_milestones milestone JOIN loyalty_enrollments member ON member.program_id = milestone.program_id
			WHERE member.id = ?`,
		enrollmentId,
	)
	for (const { id, visits_required, cycles } of milestones) {
		const given: number[] = JSON.parse(String(cycles))
		const lastCycle = card.isCyclic ? Math.floor(card.stamps / card.required) + 1 : 1
		for (let cycle = 1; cycle <= Math.max(lastCycle, ...given); cycle++) {
			const isReached = (cycle - 1) * card.required + Number(visits_required) <= card.stamps
			const times = given.filter((one) => one === cycle).length
			// What was spent before its appointment was undone stays.
			if (isReached ? times !== 1 : times > (card.wasUndone ? 1 : 0))
				find(
					`milestone ${id} of card ${cycle} of ${enrollmentId} gave ${times} rewards at ${card.stamps} stamps`,
				)
		}
	}
}

/** D37, D42, R41: a reward is its holder's, in one appointment at most, and used when that is over. */
async function judgeUses({ sql, find }: World, isOver: boolean): Promise<void> {
	const rows = await sql.rows(
		`SELECT reward.id, reward.used_at, reward.reward_kind, taken.checkout_id, waiting.id AS waits,
				count(visit.id) AS visits, max(visit.checkout_id) AS visit_checkout_id,
				max(visit.status NOT IN ('SCHEDULED', 'CONFIRMED')) AS is_closed,
				max(client.user_id IS NOT reward.user_id OR visit.shop_id <> reward.shop_id) AS is_foreign,
				(SELECT count(*) FROM shop_acts WHERE kind = 'reward_used' AND subject_id = reward.code) AS acts
			FROM rewards reward LEFT JOIN reward_uses taken ON taken.reward_id = reward.id
			LEFT JOIN checkouts waiting ON waiting.id = taken.checkout_id AND waiting.status = 'PENDING'
			LEFT JOIN appointments visit ON visit.reward_id = reward.id AND ${isKept}
			LEFT JOIN clients client ON client.id = visit.client_id
			GROUP BY reward.id`,
	)
	for (const row of rows) {
		const kind = String(row.reward_kind)
		const isUsed = row.used_at !== null
		const takesOff = kind === 'discount' || kind === 'free_service'
		const wrong = (what: string) => find(`reward ${row.id} (${kind}): ${what}`)
		if (Number(row.visits) > 1) wrong(`${row.visits} appointments have it`)
		if (row.visits && row.is_foreign) wrong('an appointment of another customer or shop has it')
		if (row.visits && row.checkout_id !== row.visit_checkout_id)
			wrong(`is taken by ${row.checkout_id} instead`)
		if (!Number(row.visits) && row.checkout_id !== null && (isOver || row.waits === null))
			wrong(`${row.checkout_id} keeps it, and is no appointment`)
		if (takesOff && isUsed !== (Number(row.is_closed ?? 0) === 1)) wrong(`used at ${row.used_at}`)
		if (!takesOff && kind !== 'cashback' && (Number(row.acts) > 1 || isUsed !== (Number(row.acts) === 1)))
			wrong(`used at ${row.used_at}, by ${row.acts} acts`)
	}
}

/** D37: a reward of a visit that was cancelled in time can be used for seven days from then, at least. */
async function judgeReturned({ sql, find }: World): Promise<void> {
	const rows = await sql.rows(
		`SELECT reward.id, reward.expires_at, visit.cancelled_at FROM rewards reward
			JOIN appointments visit ON visit.reward_id = reward.id AND NOT (${isKept})
			WHERE reward.used_at IS NULL AND reward.expires_at < visit.cancelled_at + ${7 * DAY_MS - SLACK_MS}`,
	)
	for (const { id, expires_at, cancelled_at } of rows)
		find(`reward ${id} was returned at ${cancelled_at}, and has expired at ${expires_at}`)
}

/** D42: a reward that is shown as a voucher belongs to the counter, and no booking takes it meanwhile. */
async function judgeVouchers({ sql, find }: World): Promise<void> {
	const rows = await sql.rows(
		`SELECT reward.id, taken.checkout_id FROM rewards reward JOIN reward_uses taken ON taken.reward_id = reward.id
			WHERE taken.used_at BETWEEN reward.voucher_opened_at + ${SLACK_MS} AND reward.voucher_opened_at + ${VOUCHER_MS - SLACK_MS}
				AND NOT EXISTS (SELECT 1 FROM shop_acts WHERE kind = 'reward_used' AND subject_id = reward.code)`,
	)
	for (const { id, checkout_id } of rows)
		find(`reward ${id} was taken by ${checkout_id} while its voucher was shown`)
}
