import { DAY_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { planRecordOf } from '../stories/plan-record.ts'
import type { World } from '../world.ts'

/** Within so long of each other two writes may have come in the other order than their clocks say. */
const AT_ONCE_MS = 5 * MINUTE_MS

type Row = Awaited<ReturnType<World['sql']['rows']>>[number]

/** The refund of a cancelled plan, by hand (D46): all within seven days while nothing was used, else nothing. */
export async function judgePlanMoneyBack(world: World): Promise<void> {
	const cancelled = await world.sql.rows(
		`SELECT period.id, period.created_at, period.cancelled_at, period.cancellation_reason AS reason, agreed.total_kobo AS total,
				agreed.cashback_kobo AS cashback, agreed.payment_reference AS payment, came.amount_kobo AS paid,
				(SELECT sum(amount_kobo) FROM refunds WHERE payment_reference = came.payment_reference AND reason = 'plan_cancelled') AS back,
				(SELECT sum(amount_kobo) FROM refunds WHERE payment_reference = came.payment_reference) AS all_back,
				(SELECT sum(amount_kobo) FROM refunds WHERE payment_reference = came.payment_reference AND part > 0) AS parts,
				(SELECT amount_kobo FROM cashback_uses WHERE checkout_id = agreed.id) AS cashback_kept,
				(SELECT count(*) FROM subscription_entries WHERE subscription_id = period.id AND booking_id IS NULL) AS visits
			FROM subscriptions period JOIN checkouts agreed ON agreed.id = period.checkout_id
			LEFT JOIN transactions came ON came.payment_reference = agreed.payment_reference WHERE period.cancelled_at IS NOT NULL`,
	)
	const places = await world.sql.rows(
		`SELECT place.subscription_id AS period, place.starts_at, place.status, place.cancelled_at, session.called_off_at
			FROM session_bookings place JOIN plan_sessions session ON session.id = place.session_id`,
	)
	const told = new Map(planRecordOf(world).plansCancelled.map((one) => [one.subscriptionId, one.moneyKobo]))
	for (const one of cancelled) {
		const [id, at, cashback] = [String(one.id), Number(one.cancelled_at), Number(one.cashback)]
		const money = Number(one.total) - cashback
		if (one.reason === 'Payment refunded') {
			if (Number(one.all_back) !== Number(one.paid))
				world.find(`period ${id} ended by a refund of ${one.all_back} of ${one.paid}`)
			if (one.cashback_kept !== null)
				world.find(`period ${id} ended by a refund, and its cashback of ${cashback} is kept`)
			continue
		}
		const own = places.filter(({ period }) => period === id)
		if (
			own.some(
				({ called_off_at }) => called_off_at !== null && Math.abs(Number(called_off_at) - at) < AT_ONCE_MS,
			)
		)
			continue
		const isUsed = Number(one.visits) > 0 || own.some((place) => isUsedBy(place, at))
		const isDue = !isUsed && at <= Number(one.created_at) + 7 * DAY_MS
		const words = `period ${id} was cancelled ${isUsed ? 'used' : 'unused'}, ${((at - Number(one.created_at)) / DAY_MS).toFixed(4)} days old`
		// Parts that had gone back before, or that a bank took besides.
		const parts = Number(one.parts ?? 0)
		const sum = isDue ? money - parts : 0
		if (one.payment !== null && Number(one.back ?? 0) !== sum)
			world.find(`${words}: ${one.back} of ${sum} goes back`)
		if (![sum, sum + parts].includes(told.get(id) ?? sum))
			world.find(`${words}: ${told.get(id)} was told, for ${sum}`)
		const isCashbackKept = one.cashback_kept !== null
		const wentBackOtherwise = one.payment !== null && Number(one.all_back ?? 0) > Number(one.back ?? 0)
		if (cashback > 0 && isCashbackKept === isDue && !wentBackOtherwise)
			world.find(`${words}: its cashback of ${cashback} is ${isCashbackKept ? 'kept' : 'back'}`)
	}
}

/** A place used the plan when its holder came, or had not given it up a day before its start. */
function isUsedBy({ starts_at, status, cancelled_at, called_off_at }: Row, planEndedAt: number): boolean {
	const freeUntil = Number(starts_at) - DAY_MS
	if (status === 'completed') return true
	if (called_off_at !== null && Number(called_off_at) < planEndedAt) return false
	return Number(cancelled_at ?? planEndedAt) > freeUntil
}
