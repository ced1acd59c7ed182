import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { WriteBatch } from '#app/kernel/write-batch.server.ts'
import { audit } from '#db/invariants/audit.server.ts'
import { ledgerInvariants } from '#db/invariants/ledger.ts'
import { payoutsInvariants } from '#db/invariants/payouts.ts'
import { payoutBook, seven } from '#tests/integration/payouts/payout-book.ts'
import { ten } from '#tests/support/booking-desk.ts'
import { isDeep } from '#tests/support/deep.ts'
import type { PaymentDeps } from '#tests/support/flow-deps.ts'
import { withProvider } from '#tests/support/flow-deps.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'

/**
 * Payouts while workers die at named points, again and again, beside workers that live: each is paid once. A
 * deep run has 2,000 payouts and twenty deaths at each point, a sample 24 and three.
 */
const desk = withPaymentDesk('payouts-killed')
const book = payoutBook(desk)
const SHOPS = isDeep ? 40 : 6
const DAYS = isDeep ? 50 : 4
const DEATHS = isDeep ? 20 : 3

const points = [
	'before a write',
	'after a write',
	'before the transfer is asked for',
	'after the transfer was asked for',
	'after Paystack was asked about it',
	'after the balance was told',
] as const
type Point = (typeof points)[number]

class Killed extends Error {}

/** A worker that dies when it comes to that point for the nth time: from then on it reaches nothing. */
function dying(point: Point, nth: number): PaymentDeps {
	const deps = book.newDeps()
	let left = nth
	const reach = (reached: Point | null) => {
		if (left < 0 || (reached === point && --left < 0)) throw new Killed(point)
	}
	const around =
		<Asked extends unknown[], Answer>(
			call: (...asked: Asked) => Promise<Answer>,
			before: Point | null,
			after: Point,
		) =>
		async (...asked: Asked) => {
			reach(before)
			const answer = await call(...asked)
			reach(after)
			return answer
		}
	const { onlinePayments } = deps
	if (!onlinePayments) throw new Error('paying online is off')
	const { provider } = onlinePayments
	const watched = {
		transfer: around(
			provider.transfer,
			'before the transfer is asked for',
			'after the transfer was asked for',
		),
		verifyTransfer: around(provider.verifyTransfer, null, 'after Paystack was asked about it'),
		balance: around(provider.balance, null, 'after the balance was told'),
	}
	const write = around(
		deps.writeBatch as unknown as (batch: object) => Promise<unknown>,
		'before a write',
		'after a write',
	)
	return {
		...deps,
		writeBatch: write as unknown as WriteBatch,
		onlinePayments: withProvider(onlinePayments, watched),
	}
}

async function work(deps: PaymentDeps, now: Instant) {
	try {
		await book.run(now, deps)
		await book.send(now, deps)
	} catch (error) {
		// A worker beside it may have been first, as a dead one is. The work of one payout keeps its failure to itself.
		if (!(error instanceof Killed)) throw error
	}
}

const workingDays = Array.from({ length: 80 }, (_, day) => day).filter((day) => {
	const weekday = new Date(seven + day * DAY_MS).getUTCDay()
	return weekday > 0 && weekday < 6
})

test(
	'each payment reaches its shop once, however the workers die',
	async () => {
		desk.paystack.topUp(100_000_00)
		const shops = await Promise.all(Array.from({ length: SHOPS }, () => book.newPaidShop()))
		let died = 0
		for (const day of workingDays.slice(0, DAYS)) {
			desk.clock.now = ten + day * DAY_MS - DAY_MS
			for (const shop of shops) await book.completed(shop, { startsAt: ten + day * DAY_MS })
			const at = seven + day * DAY_MS
			const deaths = Math.max(1, Math.ceil((DEATHS * points.length) / DAYS))
			for (let death = 0; death < deaths; death++, died++) {
				const point = points[died % points.length] ?? 'after a write'
				const now = at + death * 5 * MINUTE_MS
				await Promise.all([work(dying(point, died % 4), now), work(book.newDeps(), now)])
				expect(await audit({ batch: (sql) => desk.database().client.batch(sql, 'read') }, sound)).toEqual([])
			}
			// Later workers finish what the dead ones left.
			for (let hour = 1; hour <= 4; hour++) await work(book.newDeps(), at + hour * HOUR_MS)
		}
		expect(await desk.rows(`SELECT reference, status FROM payouts WHERE status <> 'success'`)).toEqual([])
		for (const shop of shops) {
			const [paid] = await desk.rows(
				'SELECT sum(amount_kobo - fee_kobo) AS kobo FROM transactions WHERE shop_id = ?',
				shop.id,
			)
			expect(await book.reached(shop)).toBe(paid?.kobo)
			expect(desk.paystack.transfers.filter(({ status }) => status !== 'success')).toEqual([])
		}
		expect(died).toBeGreaterThanOrEqual(DEATHS * points.length)
	},
	isDeep ? 3 * HOUR_MS : 5 * MINUTE_MS,
)

const sound = [...ledgerInvariants, ...payoutsInvariants]
