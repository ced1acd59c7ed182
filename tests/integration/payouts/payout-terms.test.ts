import fc from 'fast-check'
import { expect, test } from 'vitest'
import { termsAt, usualTerms } from '#app/domain/payouts/payout-terms.ts'
import { FREE_CANCELLATION_MS } from '#app/domain/subscriptions/session-booking.ts'
import { plannedTerms, setPayoutTerms } from '#app/flows/payouts/set-payout-terms.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { feeBearers } from '#app/kernel/vocabulary/payouts.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { hourlyTimes, type SmallShop } from '#tests/support/small-shop.ts'

const desk = withPaymentDesk('terms')
const now = desk.clock.now

async function ops(shop: SmallShop, words: string[], at = now) {
	const said: string[] = []
	const exitCode = await runOps(['payout-terms', shop.id, ...words], {
		env: { DATABASE_URL: desk.database().url, APP_ORIGIN: 'https://wakati.example' },
		say: (line) => said.push(line),
		note: (line) => said.push(line),
		now: at,
	})
	return { exitCode, text: said.join('\n') }
}
const termsOf = (shop: SmallShop) => desk.deps.payouts.terms.termsOf(shop.id)
const told = (shop: SmallShop) =>
	desk
		.database()
		.count(
			`SELECT count(*) FROM outbox WHERE kind = 'shop_payout_terms' AND payload ->> 'shopId' = ?`,
			shop.id,
		)

test('ops payout-terms shows, plans, and with --apply writes once, with an act and a mail', async () => {
	const shop = await desk.newShop()
	await desk.setShop(shop, `email = 'ada@beauty.example'`)
	expect((await ops(shop, [])).text).toContain('Commission 0%, payment fee: shop, transfer fee: operator.')
	expect(await ops(shop, ['--commission', '8'])).toMatchObject({
		exitCode: 0,
		text: expect.stringContaining('For bookings from Dec 01, 2026: Commission 8%'),
	})
	expect(await termsOf(shop)).toEqual([])
	await ops(shop, ['--commission', '8', '--apply'])
	const again = await ops(shop, ['--commission', '8', '--apply'])
	expect(again.text).toContain('It is so already')
	expect(await termsOf(shop)).toMatchObject([{ commissionPercent: 8, setAt: now }])
	expect(await told(shop)).toBe(1)
	await ops(shop, ['--commission', '6', '--from', '2026-12-24', '--apply'])
	expect(await termsOf(shop)).toMatchObject([{ commissionPercent: 6 }])
	await ops(shop, ['--commission', '0', '--apply'])
	expect(await termsOf(shop)).toEqual([])
	const acts = await desk
		.database()
		.rows(`SELECT kind FROM shop_acts WHERE shop_id = ? AND key_id IS NULL`, shop.id)
	expect(acts).toHaveLength(3)
	expect((await ops(shop, ['--commission', '8', '--from', '2026-11-25'])).exitCode).toBe(1)
	for (const wrong of [
		['--commission', '51'],
		['--payment-fee', 'us'],
		['--from', '2026-12-01'],
		['--apply'],
	])
		expect((await ops(shop, wrong)).exitCode).toBe(2)
})

test('of two changes at once one is written, and what has applied is never changed', async () => {
	const shop = await desk.newShop()
	const change = async (commissionPercent: number, at: number) => {
		const seen = await termsOf(shop)
		const planned = plannedTerms(seen, { commissionPercent }, { zone: 'Africa/Lagos', now: at })
		if (!planned.ok) throw new Error(planned.refusal.why)
		return () => setPayoutTerms(desk.deps, { shopId: shop.id, seen, change: planned.value, now: at })
	}
	const [first, second] = [await change(5, now), await change(9, now + 1)]
	expect(await first()).toMatchObject({ ok: true })
	expect(await second()).toMatchObject({ ok: false, refusal: 'payout_terms_changed' })
	const later = now + 30 * DAY_MS
	expect(await (await change(2, later))()).toMatchObject({ ok: true })
	expect((await termsOf(shop)).map((one) => one.commissionPercent)).toEqual([5, 2])
})

test('a booking keeps the terms of when it was made, whatever is set before and after', async () => {
	const shop = await desk.newShop({ staff: { Ada: {}, Bola: {} } })
	for (const startsAt of hourlyTimes.slice(0, 6)) {
		const { paymentReference } = await desk.atPaid(shop, { startsAt })
		await desk.settle(paymentReference)
	}
	const history = fc.uniqueArray(
		fc.record({
			appliesFrom: fc.integer({ min: 1, max: 1_000 }),
			commissionPercent: fc.integer({ min: 0, max: 50 }),
			paymentFeeBearer: fc.constantFrom(...feeBearers),
			transferFeeBearer: fc.constantFrom(...feeBearers),
		}),
		{ selector: ({ appliesFrom }) => appliesFrom, maxLength: 5 },
	)
	const madeAt = fc.array(fc.integer({ min: 0, max: 1_001 }), { minLength: 6, maxLength: 6 })
	const { mode } = desk.online
	await fc.assert(
		fc.asyncProperty(history, madeAt, async (terms, instants) => {
			await desk.database().client.batch(
				[
					{ sql: 'DELETE FROM payout_terms WHERE shop_id = ?', args: [shop.id] },
					...terms.map((one) => ({
						sql: 'INSERT INTO payout_terms VALUES (?, ?, ?, ?, ?, 0)',
						args: [
							shop.id,
							one.appliesFrom,
							one.commissionPercent,
							one.paymentFeeBearer,
							one.transferFeeBearer,
						],
					})),
					...instants.map((at, n) => ({
						sql: `UPDATE checkouts SET created_at = ? WHERE id =
							(SELECT checkout_id FROM appointments WHERE shop_id = ? ORDER BY starts_at LIMIT 1 OFFSET ?)`,
						args: [at, shop.id, n],
					})),
				],
				'write',
			)
			const open = await desk.deps.payouts.dues.openPayments(shop.id, {
				mode,
				freeCancellationMs: FREE_CANCELLATION_MS,
			})
			const found = open
				.toSorted((a, b) => (a.appointment?.endsAt ?? 0) - (b.appointment?.endsAt ?? 0))
				.map(({ commissionPercent, paymentFeeBearer }) => ({ commissionPercent, paymentFeeBearer }))
			expect(found).toEqual(
				instants.map((at) => {
					const { commissionPercent, paymentFeeBearer } = termsAt(terms, at)
					return { commissionPercent, paymentFeeBearer }
				}),
			)
		}),
		{ numRuns: 25 },
	)
	expect(termsAt([], 0)).toEqual(usualTerms)
})
