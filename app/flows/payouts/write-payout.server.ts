import { writtenPayoutLines } from '#app/domain/payments/ledger-lines.ts'
import { isPayoutOutOfDate } from '#app/domain/payouts/new-payout-repository.server.ts'
import type { PaidShop } from '#app/domain/payouts/paid-shop-repository.server.ts'
import type { Payout } from '#app/domain/payouts/payout.ts'
import { type PlannedPayout, payableRows, plannedPayout } from '#app/domain/payouts/payout-plan.ts'
import { newPayoutReference } from '#app/domain/payouts/payout-reference.server.ts'
import { payoutIs } from '#app/domain/payouts/payout-repository.server.ts'
import { netAmount, sumShares } from '#app/domain/payouts/payout-share.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { type PaymentMode, paymentProviders } from '#app/kernel/vocabulary/payments.ts'
import { BY_TRANSFER, type PayoutWay } from '#app/kernel/vocabulary/payouts.ts'
import { refusalOfWrite, type WriteFailure, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type ListedDue, readDues } from './read-money.server.ts'

export type WritePayoutDeps = Pick<Repositories, 'payouts' | 'payments' | 'writeBatch'>

/**
 * `nothing_due`, `in_debt`, `below_minimum`: the payout waits for more money. `no_account`: none, or all stopped.
 * `account_waits`, `contact_changed`: it waits 48 hours (D58). `above_balance`: it would take money for possible
 * refunds. `out_of_date`: its payments kept changing.
 */
export type PayoutRefusal =
	| 'shop_not_found'
	| 'nothing_due'
	| 'in_debt'
	| 'below_minimum'
	| 'no_account'
	| 'account_waits'
	| 'contact_changed'
	| 'above_balance'
	| 'out_of_date'

export type PayoutRules = {
	way: PayoutWay
	/** Null for the operator's bank. */
	provider?: string
	mode: PaymentMode
	minimumKobo: Kobo
}

export type PreparedPayout = {
	shop: PaidShop & { account: NonNullable<PaidShop['account']> }
	dues: ListedDue[]
	plan: PlannedPayout
}

/** Tries of a payout whose payments change. */
const TRIES = 3

/** What a shop would be paid now, or why nothing. */
export async function preparePayout(
	deps: Pick<Repositories, 'payouts'>,
	{ shopId, mode, minimumKobo, now }: Omit<PayoutRules, 'way'> & { shopId: string; now: Instant },
): Promise<Outcome<PreparedPayout, PayoutRefusal>> {
	const [shop, dues] = await Promise.all([
		deps.payouts.paidShops.shopToPay(shopId, now),
		readDues(deps, { shopId, mode, now }),
	])
	if (!shop) return refused('shop_not_found')
	const { account } = shop
	const plan = plannedPayout(dues, { minimumKobo, transferFeeBearer: shop.transferFeeBearer })
	if (!plan) {
		const netKobo = netAmount(sumShares(payableRows(dues).map(({ share }) => share)))
		if (netKobo < 0) return refused('in_debt')
		return refused(netKobo === 0 ? 'nothing_due' : 'below_minimum')
	}
	if (!account) return refused('no_account')
	if (account.usableAt > now) return refused('account_waits')
	if (shop.heldUntil > now) return refused('contact_changed')
	return accepted({ shop: { ...shop, account }, dues, plan })
}

/**
 * The first phase of a payout: writes it as on its way, with its rows and ledger lines, unless any of them changed or
 * belongs to another payout. `balanceKobo`: what the provider has for us; null where the operator's bank sends.
 */
export async function writePayout(
	deps: WritePayoutDeps,
	input: { shopId: string; rules: PayoutRules; balanceKobo: Kobo | null; now: Instant },
): Promise<Outcome<{ payout: Payout; shop: PaidShop }, PayoutRefusal | WriteFailure>> {
	const { shopId, rules, balanceKobo, now } = input
	for (let tries = 1; ; tries++) {
		const prepared = await preparePayout(deps, { shopId, ...rules, now })
		if (!prepared.ok) return prepared
		const { shop } = prepared.value
		const payout = newPayout(prepared.value, { rules, now })
		try {
			await writeIdempotent(
				deps.writeBatch,
				payoutStatements(deps, prepared.value, { payout, balanceKobo, now }),
			)
			return accepted({ payout, shop })
		} catch (error) {
			if (isPayoutOutOfDate(error)) {
				// The answer to an equal write may have been lost.
				if (await deps.payouts.payouts.payout(payout.reference)) return accepted({ payout, shop })
				if (tries < TRIES) continue
				return refused('out_of_date')
			}
			if (isViolation(error, 'payout_held')) return refused('account_waits')
			return refused(refusalOfWrite(error, { payout_above_balance: 'above_balance' as const }))
		}
	}
}

function newPayout(
	{ shop, plan }: PreparedPayout,
	{ rules, now }: { rules: PayoutRules; now: Instant },
): Payout {
	const { rows: _, sum, ...amounts } = plan
	const { setBy, confirmedAt, usableAt, ...account } = shop.account
	return {
		reference: newPayoutReference(),
		shopId: shop.shopId,
		way: rules.way,
		provider: rules.provider ?? paymentProviders[0],
		mode: rules.mode,
		status: 'written',
		grossKobo: sum.earnedKobo + sum.tipKobo,
		commissionKobo: sum.commissionKobo,
		paymentFeeKobo: sum.paymentFeeKobo,
		...amounts,
		currency: 'NGN',
		chargedFeeKobo: null,
		outsideReference: null,
		createdAt: now,
		changedAt: now,
		account,
	}
}

function payoutStatements(
	{ payouts, payments }: Pick<WritePayoutDeps, 'payouts' | 'payments'>,
	{ dues, plan }: PreparedPayout,
	{ payout, balanceKobo, now }: { payout: Payout; balanceKobo: Kobo | null; now: Instant },
) {
	const paymentOf = new Map(dues.map(({ payment }) => [payment.paymentReference, payment]))
	const rows = plan.rows.map((row) => {
		const payment = paymentOf.get(row.paymentReference)
		if (!payment) throw new Error('a row of a payout without its payment')
		return { ...row, nth: payment.nextItem, asRead: payment.asRead }
	})
	const { status, chargedFeeKobo, outsideReference, changedAt, account, ...written } = payout
	return [
		...(balanceKobo === null ? [] : [payouts.payouts.requireBalance(balanceKobo, payout)]),
		...payouts.payouts.writePayout({
			...written,
			accountId: account.accountId,
			rows,
			nextAttemptAt: payout.way === BY_TRANSFER ? now : null,
		}),
		...payments.ledger.postEntry(
			{ key: `payout:${payout.reference}`, lines: writtenPayoutLines(payout), now },
			payoutIs(payout.reference, ['written']),
		),
	]
}
