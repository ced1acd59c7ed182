import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { PseudoRandom } from '#db/seed/pseudo-random.ts'
import { type Row, row, type SimulatedShop } from './town-shop.ts'

/** How shops are set up to be paid. 'none': never. 'changed': its new account waits, and its old one gets no more. */
const setups = ['ready', 'ready', 'ready', 'ready', 'later', 'changed', 'held', 'none'] as const

/** What the operator has at Paystack beside the money of customers, for the fees of what went back. */
const reservesKobo = [0, 0, 500_000, 20_000_000]

/** Accounts that payouts go to, with what a shop bears for its bookings. */
export function addPayoutSide(
	rows: Row[],
	random: PseudoRandom,
	{ id }: SimulatedShop,
	{ now, i, days }: { now: Instant; i: number; days: number },
): void {
	const setup = random.pick(setups)
	const within = () => now + random.below(days * 24) * HOUR_MS
	const [usableAt, changedAt, heldUntil] = [within(), within(), within()]
	const account = (nth: number, confirmedAt: Instant, usableAt: Instant) =>
		row(
			`INSERT INTO payout_accounts (id, shop_id, bank_code, bank_name, account_number, holder_name, set_by, confirmed_at, usable_at)
				VALUES (?, ?, '058', 'Guaranty Trust Bank', ?, 'SHOP OWNER', 'operator', ?, ?)`,
			`${id}-payouts${nth}`,
			id,
			String(1_000_000_011 + 100 * i + nth),
			confirmedAt,
			usableAt,
		)
	if (setup !== 'none') rows.push(account(0, now - 5 * DAY_MS, setup === 'later' ? usableAt : now))
	if (setup === 'changed') rows.push(account(1, now - DAY_MS, changedAt))
	if (setup === 'held') rows.push(row('UPDATE shops SET payouts_held_until = ? WHERE id = ?', heldUntil, id))
	for (const appliesFrom of [0, now + Math.floor((days * DAY_MS) / 2)])
		if (random.chance(0.5))
			rows.push(
				row(
					'INSERT INTO payout_terms VALUES (?, ?, ?, ?, ?, 0)',
					id,
					appliesFrom,
					random.pick([0, 0, 10, 25]),
					random.pick(['shop', 'operator']),
					random.pick(['operator', 'shop']),
				),
			)
}

export function reserveKobo(random: PseudoRandom): number {
	return random.pick(reservesKobo)
}
