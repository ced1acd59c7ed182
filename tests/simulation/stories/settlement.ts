import { settledLines } from '#app/domain/payments/ledger-lines.ts'
import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Settlement } from '../paystack-in-process.ts'
import type { Teller } from '../teller.ts'
import type { World } from '../world.ts'

/** The share of days on which Paystack pays its balance to the operator's bank. */
const DAYS_WITH_SETTLEMENT = 0.25

/**
 * Paystack was left to settle by itself: on some days all that it has goes to the operator's bank. The operator records
 * it, and puts as much back in the evening or the next day. Until then there is what customers have paid since.
 */
export async function settlementStory(world: World, me: Teller, endsAt: Instant): Promise<void> {
	const { random } = me
	for (let dayAt = me.now(); dayAt < endsAt; dayAt += DAY_MS) {
		const isSettled = random.chance(DAYS_WITH_SETTLEMENT)
		const afterMs = random.below(12) * HOUR_MS
		const missingMs = (4 + random.below(26)) * HOUR_MS
		await me.until(dayAt + afterMs)
		const settlement = isSettled ? world.paystack.settle() : null
		if (!settlement) continue
		world.begin(`settlement ${settlement.reference}`, async () => {
			await record(me, settlement)
			await me.wait(missingMs)
			world.paystack.topUp(settlement.amountKobo)
		})
	}
}

/** As `ops payouts settled` does, until it is answered. */
async function record(me: Teller, { reference, amountKobo }: Settlement): Promise<void> {
	for (;;) {
		const answers = await me.press('records a settlement', (deps, now) =>
			writeIdempotent(deps.writeBatch, {
				posted: deps.payments.ledger.postEntry({
					key: `settlement:${reference}`,
					lines: settledLines(amountKobo, 'NGN'),
					occurredAt: now,
					now,
				}),
			}),
		)
		if (answers.length > 0) return
		await me.wait(HOUR_MS)
	}
}
