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
	/** Payments and payouts that differ by the provider's other lists: what follows from them is not named again. */
	named: ReadonlySet<string>
	now: Instant
}

/** What the numbers of the provider's ledger stand for, by what they are numbers of. */
type Numbers = Map<string, Pick<TheirMove, 'name' | 'isOfOthers'>>

/** A line of the asked time may have its partner, or the other half of it, so long before or after. */
const MARGIN_MS = 10 * DAY_MS
/** Transfers come back, and refunds are paid out, so long after they were asked for. */
const SLOW_MS = 45 * DAY_MS
/** We learn of a payment or a transfer by an event, or the cron asks. */
const NEWS_TAKES_MS = HOUR_MS

/**
 * Compares the provider's ledger of its balance with our own lines about it. Writes nothing.
 *
 * What can be matched: a line of the provider's ledger tells a sum, the balance after it, its time, a word for what
 * moved, the number of that, and the reason of a transfer. Of the words that are documented it is the number of a
 * payment or a transfer, whose names the lists tell: these are compared one by one and to the kobo, a payment without
 * its fee and a transfer with it, since the documentation does not say whether a fee is a line of its own; one that is,
 * is found by its sum. Refunds are found by their number, if that is what they have, else by their sum within five days
 * of when they were under way; settlements to the operator's bank, money that was added and lost disputes by their sum
 * within five days. Two of the same sum may therefore be taken for each other, and no difference is lost by that.
 *
 * What is only summed up: payments of others in the same account, and our own that the provider has not added yet. Only
 * naira is compared. Throws a ListNotReadError when a list cannot be read to its end.
 */
export async function reconcileBalance(deps: ReconcileBalanceDeps, input: Input): Promise<BalanceComparison> {
	const { from, to, now } = input
	const { mode, payments } = deps
	const { lists } = deps.provider
	// Ours are read last: what moves meanwhile is in ours and young, or in neither.
	const changes = new Map<string, BalanceChange>()
	// A line that is added meanwhile pushes others to the next page, where they are seen again.
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

/** The numbers of that time, and what the provider's ledger has to hold of what is on its way or was named before. */
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

/**
 * On its way still: the provider adds a payment, and takes a refund, days after it tells of it; all else is at once.
 */
function isYoung(move: BalanceMove | TheirMove, now: Instant): boolean {
	if (move.kind === null || move.kind === 'settlement') return false
	const isCustomers = 'isBooked' in move && move.kind !== 'transfer'
	return move.at > now - (isCustomers ? CUSTOMERS_MONEY_TAKES_DAYS * DAY_MS : NEWS_TAKES_MS)
}

async function* rowsOf<Row>(read: (page: number) => Promise<ListOutcome<Row>>): AsyncGenerator<Row> {
	for await (const rows of pagesOf(read)) yield* rows
}
