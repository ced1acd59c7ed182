import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { takenKobo } from '#scripts/sandbox/sandbox-transfer.ts'
import type { World } from '../world.ts'
import { isAfter } from './counted-since.ts'

/** A payout is asked about each six hours at least, and the cron is missing for eight at most. */
const TOLD_AFTER_MS = DAY_MS + 16 * HOUR_MS

type Row = Record<string, unknown>

/** Payouts by hand: what left for shops, beside what the rows of payouts say that it was for. */
export async function judgePayouts(world: World, { isOver }: { isOver: boolean }): Promise<void> {
	const { sql, paystack, find } = world
	const payouts = await sql.rows('SELECT * FROM payouts')
	if (payouts.length === 0 && paystack.transfers.length === 0) return
	const items = await sql.rows(
		`SELECT item.*, payment.amount_kobo, payment.shop_id, payment.disputed_at FROM payout_items item
			JOIN transactions payment ON payment.payment_reference = item.payment_reference`,
	)
	const known = new Map(payouts.map((row) => [String(row.reference), row]))
	/** With money that has left: its state here says nothing. */
	const away = new Set<string>()
	for (const transfer of paystack.transfers) {
		const { reference, amountKobo, recipient } = transfer
		const payout = known.get(reference)
		if (!payout) {
			find(`payout: transfer ${reference} is none of a payout`)
			continue
		}
		if (Number(payout.amount_kobo) !== amountKobo)
			find(`payout ${reference} of ${payout.amount_kobo} was sent as ${amountKobo}`)
		if (!payout.account_id || recipient.accountNumber !== (await accountNumberOf(world, payout)))
			find(`payout ${reference} went to another account than its own`)
		if (takenKobo(transfer) >= amountKobo) away.add(reference)
	}
	judgePaidOnce(world, items, new Set([...away].filter((reference) => !paystack.isLate(reference))))
	if (isOver) judgeSettled(world, items, away)
	const lastRunAt = await sql.count(
		`SELECT coalesce(max(finished_at), 0) FROM job_runs WHERE job = 'payouts'`,
	)
	for (const line of world.alerts.filter((one) => one.includes('stops no other'))) find(`payout: ${line}`)
	for (const payout of payouts) judgeOne(world, payout, { isOver, lastRunAt })
	for (const item of items) {
		const writtenAt = Number(known.get(String(item.payout_reference))?.created_at)
		if (item.disputed_at !== null && isAfter(writtenAt, Number(item.disputed_at)) === true)
			find(`payout ${item.payout_reference} pays ${item.payment_reference} out, which is disputed`)
	}
}

async function accountNumberOf({ sql }: World, { account_id }: Row): Promise<string> {
	const [account] = await sql.rows(
		'SELECT account_number FROM payout_accounts WHERE id = ?',
		String(account_id),
	)
	return String(account?.account_number)
}

/** No payment leaves for its shop twice, nor a change of it, whatever the rows of failed payouts say. */
function judgePaidOnce({ find }: World, items: readonly Row[], away: ReadonlySet<string>): void {
	const sums = new Map<string, number>()
	const changes = new Set<string>()
	for (const item of items) {
		if (!away.has(String(item.payout_reference))) continue
		const payment = String(item.payment_reference)
		const change = `${payment} ${item.nth}`
		if (changes.has(change)) find(`payout: change ${item.nth} of payment ${payment} has left twice`)
		changes.add(change)
		const sum = (sums.get(payment) ?? 0) + Number(item.earned_kobo) + Number(item.tip_kobo)
		sums.set(payment, sum)
		if (sum > Number(item.amount_kobo))
			find(`payout: of payment ${payment} of ${item.amount_kobo} the shop got ${sum}`)
	}
}

/** In the end what counts as settled with a shop of a payment is what has left for it, also where it left twice. */
function judgeSettled({ find }: World, items: readonly Row[], away: ReadonlySet<string>): void {
	const differing = new Map<string, number>()
	for (const item of items) {
		const payment = String(item.payment_reference)
		const settled = item.voided_at === null ? 1 : 0
		const left = away.has(String(item.payout_reference)) ? 1 : 0
		const kobo = (settled - left) * (Number(item.earned_kobo) + Number(item.tip_kobo))
		differing.set(payment, (differing.get(payment) ?? 0) + kobo)
	}
	for (const [payment, kobo] of differing)
		if (kobo !== 0) find(`payout: of payment ${payment} ${kobo} more count as settled than have left`)
}

/** `lastRunAt`: when the cron last looked. */
function judgeOne(
	world: World,
	payout: Row,
	{ isOver, lastRunAt }: { isOver: boolean; lastRunAt: Instant },
): void {
	const { paystack, find, alerts } = world
	const reference = String(payout.reference)
	const status = String(payout.status)
	const transfer = paystack.transfers.find((one) => one.reference === reference)
	const isPending = ['written', 'received', 'pending', 'otp'].includes(status)
	if (status === 'success' && transfer?.status !== 'success' && transfer?.status !== 'reversed')
		find(`payout ${reference} has arrived here, and is ${transfer?.status ?? 'unknown'} at Paystack`)
	// The news of one that left after it had failed is on its way for a while.
	const isToldLater = paystack.isLate(reference) && !isOver
	if (
		!isPending &&
		status !== 'success' &&
		!isToldLater &&
		transfer &&
		takenKobo(transfer) >= transfer.amountKobo
	)
		find(`payout ${reference} is ${status} here, and ${transfer.status} at Paystack: it is due again`)
	if (isPending && isOver) find(`left over: a payout without an end: ${reference} is ${status}`)
	const age = lastRunAt - Number(payout.created_at)
	if (isPending && age > TOLD_AFTER_MS && !alerts.some((line) => line.includes(reference)))
		find(
			`payout ${reference} has been ${status} for ${Math.floor(age / HOUR_MS)} hours, and no alert names it`,
		)
	if (isOver && transfer && !isPending && transfer.status !== status)
		find(`payout ${reference} ended as ${status} here, and as ${transfer.status} at Paystack`)
}
