import type { World } from '../world.ts'

/** Money by hand: what Paystack took and refunded, beside what the database says that it was for. */
export async function judgeMoney(world: World, { isOver }: { isOver: boolean }): Promise<void> {
	const { transactions, refunds, disputes, givenBack } = world.paystack
	const rows = await world.sql.rows(
		`SELECT payment.payment_reference AS reference, payment.outcome, payment.amount_kobo AS amount, visit.status
			FROM transactions payment LEFT JOIN appointments visit ON visit.id = payment.appointment_id`,
	)
	const ofRefunds = await world.sql.rows(
		`SELECT payment_reference AS reference, sum(amount_kobo) AS amount FROM refunds GROUP BY payment_reference`,
	)
	const decided = new Map(ofRefunds.map((row) => [String(row.reference), Number(row.amount)]))
	const known = new Map(rows.map((row) => [String(row.reference), row]))
	for (const { reference, status, amountKobo, requestedKobo = amountKobo } of transactions) {
		const isPaid = status === 'success' || status === 'reversed'
		const row = known.get(reference)
		if (!isPaid) {
			if (row) world.find(`payment ${reference} was never made, and is booked as ${row.outcome}`)
			continue
		}
		const back = refunds
			.filter((refund) => refund.transaction.reference === reference && refund.status !== 'failed')
			.reduce((sum, refund) => sum + refund.amountKobo, 0)
		if (back > amountKobo) world.find(`payment ${reference} of ${amountKobo} gave ${back} back`)
		if (!row) {
			if (isOver) world.find(`payment ${reference} was made, and nothing became of it`)
			continue
		}
		if (Number(row.amount) !== amountKobo)
			world.find(`payment ${reference} of ${amountKobo} is written as ${row.amount}`)
		if (amountKobo < requestedKobo && row.outcome !== 'refund')
			world.find(`payment ${reference} of less than ${requestedKobo} has the outcome ${row.outcome}`)
		const ours = decided.get(reference) ?? 0
		const takenKobo = disputes
			.filter((one) => one.reference === reference)
			.reduce((sum, dispute) => sum + dispute.takenKobo, 0)
		// Paystack's event about a refund of its dashboard is still to come.
		const isYetToBeTold = !isOver && givenBack.has(reference)
		// Of more than came, by a refund of the dashboard and by a bank besides, no row can tell.
		const isMoreThanCame = givenBack.has(reference) && back + takenKobo > amountKobo
		if (back > ours && !isYetToBeTold && !isMoreThanCame)
			world.find(`payment ${reference} gave ${back} back, and ${ours} was decided here`)
		if (!isOver) continue
		const hasFailed = refunds.some(
			(one) => one.transaction.reference === reference && one.status === 'failed',
		)
		if (row.outcome === 'refund' && back + takenKobo < amountKobo && !hasFailed)
			world.find(`payment ${reference} is to go back, and ${back} of ${amountKobo} did`)
		if (row.outcome === 'offered') world.find(`payment ${reference} is still offered`)
	}
}
