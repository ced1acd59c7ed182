import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { jsonText } from '#scripts/sandbox/paystack-answers.ts'
import { signedHeaders } from '#scripts/sandbox/paystack-webhooks.ts'
import { SIMULATED_KEY } from '../paystack-in-process.ts'
import type { Teller } from '../teller.ts'
import { keptPayments } from './kept-payments.ts'
import type { Setting, Story } from './story.ts'
import { MOST_TRIES, post } from './webhooks.ts'

/**
 * A payer disputes a payment at their bank. Paystack says so, reminds, and tells the end: declined, or lost in whole or
 * in part. Each event is on its own way, so that they may pass each other.
 */
export const disputeStory: Story = async (setting) => {
	const { me, world, shop } = setting
	const { random } = me
	if (random.chance(0.4)) return
	const unsent = random.chance(0.5) ? await unsentRefund(setting) : null
	if (unsent === null) await me.wait(random.below(14 * HOUR_MS))
	const payments = (await keptPayments(world, shop)).filter(({ isDisputed }) => !isDisputed)
	if (payments.length === 0 && unsent === null) return
	const { reference, amountKobo } = unsent ?? random.pick(payments)
	// Of money that goes back anyway a bank takes nothing more.
	const isRefunded = unsent !== null
	const about = { id: 1 + random.below(1_000_000_000), transaction: { reference } }
	const drawn = random.pick<readonly [string, number | null]>([
		['declined', null],
		['declined', null],
		['merchant-accepted', amountKobo],
		['merchant-accepted', null],
		['merchant-accepted', Math.floor(amountKobo / 2)],
	])
	const [resolution, refund] = isRefunded ? ['declined', null] : drawn
	const hasReminder = random.chance(0.4)
	const isQuick = random.chance(0.25)
	const opened = carry(me, 'charge.dispute.create', { ...about, status: 'awaiting-merchant-feedback' })
	// A merchant may answer on Paystack's page before the news of the dispute has come.
	await me.wait(isQuick ? (5 + random.below(40)) * MINUTE_MS : HOUR_MS + random.below(50 * HOUR_MS))
	const reminded = hasReminder ? carry(me, 'charge.dispute.remind', about) : null
	if (hasReminder) await me.wait((10 + random.below(90)) * MINUTE_MS)
	const resolved = {
		...about,
		status: 'resolved',
		resolution,
		...(refund !== null && { refund_amount: refund }),
	}
	await Promise.all([opened, reminded, carry(me, 'charge.dispute.resolve', resolved)])
	world.paystack.endDispute({
		reference,
		takenKobo: resolution === 'declined' ? 0 : (refund ?? amountKobo),
	})
}

/** A payer who was promised money, and waits for it, goes to the bank. Null where all of it is soon on its way. */
async function unsentRefund({ me, world, shop }: Setting) {
	for (let looks = 0; looks < 40; looks++) {
		const [waiting] = await world.sql.rows(
			`SELECT refund.payment_reference AS reference, came.amount_kobo FROM refunds refund
				JOIN transactions came ON came.payment_reference = refund.payment_reference
				WHERE came.shop_id = ? AND refund.status = 'requested' AND came.disputed_at IS NULL AND refund.requested_at < ? LIMIT 1`,
			shop.id,
			me.now() - MINUTE_MS,
		)
		if (waiting) return { reference: String(waiting.reference), amountKobo: Number(waiting.amount_kobo) }
		await me.wait(20 * MINUTE_MS)
	}
	return null
}

async function carry(me: Teller, event: string, data: object): Promise<void> {
	const body = jsonText({ event, data })
	const signature = signedHeaders(body, SIMULATED_KEY)['x-paystack-signature']
	for (let tries = 0; tries < MOST_TRIES; tries++) {
		const status = await post(me, { event, body, signature })
		if (status === 200) return
		await me.wait(HOUR_MS)
	}
}
