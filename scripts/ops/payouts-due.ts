import { isPayoutOverdue } from '#app/domain/payouts/payout-time.server.ts'
import { readShopDues, type ShopDue } from '#app/flows/payouts/payout-report.server.ts'
import type { PayoutRefusal } from '#app/flows/payouts/write-payout.server.ts'
import { csvOf } from '#app/kernel/csv.ts'
import { formatNairaAndKobo, nairaDecimal } from '#app/kernel/money.ts'
import type { LedgerAccountKind } from '#app/kernel/vocabulary/payments.ts'
import { type OpsCommand, success } from './ops-command.ts'
import { ofWhichMoney, opsRepositories, payoutSettingsAbout, payoutSettingsOf } from './ops-environment.ts'

/** Why a shop gets nothing now. */
export const payoutRefusalWords: Record<PayoutRefusal, string> = {
	shop_not_found: 'there is no such shop',
	nothing_due: 'nothing is due',
	in_debt: 'it owes more than it is due',
	below_minimum: 'less than the minimum is due',
	no_account: 'it has no payout account: ops payout-account',
	account_waits: 'its payout account has just changed',
	contact_changed: 'its email or phone has just changed',
	above_balance: 'the balance at Paystack is kept for customers',
	out_of_date: 'its bookings kept changing: run it again',
}

export const payoutsDue: OpsCommand = {
	name: 'payouts due',
	summary: 'lists what each shop is due from online payments, and what it would be paid now',
	places: [],
	options: { csv: { type: 'boolean', about: 'prints each payment with its reason and date, as a CSV file' } },
	about: `Due: visits that were completed or kept, plans after their seven days, less what was paid out before. Later: not yet. Held: a dispute, a refund or a problem is open. Owed: refunded after it was paid out, or paid out twice. ${payoutSettingsAbout}`,
	async run({ options, env, now }) {
		const settings = payoutSettingsOf(env)
		const dues = await readShopDues(opsRepositories(env), { ...settings, now })
		const data = { shops: dues.map(({ dues: lines, ...shop }) => ({ ...shop, lines: lines.map(lineData) })) }
		if (options.csv === true) return success(data, csvLines(csvOfDues(dues)))
		return {
			isWell: !dues.some(({ isDebtOld }) => isDebtOld),
			lines:
				dues.length === 0
					? [`No shop has money that is not settled. ${ofWhichMoney[settings.mode]}`]
					: dues.map(lineOf),
			data,
		}
	},
}

export function csvLines(text: string): string[] {
	return text.trimEnd().split('\r\n')
}

function lineOf({ shop, dueKobo, laterKobo, heldKobo, debtKobo, isDebtOld, payout }: ShopDue): string {
	const parts = [
		`due ${formatNairaAndKobo(dueKobo)}`,
		...(laterKobo === 0 ? [] : [`later ${formatNairaAndKobo(laterKobo)}`]),
		...(heldKobo === 0 ? [] : [`held ${formatNairaAndKobo(heldKobo)}`]),
		...(debtKobo === 0 ? [] : [`owed by the shop ${formatNairaAndKobo(debtKobo)}`]),
	]
	const next =
		'amountKobo' in payout
			? `would be paid ${formatNairaAndKobo(payout.amountKobo)}`
			: `not paid: ${payoutRefusalWords[payout.refusal]}`
	const alert = isDebtOld ? ' LOOK AT IT: it has owed this for more than 30 days.' : ''
	return `${shop.name} (${shop.shopId}): ${parts.join(', ')}; ${next}.${alert}`
}

function csvOfDues(dues: readonly ShopDue[]): string {
	const rows = dues.flatMap(({ shop, dues: lines }) =>
		lines.map((due) => {
			const { earnedKobo, tipKobo, commissionKobo, paymentFeeKobo } = due.share
			return [
				shop.shopId,
				shop.name,
				due.payment.name,
				due.paymentReference,
				due.state,
				'why' in due ? due.why : 'reason' in due ? due.reason : '',
				'dueAt' in due ? new Date(due.dueAt).toISOString() : '',
				...[earnedKobo, tipKobo, commissionKobo, paymentFeeKobo].map(nairaDecimal),
			]
		}),
	)
	return csvOf([
		[
			'Shop',
			'Name',
			'Booking',
			'Payment',
			'State',
			'Reason',
			'Since',
			'Earned',
			'Tip',
			'Commission',
			'Payment fee',
		],
		...rows,
	])
}

function lineData({ payment: { name }, ...due }: ShopDue['dues'][number]) {
	return { name, ...due }
}

export const payoutsList: OpsCommand = {
	name: 'payouts',
	summary: 'shows what is held for whom, what is on its way to shops, and what is late',
	places: [],
	about: `What Paystack and your bank should hold is what customers and shops are owed, with what is on its way and what you have earned: compare it with Paystack’s balance by \`payments reconcile\`. ${payoutSettingsAbout} Exit code 1: something is late.`,
	async run({ env, now }) {
		const repositories = opsRepositories(env)
		const { payouts, payments } = repositories
		const [{ balances }, pending, dues] = await Promise.all([
			payments.ledger.totals(),
			payouts.payouts.pendingPayouts(),
			readShopDues(repositories, { ...payoutSettingsOf(env), now }),
		])
		const of = (kind: LedgerAccountKind) =>
			balances.find((one) => one.kind === kind && one.currency === 'NGN')?.balanceKobo ?? 0
		const sums = {
			atPaystackKobo: of('paystack'),
			atBankKobo: of('operator_bank'),
			customersKobo: of('customer_money'),
			shopsKobo: of('shop_due') + of('staff_tips') - of('shop_paid'),
			onItsWayKobo: of('payout_pending'),
			commissionKobo: -of('commission'),
			feesBorneByShopsKobo: -of('payment_fee'),
			transferFeesKobo: of('transfer_fee'),
		}
		const late = pending.filter((payout) => isPayoutOverdue(payout, now))
		const inDebt = dues.filter(({ isDebtOld }) => isDebtOld)
		return {
			isWell: late.length + inDebt.length === 0,
			lines: [
				`At Paystack ${formatNairaAndKobo(sums.atPaystackKobo)}, at your bank ${formatNairaAndKobo(sums.atBankKobo)}.`,
				`Of it customers’ ${formatNairaAndKobo(sums.customersKobo)}, shops’ ${formatNairaAndKobo(sums.shopsKobo)}, on its way to shops ${formatNairaAndKobo(sums.onItsWayKobo)}.`,
				`Commission ${formatNairaAndKobo(sums.commissionKobo)}, fees that shops bore ${formatNairaAndKobo(sums.feesBorneByShopsKobo)}, fees of transfers ${formatNairaAndKobo(sums.transferFeesKobo)}.`,
				...pending.map(
					({ reference, shopId, amountKobo, status, createdAt, way }) =>
						`ON ITS WAY ${reference} to ${shopId}: ${formatNairaAndKobo(amountKobo)} by ${way === 'paystack' ? 'Paystack' : 'your bank'}, ${status} since ${new Date(createdAt).toISOString()}`,
				),
				...late.map(({ reference }) => `LATE ${reference}: it has no end for more than a day.`),
				...inDebt.map(
					({ shop, debtKobo }) =>
						`OWED BY ${shop.name} (${shop.shopId}): ${formatNairaAndKobo(debtKobo)} for more than 30 days.`,
				),
			],
			data: { ...sums, pending, late: late.map(({ reference }) => reference) },
		}
	},
}
