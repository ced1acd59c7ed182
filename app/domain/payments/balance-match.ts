import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'

export const balanceMoveKinds = ['payment', 'refund', 'transfer', 'settlement'] as const
/** A settlement moves money between the balance and the operator's own bank, either way. */
export type BalanceMoveKind = (typeof balanceMoveKinds)[number]

/** A line of our ledger about the provider's balance, or an expected one. */
export type BalanceMove = {
	kind: BalanceMoveKind
	/** The payment, the payout, or the provider's refund number; null where the provider has no name for it. */
	name: string | null
	/** Positive: into the balance. */
	amountKobo: Kobo
	at: Instant
	/** When the provider may have moved it at the earliest; before `at` where we learn of it late. */
	since: Instant
	/** The entry of our ledger. */
	key: string
	/** False: an expected line, which the provider's ledger may not have. */
	isBooked: boolean
}

export type TheirMove = {
	/** Null for an undocumented word, or a number that no refund has. */
	kind: BalanceMoveKind | null
	name: string | null
	amountKobo: Kobo
	/** After this line. */
	balanceKobo: Kobo
	at: Instant
	id: string
	word: string
	number: string | null
	reason: string
	/** A payment of others in the same account. */
	isOfOthers: boolean
}

/** The two ledgers may date one movement this far apart. */
const NEAR_MS = 5 * DAY_MS
/** A separate line for a fee is dated this near to its line. */
const FEE_NEAR_MS = DAY_MS

/**
 * Removes lines that explain each other, one for one, and gives the rest of each ledger.
 * 1. By name and amount, to the kobo.
 * 2. A line in and a line out, by one number.
 * 3. A line and its separate fee.
 * 4. By amount alone, the nearest first: the provider names only payments and transfers.
 */
export function matchBalance(
	theirs: readonly TheirMove[],
	ours: readonly BalanceMove[],
): { there: TheirMove[]; here: BalanceMove[] } {
	const there = new Set(theirs)
	const here = new Set(ours)
	const isBookedLeft = ({ kind, name }: TheirMove) =>
		[...here].some((one) => one.isBooked && one.kind === kind && one.name === name)
	takeNamed(there, here, (one) => one.isBooked)
	takeReturned(there)
	// A line whose name has another sum in our ledger must not match an expected line.
	takeNamed(there, here, (one, theirOwn) => !one.isBooked && !isBookedLeft(theirOwn))
	takeFees(there, here)
	takeAmounts(there, here)
	return { there: [...there], here: [...here].filter(({ isBooked }) => isBooked) }
}

function takeNamed(
	there: Set<TheirMove>,
	here: Set<BalanceMove>,
	isMeant: (ours: BalanceMove, theirs: TheirMove) => boolean,
) {
	const byName = new Map<string, BalanceMove[]>()
	const idOf = ({ kind, name, amountKobo }: TheirMove | BalanceMove) => `${kind}:${name}:${amountKobo}`
	for (const one of here) byName.set(idOf(one), [...(byName.get(idOf(one)) ?? []), one])
	for (const theirs of there) {
		if (theirs.name === null) continue
		const known = byName.get(idOf(theirs))?.find((one) => here.has(one) && isMeant(one, theirs))
		if (!known) continue
		there.delete(theirs)
		here.delete(known)
	}
}

/** A failed transfer was debited and credited whole. */
function takeReturned(there: Set<TheirMove>) {
	const waiting = new Map<string, TheirMove[]>()
	const idOf = ({ word, number }: TheirMove, amountKobo: Kobo) => `${word}:${number}:${amountKobo}`
	for (const one of there) {
		if (one.number === null) continue
		const other = waiting.get(idOf(one, -one.amountKobo))?.pop()
		if (other) {
			there.delete(one)
			there.delete(other)
		} else {
			const id = idOf(one, one.amountKobo)
			waiting.set(id, [...(waiting.get(id) ?? []), one])
		}
	}
}

function takeFees(there: Set<TheirMove>, here: Set<BalanceMove>) {
	for (const ours of here) {
		if (ours.name === null || !ours.isBooked) continue
		const theirs = [...there].find(({ kind, name }) => kind === ours.kind && name === ours.name)
		if (!theirs) continue
		const feeKobo = ours.amountKobo - theirs.amountKobo
		const fee = [...there].find(
			(one) => one.kind === null && one.amountKobo === feeKobo && Math.abs(one.at - theirs.at) <= FEE_NEAR_MS,
		)
		if (!fee || feeKobo >= 0) continue
		here.delete(ours)
		there.delete(theirs)
		there.delete(fee)
	}
}

function takeAmounts(there: Set<TheirMove>, here: Set<BalanceMove>) {
	const pairs = [...there].flatMap((theirs) =>
		[...here].filter((ours) => mayBe(theirs, ours)).map((ours) => ({ theirs, ours })),
	)
	const apart = ({ theirs, ours }: (typeof pairs)[number]) => Math.abs(theirs.at - ours.at)
	pairs.sort((a, b) => Number(b.ours.isBooked) - Number(a.ours.isBooked) || apart(a) - apart(b))
	for (const { theirs, ours } of pairs) {
		if (!there.has(theirs) || !here.has(ours)) continue
		there.delete(theirs)
		here.delete(ours)
	}
}

function mayBe(theirs: TheirMove, ours: BalanceMove): boolean {
	if (theirs.amountKobo !== ours.amountKobo) return false
	if (theirs.at < ours.since - NEAR_MS || theirs.at > ours.at + NEAR_MS) return false
	const isNamed = theirs.name !== null
	if (theirs.kind === 'payment' && theirs.amountKobo > 0) return !isNamed && ours.kind === 'payment'
	// The operator's own transfer is recorded as a settlement.
	if (theirs.kind === 'transfer') return !isNamed && (ours.kind === 'transfer' || ours.kind === 'settlement')
	// A lost dispute is a refund without a number; the provider's word for it is not documented.
	return ours.kind === 'refund' || ours.kind === 'settlement'
}
