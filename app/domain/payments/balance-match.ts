import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'

export const balanceMoveKinds = ['payment', 'refund', 'transfer', 'settlement'] as const
/** What moves the provider's balance. A settlement goes between it and the operator's own bank, either way. */
export type BalanceMoveKind = (typeof balanceMoveKinds)[number]

/** A line of our ledger about the provider's balance, or one that is to be expected there. */
export type BalanceMove = {
	kind: BalanceMoveKind
	/** The payment, the payout, or the provider's number of the refund; null where nothing names it there. */
	name: string | null
	/** What came in; negative: went out. */
	amountKobo: Kobo
	at: Instant
	/** The provider may have moved it since then, which is earlier where we learn of it late. */
	since: Instant
	/** The entry of our ledger. */
	key: string
	/** False: it may be there already, and has to be nowhere. */
	isBooked: boolean
}

/** A line of the provider's ledger. */
export type TheirMove = {
	/** Null for a word that its documentation does not show, and a number that is no refund's. */
	kind: BalanceMoveKind | null
	name: string | null
	amountKobo: Kobo
	/** The provider's balance after it. */
	balanceKobo: Kobo
	at: Instant
	id: string
	word: string
	number: string | null
	reason: string
	/** It belongs to a payment of others in the same account. */
	isOfOthers: boolean
}

/** How far apart the two ledgers may date one thing. */
const NEAR_MS = 5 * DAY_MS
/** A fee that is a line of its own is taken with what it is for. */
const FEE_NEAR_MS = DAY_MS

/**
 * Takes what explains each other out of both ledgers, and gives what is left of the lines of each: by its name and to
 * the kobo, one for one. Then what came and went by one number. Then a difference that another line without a name
 * makes up, as a fee may be a line of its own. At last by the amount alone, the nearest first: the provider names
 * nothing else but payments and transfers.
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
	// Another sum than the ledger's is no news that is on its way.
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

/** A transfer that failed: it was taken and given back whole. */
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
	// A lost dispute is a refund without a number, and it is not documented what the provider calls one.
	return ours.kind === 'refund' || ours.kind === 'settlement'
}
