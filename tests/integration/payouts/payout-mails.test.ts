import { expect, test } from 'vitest'
import { completeAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { messages } from '#app/flows/lists/messages.server.ts'
import type { MessageDeps } from '#app/flows/messages/message-kind.server.ts'
import { movePayout } from '#app/flows/payouts/move-payout.server.ts'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'
import { ten } from '#tests/support/booking-desk.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { addPayout, addPayoutAccount } from '#tests/support/payout-desk.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'

const desk = withPaymentDesk('told')
const now = ten + 2 * HOUR_MS

async function paidShop(email: string | null = 'ada@beauty.example') {
	const shop = await desk.newShop()
	if (email) await desk.setShop(shop, `email = '${email}'`)
	const { paymentReference } = await desk.atPaid(shop)
	await desk.settle(paymentReference)
	const [visit] = await desk.appointmentsOf(shop)
	const referenceNumber = String(visit?.reference_number)
	expect(await completeAppointment(desk.deps, { referenceNumber, isPaid: true, now })).toMatchObject({
		ok: true,
	})
	await addPayoutAccount(desk.database(), shop.id, { now })
	return shop
}

const queued = (shop: SmallShop) =>
	desk.database().rows(
		`SELECT kind, recipient_email, payload, created_at FROM outbox WHERE kind LIKE 'shop_payout_%'
			AND payload ->> 'payoutReference' IN (SELECT reference FROM payouts WHERE shop_id = ?) ORDER BY created_at, kind`,
		shop.id,
	)

/** The mail of a queued message, or why it is dropped. */
async function mailOf(row: Record<string, unknown> | undefined, at = now) {
	const kind = messages.find((one) => one.kind === row?.kind)
	const sender = { name: 'Wakati', origin: 'https://wakati.example', supportContact: null }
	const deps = { ...desk.deps, sender, cookieKeys: [] } as unknown as MessageDeps
	const message = { payload: String(row?.payload), createdAt: now, chooser: null }
	const prepared = await kind?.prepare(deps, message, at)
	return prepared?.ok ? prepared.value.letter : prepared?.refusal
}

test('a payout that arrived is mailed once, with its sums, and never again', async () => {
	const shop = await paidShop()
	const reference = await addPayout(desk.database(), shop.id, {
		mode: 'test',
		now,
		statuses: ['pending', 'success'],
	})
	const payout = await desk.deps.payouts.payouts.payout(reference)
	if (!payout) throw new Error('no payout')
	const move = {
		status: 'success',
		chargedFeeKobo: 0,
		outsideReference: null,
		nextAttemptAt: now,
		now,
	} as const
	await movePayout(desk.deps, payout, move)
	await movePayout(desk.deps, { ...payout, status: 'pending' }, move)
	const rows = await queued(shop)
	expect(rows).toMatchObject([{ kind: 'shop_payout_sent', recipient_email: 'ada@beauty.example' }])
	const [stated] = await desk.database().rows('SELECT * FROM payouts WHERE reference = ?', reference)
	const mail = await mailOf(rows[0])
	expect(mail).toMatchObject({ subject: expect.stringMatching(/^We paid you ₦/) })
	const text = typeof mail === 'object' ? mail.text : ''
	expect(text).toContain(`For: 1 payment`)
	expect(text).toContain('Guaranty Trust Bank, account ending in 6789')
	expect(text).not.toContain('0123456789')
	expect(text).toContain(`₦${(Number(stated?.amount_kobo) / 100).toLocaleString('en-NG')}`)
	expect(await mailOf(rows[0], now + 4 * DAY_MS)).toBe('too_old')
})

test('what came to nothing, and what came back, is said; the mail of before is dropped', async () => {
	const shop = await paidShop()
	await addPayout(desk.database(), shop.id, { mode: 'test', now, statuses: ['failed'] })
	await addPayout(desk.database(), shop.id, { mode: 'test', now: now + 1, statuses: ['success', 'reversed'] })
	const rows = await queued(shop)
	expect(rows.map(({ kind }) => kind)).toEqual([
		'shop_payout_failed',
		'shop_payout_failed',
		'shop_payout_sent',
	])
	expect(await mailOf(rows[0])).toMatchObject({ subject: expect.stringMatching(/^We couldn’t pay you ₦/) })
	expect(await mailOf(rows[1])).toMatchObject({
		subject: expect.stringContaining('came back from your bank'),
	})
	expect(await mailOf(rows[2])).toBe('payout_moved_on')
})

test('one that was called off is no news, and a shop without an address gets none', async () => {
	const shop = await paidShop()
	await addPayout(desk.database(), shop.id, { mode: 'test', now, statuses: ['cancelled'] })
	expect(await queued(shop)).toEqual([])
	const silent = await paidShop(null)
	await addPayout(desk.database(), silent.id, { mode: 'test', now })
	expect(await queued(silent)).toEqual([])
})
