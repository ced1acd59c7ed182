import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type BalanceMove, matchBalance, type TheirMove } from './balance-match.ts'

/** How Paystack's ledger of its balance and ours can differ, with what the operator does next. */
export const balanceDifferenceWords = {
	balance_debit_unknown_here:
		'money left Paystack’s balance, and the ledger here does not know of it. If it came to your bank, record it with `payouts settled`; if not, ask Paystack what it was for',
	balance_credit_unknown_here:
		'money came into Paystack’s balance, and the ledger here does not know of it. If you added it, record it with `payouts settled --added`; if not, ask Paystack where it came from',
	balance_payment_unknown_here:
		'Paystack’s ledger has this payment, and the ledger here does not: run it again with --from on the day when the payment was started, and with --apply',
	balance_refund_unknown_here:
		'Paystack returned this money, and the ledger here does not have it: look for the refund on the Paystack dashboard, then run it again with --from on the day when it was asked for, and with --apply',
	balance_transfer_unknown_here:
		'a transfer took this money, and no payout here belongs to it: look for it on the Paystack dashboard. If it went to your own bank, record it with `payouts settled`; if not, compare it with the shops’ payouts by hand before the next run',
	balance_return_unknown_here:
		'the money of a transfer came back, and the ledger here does not have it: run it again with --from on the day of the transfer, and with --apply',
	balance_amount_differs:
		'Paystack’s ledger has another sum for it than the ledger here: compare amount and fee by hand on the Paystack dashboard',
	balance_not_there:
		'the ledger here has it, and Paystack’s ledger does not: look for it on the Paystack dashboard, and ask Paystack if it is not there',
	balance_not_whole:
		'the lines of Paystack’s ledger do not add up to its own balances: run it again, and ask Paystack which line is missing or wrong if it stays so',
} as const
export type BalanceDifferenceKind = keyof typeof balanceDifferenceWords

export type BalanceDifference = {
	kind: BalanceDifferenceKind
	/** Our name for what moved; the number of the line of Paystack's ledger where there is none. */
	about: string
	/** What either ledger has of it; null: nothing. */
	thereKobo: Kobo | null
	hereKobo: Kobo | null
	/** When it moved, where one is told. */
	at: Instant
	/** Paystack's word for what moved, and what the transfer was for. */
	said: string | null
}

export type BalanceComparison = {
	/** Lines of Paystack's ledger in that time. */
	listed: number
	/** The sum of those that belong to payments of others in the same account. */
	ofOthersKobo: Kobo
	/** What the ledger here has, and Paystack's not yet. */
	onItsWayKobo: Kobo
	differences: BalanceDifference[]
}

/** What was paid on the Thursday before Easter is in the balance on the Tuesday after it. */
export const CUSTOMERS_MONEY_TAKES_DAYS = 5

/**
 * Compares Paystack's ledger of its balance, newest first, with our lines about it, both in naira. Names in `from` to
 * `to` each line that the other ledger does not explain; lines outside that time only explain. What moved too short ago
 * is on its way: see `isYoung`. A payment of others, or its refund, is summed up and not named.
 */
export function compareBalance(
	there: readonly TheirMove[],
	here: readonly BalanceMove[],
	asked: { from: Instant; to: Instant; isYoung: (move: BalanceMove | TheirMove) => boolean },
): BalanceComparison {
	const isAsked = (at: Instant) => at >= asked.from && at < asked.to
	const ofOthers = there.filter(({ isOfOthers }) => isOfOthers)
	const oldestFirst = there.filter(({ isOfOthers }) => !isOfOthers).reverse()
	const unexplained = matchBalance(oldestFirst, here)
	const differences: BalanceDifference[] = []
	let onItsWayKobo = 0
	const alone = { there: new Set(unexplained.there), here: new Set(unexplained.here) }
	for (const [theirs, ours] of withSameName(unexplained)) {
		for (const one of theirs) alone.there.delete(one)
		for (const one of ours) alone.here.delete(one)
		const [first] = theirs
		if (!first || ![...theirs, ...ours].some(({ at }) => isAsked(at))) continue
		differences.push({
			...differenceOf('balance_amount_differs', first),
			thereKobo: sumOf(theirs),
			hereKobo: sumOf(ours),
		})
	}
	for (const one of alone.there) {
		if (isAsked(one.at) && !asked.isYoung(one)) differences.push(differenceOf(kindOf(one), one))
	}
	for (const one of alone.here) {
		if (!isAsked(one.at)) continue
		if (asked.isYoung(one)) onItsWayKobo += one.amountKobo
		else
			differences.push({
				kind: 'balance_not_there',
				about: one.key,
				thereKobo: null,
				hereKobo: one.amountKobo,
				at: one.at,
				said: null,
			})
	}
	if (!isWhole(there)) differences.push(notWhole(there))
	return {
		listed: there.filter(({ at }) => isAsked(at)).length,
		ofOthersKobo: sumOf(ofOthers.filter(({ at }) => isAsked(at))),
		onItsWayKobo,
		differences: differences.sort((a, b) => a.at - b.at),
	}
}

/** What both ledgers have, by one name, and not by the same sums. */
function withSameName({ there, here }: { there: readonly TheirMove[]; here: readonly BalanceMove[] }) {
	const names = new Set(there.flatMap(({ kind, name }) => (name === null ? [] : `${kind}:${name}`)))
	const isOf = (id: string) => (one: TheirMove | BalanceMove) => `${one.kind}:${one.name}` === id
	return [...names]
		.map((id) => [there.filter(isOf(id)), here.filter(isOf(id))] as const)
		.filter(([, ours]) => ours.length > 0)
}

function differenceOf(kind: BalanceDifferenceKind, one: TheirMove): BalanceDifference {
	return {
		kind,
		about: one.name ?? `line ${one.id}`,
		thereKobo: one.amountKobo,
		hereKobo: null,
		at: one.at,
		said: one.reason === '' ? one.word : `${one.word}: ${one.reason}`,
	}
}

function kindOf({ kind, amountKobo }: TheirMove): BalanceDifferenceKind {
	const isDebit = amountKobo < 0
	if (kind === 'transfer') return isDebit ? 'balance_transfer_unknown_here' : 'balance_return_unknown_here'
	if (kind === 'payment' && !isDebit) return 'balance_payment_unknown_here'
	if (kind === 'refund' && isDebit) return 'balance_refund_unknown_here'
	return isDebit ? 'balance_debit_unknown_here' : 'balance_credit_unknown_here'
}

/** Its first balance and its changes come to its last one. */
function isWhole(newestFirst: readonly TheirMove[]): boolean {
	const [last, first] = [newestFirst[0], newestFirst.at(-1)]
	if (!first || !last) return true
	return first.balanceKobo - first.amountKobo + sumOf(newestFirst) === last.balanceKobo
}

function notWhole(newestFirst: readonly TheirMove[]): BalanceDifference {
	const [last, first] = [newestFirst[0], newestFirst.at(-1)]
	return {
		kind: 'balance_not_whole',
		about: `lines ${first?.id} to ${last?.id}`,
		thereKobo: (last?.balanceKobo ?? 0) - ((first?.balanceKobo ?? 0) - (first?.amountKobo ?? 0)),
		hereKobo: sumOf(newestFirst),
		at: last?.at ?? 0,
		said: null,
	}
}

function sumOf(moves: readonly { amountKobo: Kobo }[]): Kobo {
	return moves.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
}
