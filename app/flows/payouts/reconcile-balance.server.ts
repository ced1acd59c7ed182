import {
	type BalanceComparison,
	CUSTOMERS_MONEY_TAKES_DAYS,
	compareBalance,
} from '#app/domain/payments/balance-difference.ts'
import type { BalanceMove, TheirMove } from '#app/domain/payments/balance-match.ts'
import { type PaymentProvider, pagesOf } from '#app/domain/payments/payment-provider.server.ts'
import { isPaymentReference } from '#app/domain/payments/payment-reference.server.ts'
import type { BalanceChange, ListOutcome } from '#app/domain/payments/provider-transfer.ts'
import { transferFeeKobo } from '#app/domain/payouts/payout-plan.ts'
import { isPayoutReference } from '#app/domain/payouts/payout-reference.server.ts'
import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentMode } from '#app/kernel/vocabulary/payments.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type ReconcileBalanceDeps = Pick<Repositories, 'payments' | 'payouts'> & {
	provider: Pick<PaymentProvider, 'lists'>
	mode: PaymentMode
}

type Input = {
	from: Instant
	to: Instant
	/** Named by the provider's other lists already. */
	named: ReadonlySet<string>
	now: Instant
}

/** The provider's numbers and their meaning, by kind. */
type Numbers = Map<string, Pick<TheirMove, 'name' | 'isOfOthers'>>

/** How much earlier or later a line's partner may be. */
const MARGIN_MS = 10 * DAY_MS
/** Transfers are returned and refunds paid out this late. */
const SLOW_MS = 45 * DAY_MS
/** An event or the cron tells us of a payment or transfer within this time. */
const NEWS_TAKES_MS = HOUR_MS

/**
 * Compares the provider's ledger of its balance with our own lines about it. Writes nothing, and compares naira alone.
 * - Payments (without fee) and transfers (with fee) are matched by number, to the kobo. The documentation does not say
 * whether a fee is a separate line; such a line is found by its sum.
 * - Refunds are matched by number, else by sum within five days, as settlements, added money and lost disputes are.
 * Equal sums may be swapped, and no difference is lost by that.
 * - Payments of others in the same account, and ours not added yet, are only summed up.
 * Throws a ListNotReadError for an incomplete list.
 */
export async function reconcileBalance(deps: ReconcileBalanceDeps, input: Input): Promise<BalanceComparison> {
	const { from, to, now } = input
	const { mode, payments } = deps
	const { lists } = deps.provider
	// Our lines are read last: a move made meanwhile is ours and young, or in neither list.
	const changes = new Map<string, BalanceChange>()
	// A new line pushes others to the next page, where they are seen again.
	for await (const change of rowsOf((page) =>
		lists.balanceLedger({ from: from - MARGIN_MS, to: to + MARGIN_MS, page }),
	))
		if (change.currency === 'NGN') changes.set(change.id, change)
	const { numbers, expected } = await readNumbers(deps, input)
	const there = [...changes.values()].map((one) => theirMove(one, numbers))
	const [booked, refunds] = await Promise.all([
		payments.ledger.balanceMovesBetween(mode, from - MARGIN_MS, to + SLOW_MS),
		payments.ledger.balanceRefundsUnderWay(mode, now),
	])
	return compareBalance(there, [...booked, ...refunds, ...expected], {
		from,
		to,
		isYoung: (move) => isYoung(move, now),
	})
}

/** `expected`: what is on its way there, or was named before. */
async function readNumbers(
	{ provider: { lists }, payouts }: ReconcileBalanceDeps,
	{ from, to, named, now }: Input,
): Promise<{ numbers: Numbers; expected: BalanceMove[] }> {
	const numbers: Numbers = new Map()
	const expected: BalanceMove[] = []
	const expect = (kind: BalanceMove['kind'], name: string, amountKobo: Kobo) =>
		expected.push({ kind, name, amountKobo, at: now, since: from, key: name, isBooked: false })
	const until = to + MARGIN_MS

	const paymentOf = new Map<string, string>()
	for await (const { payment } of rowsOf((page) =>
		lists.payments({ from: from - MARGIN_MS, to: until, page }),
	)) {
		const { id, paymentReference, amountKobo, feesKobo } = payment
		numbers.set(`payment:${id}`, {
			name: paymentReference,
			isOfOthers: !isPaymentReference(paymentReference),
		})
		paymentOf.set(id, paymentReference)
		if (named.has(paymentReference)) expect('payment', paymentReference, amountKobo - feesKobo)
	}

	for await (const { refundId, paymentId, amountKobo } of rowsOf((page) =>
		lists.refunds({ from: from - SLOW_MS, to: until, page }),
	)) {
		const paymentReference = paymentOf.get(paymentId)
		const isOfOthers = paymentReference !== undefined && !isPaymentReference(paymentReference)
		numbers.set(`refund:${refundId}`, { name: refundId, isOfOthers })
		if (paymentReference !== undefined && named.has(paymentReference)) expect('refund', refundId, -amountKobo)
	}

	const pending = new Set((await payouts.payouts.pendingPayouts()).map(({ reference }) => reference))
	for await (const { transferId, reference, amountKobo, feeKobo } of rowsOf((page) =>
		lists.transfers({ from: from - SLOW_MS, to: until, page }),
	)) {
		const isOurs = reference !== null && isPayoutReference(reference)
		numbers.set(`transfer:${transferId}`, { name: isOurs ? reference : null, isOfOthers: false })
		if (!isOurs || !(pending.has(reference) || named.has(reference))) continue
		const takenKobo = amountKobo + (feeKobo || transferFeeKobo(amountKobo))
		expect('transfer', reference, -takenKobo)
		expect('transfer', reference, takenKobo)
		expect('transfer', reference, amountKobo)
	}
	return { numbers, expected }
}

function theirMove(change: BalanceChange, numbers: Numbers): TheirMove {
	const { id, differenceKobo, balanceKobo, createdAt, model, moves, modelId, reason } = change
	const known = numbers.get(`${moves ?? 'refund'}:${modelId}`)
	return {
		kind: moves ?? (known ? 'refund' : null),
		name: known?.name ?? null,
		isOfOthers: known?.isOfOthers ?? false,
		amountKobo: differenceKobo,
		balanceKobo,
		at: createdAt,
		id,
		word: model,
		number: modelId,
		reason,
	}
}

/** The provider adds payments and takes refunds days later. */
function isYoung(move: BalanceMove | TheirMove, now: Instant): boolean {
	if (move.kind === null || move.kind === 'settlement') return false
	const isCustomers = 'isBooked' in move && move.kind !== 'transfer'
	return move.at > now - (isCustomers ? CUSTOMERS_MONEY_TAKES_DAYS * DAY_MS : NEWS_TAKES_MS)
}

async function* rowsOf<Row>(read: (page: number) => Promise<ListOutcome<Row>>): AsyncGenerator<Row> {
	for await (const rows of pagesOf(read)) yield* rows
}
