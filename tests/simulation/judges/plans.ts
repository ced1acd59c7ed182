import { planRecordOf } from '../stories/plan-record.ts'
import type { World } from '../world.ts'

/** Plans by hand: each period was paid for once, and each payment and started order is one period, or went back. */
export async function judgePlans(world: World, { isOver }: { isOver: boolean }): Promise<void> {
	const periods = await world.sql.rows(
		`SELECT period.id, period.user_id, period.plan_id, period.created_at, period.cancelled_at, agreed.draft_id,
				agreed.payment_reference AS payment, agreed.total_kobo - agreed.cashback_kobo AS to_pay,
				ordered.reference_number AS number, ordered.expires_at, ordered.ended_at
			FROM subscriptions period JOIN checkouts agreed ON agreed.id = period.checkout_id
			JOIN plan_orders ordered ON ordered.checkout_id = agreed.id`,
	)
	const { starts, orders, ordersCancelled } = planRecordOf(world)
	const asked = new Set(starts.map(({ referenceNumber }) => referenceNumber))
	const drafts = new Set<unknown>()
	for (const { id, payment, to_pay, number, draft_id, created_at, expires_at, ended_at } of periods) {
		if (drafts.has(draft_id)) world.find(`period ${id} was bought with what another one was bought with`)
		drafts.add(draft_id)
		const took = payment === null ? undefined : world.paystack.find(String(payment))
		if (payment !== null && took?.amountKobo !== Number(to_pay))
			world.find(`period ${id} of ${to_pay} was paid by ${payment} with ${took?.amountKobo}`)
		// What starts an order ends it at that instant.
		if (expires_at !== null && ended_at !== created_at)
			world.find(`order ${number} was cancelled or replaced at ${ended_at}, and was started at ${created_at}`)
		if (payment === null && Number(to_pay) > 0 && !asked.has(String(number)))
			world.find(`period ${id} of ${to_pay} was not paid online, and no desk has started order ${number}`)
	}
	for (const { referenceNumber, subscriptionId } of starts) {
		if (subscriptionId === null) continue
		const order = orders.find((one) => one.referenceNumber === referenceNumber)
		const period = periods.find(({ id }) => id === subscriptionId)
		if (!period || (order && (period.user_id !== order.userId || period.plan_id !== order.planId)))
			world.find(`order ${referenceNumber} was told to have started ${subscriptionId}, and has not`)
	}
	await judgeCancelledOrders(world, periods)
	if (isOver) await judgePaid(world, periods)

	/** An order that its customer was told is cancelled is not open, and starts nothing, unless they order it again. */
	async function judgeCancelledOrders({ sql }: World, made: typeof periods): Promise<void> {
		const open = await sql.rows(
			'SELECT reference_number FROM plan_orders WHERE expires_at IS NOT NULL AND ended_at IS NULL',
		)
		for (const { referenceNumber, askedAt } of ordersCancelled) {
			const first = orders.find((one) => one.referenceNumber === referenceNumber)
			const isOrderedAgain = orders.some(
				({ userId, planId, answeredAt }) =>
					userId === first?.userId &&
					planId === first.planId &&
					(answeredAt === null || answeredAt >= askedAt),
			)
			if (isOrderedAgain) continue
			if (open.some((one) => one.reference_number === referenceNumber))
				world.find(`order ${referenceNumber} was cancelled, and is open again`)
			const started = made.find(({ number }) => number === referenceNumber)
			if (started) world.find(`order ${referenceNumber} was cancelled, and was started`)
		}
	}
}

type Rows = Awaited<ReturnType<World['sql']['rows']>>

/** Each payment for a plan is one period, or went back; the money of a cancelled one too. */
async function judgePaid({ sql, paystack, find }: World, periods: Rows): Promise<void> {
	const payments = await sql.rows(
		`SELECT attempt.payment_reference AS reference, came.outcome FROM payment_attempts attempt
			LEFT JOIN transactions came ON came.payment_reference = attempt.payment_reference WHERE attempt.purchase_kind = 'plan'`,
	)
	for (const { reference, outcome } of payments) {
		const status = paystack.find(String(reference))?.status
		if (status !== 'success' && status !== 'reversed') continue
		const bought = periods.filter(({ payment }) => payment === reference)
		if (bought.length > 1) find(`payment ${reference} bought ${bought.length} periods`)
		if (outcome === 'subscribed' && bought.length === 0)
			find(`payment ${reference} is for a plan, and bought none`)
		if (outcome === 'refund' && bought.some(({ cancelled_at }) => cancelled_at === null))
			find(`payment ${reference} went back, and its plan runs`)
		if (outcome !== 'subscribed' && outcome !== 'refund')
			find(`payment ${reference} for a plan became ${outcome}`)
	}
}
