import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'

/** A payment as a person counts it on paper. Amounts in kobo. */
export type CountedPayment = {
	paymentReference: string
	/** What the shop gets of it in the end, unless it is refunded. */
	worth: number
	/** When the shop may be paid it, as things stand. */
	dueAt: Instant
	isGone: boolean
	isDisputed: boolean
	/** By payouts that arrived, or still may. */
	settled: number
}

export type CountedPayout = {
	rows: { payment: CountedPayment; amount: number }[]
	accountNumber: string
	state: 'written' | 'sent' | 'arrived' | 'void'
}

export type CountedAccount = { id: string; number: string; usableAt: Instant }

/** One shop's money counted by hand: what it earned, what it was paid, and what its next payout has to be. */
export type CountedShop = {
	payments: CountedPayment[]
	payouts: Map<string, CountedPayout>
	account: CountedAccount
	/** The day, in Lagos, on which its payout was last looked at. */
	lookedAtDay: number | null
}

/** ₦1,000: less waits for more. */
export const MINIMUM = 100_000
const SEVEN_MS = 19 * HOUR_MS

/** Lagos is an hour ahead of UTC all year. */
const inLagos = (now: Instant) => now + HOUR_MS
/** 1 January 1970 was a Thursday. */
const isWeekend = (day: number) => (day + 3) % 7 > 4

const owed = ({ isGone, worth, settled }: CountedPayment) => (isGone ? 0 : worth) - settled
const isPending = ({ state }: CountedPayout) => state === 'written' || state === 'sent'

/** Paystack's fee of a payment: 1.5 % and ₦100. */
export const feeOf = (paid: number) => Math.round(paid * 0.015) + 10_000

export type CountedDue = { state: 'on_its_way' | 'debt' | 'held' | 'due' | 'later'; left: number }

/** For each payment that is not settled, by its reference: what is left of it, and whether a payout may take it. */
export function countedDues(shop: CountedShop, now: Instant): Map<string, CountedDue> {
	const dues = new Map<string, CountedDue>()
	for (const payment of shop.payments) {
		const left = owed(payment)
		if (left !== 0) dues.set(payment.paymentReference, { state: stateOf(shop, payment, now), left })
	}
	return dues
}

function stateOf({ payouts }: CountedShop, payment: CountedPayment, now: Instant): CountedDue['state'] {
	const hasIt = ({ rows }: CountedPayout) => rows.some((row) => row.payment === payment)
	if ([...payouts.values()].some((payout) => isPending(payout) && hasIt(payout))) return 'on_its_way'
	if (owed(payment) < 0) return 'debt'
	if (payment.isDisputed) return 'held'
	return payment.dueAt <= now ? 'due' : 'later'
}

/** What a run at that moment has to write for the shop; null for nothing. Counts as the shop's look of the day. */
export function countedRun(shop: CountedShop, now: Instant): CountedPayout['rows'] | null {
	const day = Math.floor(inLagos(now) / DAY_MS)
	if (isWeekend(day) || inLagos(now) % DAY_MS < SEVEN_MS) return null
	if (shop.lookedAtDay === day) return null
	const dues = countedDues(shop, now)
	// A shop of which nothing is open is not looked at, and may be later that day.
	if (dues.size === 0) return null
	shop.lookedAtDay = day
	const rows = shop.payments
		.filter(({ paymentReference }) => /^(due|debt)$/.test(dues.get(paymentReference)?.state ?? ''))
		.map((payment) => ({ payment, amount: owed(payment) }))
	const sum = rows.reduce((total, { amount }) => total + amount, 0)
	return sum >= MINIMUM && shop.account.usableAt <= now ? rows : null
}

export function countWritten(
	shop: CountedShop,
	reference: string,
	rows: CountedPayout['rows'],
): CountedPayout {
	for (const { payment, amount } of rows) payment.settled += amount
	const payout: CountedPayout = { rows, accountNumber: shop.account.number, state: 'written' }
	shop.payouts.set(reference, payout)
	return payout
}

/** Its account was replaced, or a row of it is disputed, or not worth any more what it was written for. */
export const isOvertaken = ({ account }: CountedShop, { rows, accountNumber }: CountedPayout) =>
	accountNumber !== account.number || rows.some(({ payment }) => payment.isDisputed || owed(payment) !== 0)

export function countVoid(payout: CountedPayout) {
	for (const { payment, amount } of payout.rows) payment.settled -= amount
	payout.state = 'void'
}

export const amountOf = ({ rows }: CountedPayout) => rows.reduce((sum, { amount }) => sum + amount, 0)
const sumWhere = (shop: CountedShop, is: (payout: CountedPayout) => boolean) =>
	[...shop.payouts.values()].filter(is).reduce((sum, payout) => sum + amountOf(payout), 0)
export const countedOnItsWay = (shop: CountedShop) => sumWhere(shop, isPending)
export const countedArrived = (shop: CountedShop) => sumWhere(shop, ({ state }) => state === 'arrived')
/** All that the shop has earned and kept. */
export const countedWorth = ({ payments }: CountedShop) =>
	payments.reduce((sum, { isGone, worth }) => sum + (isGone ? 0 : worth), 0)
