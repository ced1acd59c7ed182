import { isPayoutOverdue } from '#app/domain/payouts/payout-time.server.ts'
import { readShopDues } from '#app/flows/payouts/payout-report.server.ts'
import { formatNairaAndKobo } from '#app/kernel/money.ts'
import type { LedgerAccountKind } from '#app/kernel/vocabulary/payments.ts'
import type { OpsCommand } from './ops-command.ts'
import { opsRepositories } from './ops-database.ts'
import { payoutSettingsAbout, payoutSettingsOf } from './payout-settings.ts'

/** `ops payouts`: money held for shops, and on its way. */
export const payoutsList: OpsCommand = {
	name: 'payouts',
	summary: 'shows what is held for whom, what is on its way to shops, and what is late',
	places: [],
	options: {},
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
