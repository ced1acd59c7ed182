import { isPayoutOverdue } from '#app/domain/payouts/payout-time.server.ts'
import { isolateFailure } from '#app/flows/payouts/isolate-failure.server.ts'
import { readShopDues, type ShopDue } from '#app/flows/payouts/payout-report.server.ts'
import { sendPayouts } from '#app/flows/payouts/send-payouts.server.ts'
import type { PayoutRefusal } from '#app/flows/payouts/write-payout.server.ts'
import { writePayout } from '#app/flows/payouts/write-payout.server.ts'
import { formatCsv } from '#app/kernel/csv.ts'
import { formatNairaAndKobo, nairaDecimal } from '#app/kernel/money.ts'
import type { LedgerAccountKind } from '#app/kernel/vocabulary/payments.ts'
import { BY_TRANSFER } from '#app/kernel/vocabulary/payouts.ts'
import { isRetryable } from '#app/kernel/write-batch.server.ts'
import { openOutsideServices } from '#app/outside-services.server.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import { allWell, type OpsCommand } from './ops-command.ts'
import {
	NO_ANSWER,
	ofWhichMoney,
	opsRepositories,
	payoutSettingsAbout,
	readInstallation,
	readPayoutSettings,
} from './ops-environment.ts'

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
		const settings = readPayoutSettings(env)
		const dues = await readShopDues(opsRepositories(env), { ...settings, now })
		const data = { shops: dues.map(({ dues: lines, ...shop }) => ({ ...shop, lines: lines.map(lineData) })) }
		if (options.csv === true) return allWell(data, csvLines(csvOfDues(dues)))
		return {
			isWell: !dues.some(({ isDebtOld }) => isDebtOld),
			lines:
				dues.length === 0
					? [`No shop has money that is not settled. ${ofWhichMoney[settings.mode]}`]
					: dues.map(formatDue),
			data,
		}
	},
}

export function csvLines(text: string): string[] {
	return text.trimEnd().split('\r\n')
}

function formatDue({ shop, dueKobo, laterKobo, heldKobo, debtKobo, isDebtOld, payout }: ShopDue): string {
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
	return formatCsv([
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
			readShopDues(repositories, { ...readPayoutSettings(env), now }),
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

export const payoutsRun: OpsCommand = {
	name: 'payouts run',
	summary: 'with --apply, pays by Paystack’s transfers what is due now, at any hour',
	places: [],
	options: { apply: { type: 'boolean', about: 'pays; without it, nothing is written or sent' } },
	about:
		'What the cron does at the hour of payouts, with the same rules: one payout for each shop, never out of what customers may still get back. Safe to run twice, and beside the cron. Settings: the installation’s DATABASE_URL, DATABASE_AUTH_TOKEN, COOKIE_KEYS, APP_ORIGIN, PAYSTACK_SECRET_KEY and PAYOUT_MINIMUM; PAYOUTS has to be paystack.',
	async run({ options, env, now, note }) {
		const { provider, providers, mode, payouts } = requireOnlinePayments(env)
		const { minimumKobo, isByTransfer } = payouts
		const deps = opsRepositories(env)
		const dues = await readShopDues(deps, { mode, minimumKobo, now })
		if (options.apply !== true)
			return allWell({ shops: dues.map(({ shop, payout }) => ({ ...shop, ...payout })), isApplied: false }, [
				...dues.map(({ shop, payout }) =>
					'amountKobo' in payout
						? `${shop.name} would be paid ${formatNairaAndKobo(payout.amountKobo)}.`
						: `${shop.name} is not paid: ${payoutRefusalWords[payout.refusal]}.`,
				),
				'Nothing was written or sent. Add --apply to do it.',
			])
		if (!isByTransfer)
			throw new StartProblem(
				'PAYOUTS is off: your bank pays shops, by the file of `npm run ops -- payouts export`. Set PAYOUTS=paystack to pay by transfers.',
			)
		const balance = await provider.balance()
		if (balance.outcome === 'unknown')
			throw new StartProblem(`Paystack did not tell its balance (${balance.why}). Run it again.`)
		const lines: string[] = []
		let isWell = true
		for (const { shop } of dues) {
			const rules = { way: BY_TRANSFER, provider: provider.name, mode, minimumKobo } as const
			const { balanceKobo } = balance
			const outcome = await isolateFailure(note, `payout of shop ${shop.shopId}`, () =>
				writePayout(deps, { shopId: shop.shopId, rules, balanceKobo, now }),
			)
			if (outcome === null) isWell = false
			else if (outcome.ok)
				lines.push(
					`${shop.name}: ${formatNairaAndKobo(outcome.value.payout.amountKobo)} as ${outcome.value.payout.reference}.`,
				)
			else {
				const why = isRetryable(outcome.refusal) ? NO_ANSWER : payoutRefusalWords[outcome.refusal]
				lines.push(`${shop.name} is not paid: ${why}`)
				if (isRetryable(outcome.refusal) || outcome.refusal === 'out_of_date') isWell = false
				// The oldest due comes first: no later due is paid before it.
				if (outcome.refusal === 'above_balance') break
			}
		}
		const answer = await sendPayouts({ ...deps, providers, mode, isByTransfer, log: note }, now)
		return {
			isWell,
			lines: [...lines, `${answer} sent or asked about. What is on its way, \`payouts\` shows.`],
			data: { asked: answer, isApplied: true },
		}
	},
}

function requireOnlinePayments(env: NodeJS.ProcessEnv) {
	const { onlinePayments } = openOutsideServices({}, readInstallation(env))
	if (onlinePayments) return onlinePayments
	throw new StartProblem(
		'Set PAYSTACK_SECRET_KEY and APP_ORIGIN to the installation’s values: they are needed to pay by transfers.',
	)
}
