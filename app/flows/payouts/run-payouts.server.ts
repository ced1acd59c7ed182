import { isPublicHoliday } from '#app/domain/availability/public-holidays.ts'
import type { PaymentProvider } from '#app/domain/payments/payment-provider.server.ts'
import { payoutsBegan } from '#app/domain/payouts/payout-time.server.ts'
import { type HasTime, type Instant, untilDone } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { providerLabel } from '#app/kernel/vocabulary/payments.ts'
import { BY_TRANSFER } from '#app/kernel/vocabulary/payouts.ts'
import { isRetryable } from '#app/kernel/write-batch.server.ts'
import { isolateFailure } from './isolate-failure.server.ts'
import { type PayoutRules, type WritePayoutDeps, writePayout } from './write-payout.server.ts'

export type RunPayoutsDeps = WritePayoutDeps & {
	provider: Pick<PaymentProvider, 'name' | 'balance'>
	log: (line: string) => void
}

export type PayoutRunSettings = Omit<PayoutRules, 'way' | 'provider'> & {
	/** On the clock of each shop. */
	hour: number
}

/**
 * Every ten minutes, at the hour of payouts on a working day: writes one payout for each shop with enough due and not
 * yet checked today, the longest waiting first (D57). Of two runs at once, one is refused. A failed shop stops no
 * other. Gives how many were written.
 */
export async function runDuePayouts(
	deps: RunPayoutsDeps,
	{ hour, ...rules }: PayoutRunSettings,
	now: Instant,
	hasTime: HasTime = untilDone,
): Promise<number> {
	const { provider, payouts } = deps
	const open = await payouts.paidShops.shopsWithOpenPayments()
	const began = new Map([...new Set(open.map(({ zone }) => zone))].map((zone) => [zone, beganIn(zone)]))
	const waiting = open.filter(({ zone, lookedAt }) => lookedAt < (began.get(zone) ?? 0))
	if (waiting.length === 0) return 0
	const balance = await provider.balance()
	if (balance.outcome === 'unknown') {
		deps.log(`payouts wait, since the balance was not told (${balance.why})`)
		return 0
	}
	const { balanceKobo } = balance
	let written = 0
	for (const { shopId } of waiting) {
		if (!hasTime()) break
		const done = await isolateFailure(deps.log, `payout of shop ${shopId}`, () => pay(shopId))
		if (done === 'written') written++
		if (done === 'above_balance') {
			// No later shop is paid before this one, which is tried again until the day is over.
			deps.log(
				`payouts wait: ${formatNaira(balanceKobo)} at ${providerLabel(provider.name)} is kept for customers, next is shop ${shopId}`,
			)
			break
		}
	}
	return written

	async function pay(shopId: string) {
		const outcome = await writePayout(deps, {
			shopId,
			rules: { ...rules, way: BY_TRANSFER, provider: provider.name },
			balanceKobo,
			now,
		})
		if (!outcome.ok) {
			const { refusal } = outcome
			if (refusal === 'above_balance' || refusal === 'out_of_date' || isRetryable(refusal)) return refusal
		}
		await deps.writeBatch([payouts.paidShops.markLookedAt(shopId, now)])
		return outcome.ok ? 'written' : 'looked_at'
	}

	function beganIn(zone: string): Instant | null {
		return payoutsBegan({ zone, hour, isHoliday: isPublicHoliday }, now)
	}
}
