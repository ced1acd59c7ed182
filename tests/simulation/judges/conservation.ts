import { feeFor } from '#scripts/sandbox/paystack-answers.ts'
import { isPaid } from '#scripts/sandbox/paystack-ledger.ts'
import { takenKobo } from '#scripts/sandbox/sandbox-transfer.ts'
import type { World } from '../world.ts'

/**
 * No kobo is lost or made: what came to Paystack is there, or went back to customers or on to shops, with the fees of
 * each way; and the ledger says the same of each payment and payout when nothing is on its way any more.
 */
export async function judgeConservation(world: World, { isOver }: { isOver: boolean }): Promise<void> {
	const { sql, paystack, find } = world
	const { balance, transactions, refunds, transfers, disputes, settlements } = paystack
	const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
	const ofBalance = (model: string) =>
		sum(balance.entries.filter((one) => one.model === model).map((one) => one.differenceKobo))
	const cameKobo = sum(
		transactions
			.filter(isPaid)
			.map(({ reference, amountKobo }) =>
				paystack.bearsFee(reference) ? amountKobo : amountKobo - feeFor(amountKobo),
			),
	)
	const backKobo = sum(
		refunds.filter(({ status }) => status === 'processed').map(({ amountKobo }) => amountKobo),
	)
	const takenByBanksKobo = sum(disputes.map((one) => one.takenKobo))
	const atShopsKobo = sum(transfers.map(takenKobo))
	const expected =
		ofBalance('Topup') + ofBalance('Settlement') + cameKobo - backKobo - takenByBanksKobo - atShopsKobo
	if (balance.kobo !== expected)
		find(`conservation: Paystack has ${balance.kobo}, and what came and went leaves ${expected}`)
	if (!isOver) return

	const lines = await sql.rows(
		`SELECT entry.subject_id AS subject, sum(line.amount_kobo) AS kobo FROM ledger_entries entry
			JOIN ledger_lines line ON line.entry_id = entry.id
			JOIN ledger_accounts account ON account.id = line.account_id AND account.kind = 'paystack'
			GROUP BY entry.subject_id`,
	)
	const here = new Map(lines.map(({ subject, kobo }) => [String(subject), Number(kobo)]))
	const there = new Map<string, number>()
	const add = (reference: string, kobo: number) => there.set(reference, (there.get(reference) ?? 0) + kobo)
	const referenceOf = new Map<bigint, string>([
		...transactions.map(({ id, reference }) => [id, reference] as const),
		...refunds.map(({ id, transaction }) => [id, transaction.reference] as const),
		...transfers.map(({ id, reference }) => [id, reference] as const),
	])
	for (const { modelRow, differenceKobo, model } of balance.entries) {
		const reference = modelRow === null ? undefined : referenceOf.get(modelRow)
		if (reference !== undefined) add(reference, differenceKobo)
		else if (model !== 'Topup' && model !== 'Settlement')
			find(`conservation: ${differenceKobo} of a ${model} are of nothing`)
	}
	for (const { reference, amountKobo } of settlements) add(reference, -amountKobo)
	// Of more than came, by a refund and by a bank besides, no entry can tell.
	const outOf = (reference: string) =>
		sum(disputes.filter((one) => one.reference === reference).map((one) => one.takenKobo)) +
		sum(
			refunds
				.filter((one) => one.transaction.reference === reference && one.status === 'processed')
				.map(({ amountKobo }) => amountKobo),
		)
	const taken = new Set(
		transactions
			.filter(({ reference, amountKobo }) => outOf(reference) > amountKobo)
			.map((one) => one.reference),
	)
	for (const subject of new Set([...here.keys(), ...there.keys()])) {
		if (taken.has(subject) || (here.get(subject) ?? 0) === (there.get(subject) ?? 0)) continue
		find(
			`conservation: of ${subject} the ledger has ${here.get(subject) ?? 0}, Paystack ${there.get(subject) ?? 0}`,
		)
	}
}
