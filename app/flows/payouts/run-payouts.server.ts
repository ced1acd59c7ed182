import { publicHolidays } from '#app/domain/availability/public-holidays.ts'
import type { PaystackTransfers } from '#app/domain/payments/paystack-transfers.server.ts'
import { payoutsBegan } from '#app/domain/payouts/payout-time.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { type HasTime, untilDone } from '#app/kernel/time-budget.ts'
import { type PayoutRules, type WritePayoutDeps, writePayout } from './write-payout.server.ts'

export type RunPayoutsDeps = WritePayoutDeps & {
	transfers: Pick<PaystackTransfers, 'balance'>
	log: (line: string) => void
}

export type PayoutSettings = Omit<PayoutRules, 'way'> & {
	/** On the clock of each shop. */
	hour: number
}

/** So many shops are looked at in one run of the cron: the next minute takes the rest. */
const MAX_SHOPS_IN_A_RUN = 50

/**
 * Every minute: where it is the hour of payouts on a working day, writes down one payout for each shop that is due
 * enough and was not looked at today, the longest waiting first (D57). Two runs at once pay once: the write of the
 * second is refused. Gives how many were written.
 */
export async function runDuePayouts(
	deps: RunPayoutsDeps,
	{ hour, ...rules }: PayoutSettings,
	now: Instant,
	hasTime: HasTime = untilDone,
): Promise<number> {
	const { transfers, payouts } = deps
	let written = 0
	let balanceKobo: number | null = null
	for (const zone of await payouts.paidShops.zones()) {
		const since = payoutsBegan({ zone, hour, isHoliday }, now)
		if (since === null) continue
		for (const shopId of await payouts.paidShops.shopsNotLookedAt(zone, since, MAX_SHOPS_IN_A_RUN)) {
			if (!hasTime()) return written
			if (balanceKobo === null) {
				const balance = await transfers.balance()
				if (balance.outcome === 'unknown') {
					deps.log(`payouts wait, since the balance was not told (${balance.why})`)
					return written
				}
				balanceKobo = balance.balanceKobo
			}
			const outcome = await writePayout(deps, {
				shopId,
				rules: { ...rules, way: 'paystack' },
				balanceKobo,
				now,
			})
			if (outcome.ok) written++
			else if (outcome.refusal === 'above_balance') {
				// The oldest first: none after it is paid before it. It is tried again each minute of the day.
				deps.log(
					`payouts wait: ${formatNaira(balanceKobo)} at Paystack is kept for customers, next is shop ${shopId}`,
				)
				return written
			} else if (
				outcome.refusal === 'busy' ||
				outcome.refusal === 'not_saved' ||
				outcome.refusal === 'out_of_date'
			)
				continue
			await deps.writeBatch([payouts.paidShops.markLookedAt(shopId, now)])
		}
	}
	return written
}

function isHoliday(date: string): boolean {
	return publicHolidays(date, date).length > 0
}
