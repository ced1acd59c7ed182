import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type BalanceMove, matchBalance, type TheirMove } from './balance-match.ts'

/** Differences between the provider's ledger of its balance and ours. */
export type BalanceDifferenceKind =
	| 'balance_debit_unknown_here'
	| 'balance_credit_unknown_here'
	| 'balance_payment_unknown_here'
	| 'balance_refund_unknown_here'
	| 'balance_transfer_unknown_here'
	| 'balance_return_unknown_here'
	| 'balance_amount_differs'
	| 'balance_not_there'
	| 'balance_not_whole'

export type BalanceDifference = {
	kind: BalanceDifferenceKind
	/** Our name of the movement, else the provider's line number. */
	about: string
	/** Null: not in that ledger. */
	thereKobo: Kobo | null
	hereKobo: Kobo | null
	at: Instant
	/** The provider's word, and the purpose of a transfer. */
	reason: string | null
}

export type BalanceComparison = {
	/** Lines of the provider in the period. */
	listed: number
	/** The sum of payments of others in the same account. */
	ofOthersKobo: Kobo
	/** In our ledger, and not yet in the provider's. */
	onItsWayKobo: Kobo
	differences: BalanceDifference[]
}

/** A payment on the Thursday before Easter reaches the balance on the Tuesday after it. */
export const CUSTOMERS_MONEY_TAKES_DAYS = 5

/**
 * Compares the provider's ledger, newest first, with ours, in naira. Names unexplained lines from `from` to `to`; other
 * lines only explain them. Young lines are on their way. Payments of others are only summed up.
 */
export function compareBalance(
	there: readonly TheirMove[],
	here: readonly BalanceMove[],
	input: { from: Instant; to: Instant; isYoung: (move: BalanceMove | TheirMove) => boolean },
): BalanceComparison {
	const isInRange = (at: Instant) => at >= input.from && at < input.to
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
		if (!first || ![...theirs, ...ours].some(({ at }) => isInRange(at))) continue
		differences.push({
			...describeDifference('balance_amount_differs', first),
			thereKobo: sumMoves(theirs),
			hereKobo: sumMoves(ours),
		})
	}
	for (const one of alone.there) {
		if (isInRange(one.at) && !input.isYoung(one))
			differences.push(describeDifference(differenceKind(one), one))
	}
	for (const one of alone.here) {
		if (!isInRange(one.at)) continue
		if (input.isYoung(one)) onItsWayKobo += one.amountKobo
		else
			differences.push({
				kind: 'balance_not_there',
				about: one.key,
				thereKobo: null,
				hereKobo: one.amountKobo,
				at: one.at,
				reason: null,
			})
	}
	if (!isWhole(there)) differences.push(notWhole(there))
	return {
		listed: there.filter(({ at }) => isInRange(at)).length,
		ofOthersKobo: sumMoves(ofOthers.filter(({ at }) => isInRange(at))),
		onItsWayKobo,
		differences: differences.sort((a, b) => a.at - b.at),
	}
}

/** In both ledgers by one name, with different sums. */
function withSameName({ there, here }: { there: readonly TheirMove[]; here: readonly BalanceMove[] }) {
	const names = new Set(there.flatMap(({ kind, name }) => (name === null ? [] : `${kind}:${name}`)))
	const hasId = (id: string) => (one: TheirMove | BalanceMove) => `${one.kind}:${one.name}` === id
	return [...names]
		.map((id) => [there.filter(hasId(id)), here.filter(hasId(id))] as const)
		.filter(([, ours]) => ours.length > 0)
}

function describeDifference(kind: BalanceDifferenceKind, one: TheirMove): BalanceDifference {
	return {
		kind,
		about: one.name ?? `line ${one.id}`,
		thereKobo: one.amountKobo,
		hereKobo: null,
		at: one.at,
		reason: one.reason === '' ? one.word : `${one.word}: ${one.reason}`,
	}
}

function differenceKind({ kind, amountKobo }: TheirMove): BalanceDifferenceKind {
	const isDebit = amountKobo < 0
	if (kind === 'transfer') return isDebit ? 'balance_transfer_unknown_here' : 'balance_return_unknown_here'
	if (kind === 'payment' && !isDebit) return 'balance_payment_unknown_here'
	if (kind === 'refund' && isDebit) return 'balance_refund_unknown_here'
	return isDebit ? 'balance_debit_unknown_here' : 'balance_credit_unknown_here'
}

/** Whether the first balance and all changes add up to the last balance. */
function isWhole(newestFirst: readonly TheirMove[]): boolean {
	const [last, first] = [newestFirst[0], newestFirst.at(-1)]
	if (!first || !last) return true
	return first.balanceKobo - first.amountKobo + sumMoves(newestFirst) === last.balanceKobo
}

function notWhole(newestFirst: readonly TheirMove[]): BalanceDifference {
	const [last, first] = [newestFirst[0], newestFirst.at(-1)]
	return {
		kind: 'balance_not_whole',
		about: `lines ${first?.id} to ${last?.id}`,
		thereKobo: (last?.balanceKobo ?? 0) - ((first?.balanceKobo ?? 0) - (first?.amountKobo ?? 0)),
		hereKobo: sumMoves(newestFirst),
		at: last?.at ?? 0,
		reason: null,
	}
}

function sumMoves(moves: readonly { amountKobo: Kobo }[]): Kobo {
	return moves.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
}
