import type { World } from '../world.ts'
import { isAfter } from './counted-since.ts'

/** Appointments of `visit` that were cancelled neither in time nor by the shop (D37). */
export const isKept = `(visit.status <> 'CANCELLED'
	OR (visit.cancelled_at > visit.refundable_until_at AND visit.cancellation_reason IS NULL))`

type Row = Awaited<ReturnType<World['sql']['rows']>>[number]
const kobo = (value: unknown) => Number(value ?? 0)
const inNaira = (amountKobo: number) => Math.floor(amountKobo / 100 + 0.5) * 100

/** Cashback by hand: what completed appointments earned, what was spent, and what each account has and owes. */
export async function judgeCashback(world: World): Promise<void> {
	await judgeEarned(world)
	await judgeAccounts(world)
}

/**
 * D29, D36, D40: a percentage of the money for the appointment, without its tip and without what cashback paid. Where
 * parts were returned only the account is judged: each part is rounded by itself.
 */
async function judgeEarned({ sql, find }: World): Promise<void> {
	const rows = await sql.rows(
		`SELECT visit.id, visit.total_kobo, visit.tip_kobo, visit.cashback_kobo, visit.paid_kobo, visit.paid_at_shop_kobo,
				visit.completed_at, program.cashback_percent, member.enrolled_at, payment.amount_kobo, payment.staff_tip_kobo,
				back.requested_at, counted.cashback_kobo AS given_kobo,
				(SELECT sum(amount_kobo) FROM refunds WHERE payment_reference = payment.payment_reference AND part > 0) AS parts_kobo
			FROM appointments visit JOIN clients client ON client.id = visit.client_id
			JOIN loyalty_enrollments member ON member.user_id = client.user_id AND member.shop_id = visit.shop_id
			JOIN loyalty_programs program ON program.id = member.program_id AND program.kind = 'cashback'
			LEFT JOIN transactions payment ON payment.appointment_id = visit.id
			LEFT JOIN refunds back ON back.payment_reference = payment.payment_reference AND back.part = 0
			LEFT JOIN loyalty_visits counted ON counted.appointment_id = visit.id AND counted.enrollment_id = member.id
			WHERE visit.status = 'COMPLETED' AND NOT EXISTS (SELECT 1 FROM refunds booked
				WHERE booked.payment_reference = payment.payment_reference AND booked.part > 0 AND booked.reason <> 'visit_changed')`,
	)
	for (const row of rows) {
		const isMember = isAfter(kobo(row.completed_at), kobo(row.enrolled_at))
		if (
			row.given_kobo === null
				? isMember !== true
				: isMember !== false && earnedBy(row).includes(kobo(row.given_kobo))
		)
			continue
		find(`${row.id} gave ${row.given_kobo} cashback, by hand ${isMember === false ? 'none' : earnedBy(row)}`)
	}
}

/** Two sums where a refund and the completion may have come in either order. */
function earnedBy(row: Row): number[] {
	const [total, tip, cashback] = [kobo(row.total_kobo), kobo(row.tip_kobo), kobo(row.cashback_kobo)]
	const atShop = kobo(row.paid_at_shop_kobo)
	const left = kobo(row.amount_kobo) - kobo(row.parts_kobo)
	const isBackLater =
		row.requested_at === null ? false : isAfter(kobo(row.requested_at), kobo(row.completed_at))
	const earnedOf = (paidAhead: number) => {
		const money = paidAhead + atShop
		const spent = Math.max((money >= total - cashback ? total - cashback : money) - tip, 0)
		return { spent, earned: Math.min(spent, inNaira((spent * kobo(row.cashback_percent)) / 100)) }
	}
	const asItIs = earnedOf(kobo(row.paid_kobo)).earned
	if (isBackLater === false) return [asItIs]
	const { spent, earned } = earnedOf(Math.min(left, total - cashback))
	const kept = Math.max(spent - (left - kobo(row.staff_tip_kobo)), 0)
	const lowered = spent === 0 ? 0 : Math.min(earned, inNaira((earned * kept) / spent))
	return isBackLater ? [lowered] : [lowered, asItIs]
}

/** D38: an account has what was earned, less what is spent, and owes no more than that. */
async function judgeAccounts({ sql, find }: World): Promise<void> {
	const rows = await sql.rows(
		`SELECT account.id,
				(SELECT -sum(amount_kobo) FROM ledger_lines WHERE account_id = 'cashback:' || account.id || ':NGN') AS balance,
				(SELECT sum(counted.cashback_kobo) FROM loyalty_visits counted
					JOIN loyalty_enrollments member ON member.id = counted.enrollment_id
					WHERE member.user_id = account.user_id AND member.shop_id = account.shop_id) AS by_visits,
				(SELECT sum(value) FROM rewards WHERE user_id = account.user_id AND shop_id = account.shop_id
					AND reward_kind = 'cashback') AS by_rewards,
				(SELECT sum(referrer_kobo) FROM referrals JOIN loyalty_enrollments member ON member.id = referrals.enrollment_id
					WHERE member.user_id = account.user_id AND referrals.shop_id = account.shop_id AND referrals.status = 'paid'
				) AS by_friends,
				(SELECT sum(CASE WHEN visit.changed_at IS NULL THEN visit.cashback_kobo ELSE coalesce(used.amount_kobo, 0) END)
					FROM appointments visit JOIN clients client ON client.id = visit.client_id
					LEFT JOIN cashback_uses used ON used.checkout_id = visit.checkout_id
					WHERE client.user_id = account.user_id AND visit.shop_id = account.shop_id AND ${isKept}) AS by_bookings,
				(SELECT sum(used.amount_kobo) FROM cashback_uses used JOIN subscriptions plan ON plan.checkout_id = used.checkout_id
					WHERE used.account_id = account.id) AS by_plans,
				(SELECT sum(used.amount_kobo) FROM cashback_uses used JOIN checkouts ON checkouts.id = used.checkout_id
					WHERE used.account_id = account.id AND checkouts.status = 'PENDING') AS reserved,
				(SELECT sum(amount_kobo - settled_kobo) FROM cashback_write_offs WHERE account_id = account.id) AS owed
			FROM cashback_accounts account WHERE account.user_id IS NOT NULL`,
	)
	for (const row of rows) {
		const earned = kobo(row.by_visits) + kobo(row.by_rewards) + kobo(row.by_friends)
		const spent = kobo(row.by_bookings) + kobo(row.by_plans)
		const [balance, reserved, owed] = [kobo(row.balance), kobo(row.reserved), kobo(row.owed)]
		const sums = `earned ${earned}, spent ${spent}, reserved ${reserved}, owed ${owed}`
		if (balance !== earned - spent + owed) find(`cashback ${row.id} has ${balance}: ${sums}`)
		if (balance < reserved) find(`cashback ${row.id} has ${balance}, less than is reserved: ${sums}`)
		if (owed > spent + reserved) find(`cashback ${row.id} owes more than was spent: ${sums}`)
	}
}
