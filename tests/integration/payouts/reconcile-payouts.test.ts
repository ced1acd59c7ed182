import { expect, test } from 'vitest'
import { reconcilePayouts } from '#app/flows/payouts/reconcile-payouts.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { addPayout } from '#tests/support/payout-desk.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'
import { payoutBook, seven } from './payout-book.ts'

const desk = withPaymentDesk('reconcile-payouts', {})
const book = payoutBook(desk)

async function reconcile(isApplied = false) {
	const { provider, mode } = desk.online
	return reconcilePayouts(
		{ ...desk.deps, provider, mode },
		{ from: seven - DAY_MS, to: seven + DAY_MS, isApplied, now: seven + HOUR_MS },
	)
}
const kindsOf = async (reference: string, isApplied = false) =>
	(await reconcile(isApplied)).differences
		.filter((one) => one.reference === reference)
		.map(({ kind, repair }) => `${kind}: ${repair}`)

async function sent(shop: SmallShop, arrives = true): Promise<string> {
	desk.paystack.topUp(10_000_00)
	desk.clock.now = seven
	await book.run(seven)
	await book.send(seven)
	if (arrives) await book.send(seven + 10 * MINUTE_MS)
	return String((await book.payoutsOf(shop))[0]?.reference)
}

test('a payout that is the same here and there differs in nothing', async () => {
	const shop = await book.newPaidShop()
	await book.completed(shop)
	expect(await kindsOf(await sent(shop))).toEqual([])
	expect((await reconcile()).listed).toBeGreaterThan(0)
})

test('one whose end was not told here is moved on', async () => {
	const shop = await book.newPaidShop()
	await book.completed(shop)
	desk.paystack.setBehaviour({ transferEnd: 'hold' })
	const reference = await sent(shop, false)
	desk.paystack.stepTransfer(reference, 'success')
	expect(await kindsOf(reference)).toEqual(['payout_status_differs: possible'])
	expect(await kindsOf(reference, true)).toEqual(['payout_status_differs: done'])
	expect(await kindsOf(reference)).toEqual([])
	expect(await book.statuses(shop)).toEqual(['success'])
	desk.paystack.stepTransfer(reference, 'reversed')
	expect(await kindsOf(reference, true)).toEqual(['payout_status_differs: done'])
	expect(await book.statuses(shop)).toEqual(['reversed'])
})

test('a transfer that is not here, and a payout that is not there', async () => {
	const shop = await book.newPaidShop()
	await book.completed(shop)
	const { provider } = desk.online
	desk.clock.now = seven
	const made = await provider.createRecipient({
		bankCode: '058',
		accountNumber: '0123456724',
		holderName: 'ADA',
	})
	const recipientCode = made.outcome === 'made' ? made.recipientCode : ''
	desk.paystack.topUp(10_000_00)
	const lost = 'payout-abcdefghjkmnpqrstuvwxyz2'
	await provider.transfer({ reference: lost, amountKobo: 1_000_00, recipientCode, reason: '' })
	expect(await kindsOf(lost)).toEqual(['transfer_unknown_here: person'])

	const reference = await addPayout(desk.database(), shop.id, { now: seven, mode: 'test' })
	await desk.change('UPDATE payouts SET is_asked = 1 WHERE reference = ?', reference)
	expect(await kindsOf(reference)).toEqual(['payout_not_there: person'])
})

test('another sum, another fee and another end are for a person', async () => {
	const shop = await book.newPaidShop()
	await book.completed(shop)
	desk.paystack.setBehaviour({ transferEnd: 'hold' })
	const reference = await sent(shop, false)
	const other = desk.paystack.transfers.find((one) => one.reference === reference)
	if (!other) throw new Error('no transfer')
	other.amountKobo += 1
	expect(await kindsOf(reference, true)).toEqual(['payout_amount_differs: person'])
	other.amountKobo -= 1
	desk.paystack.stepTransfer(reference, 'success')
	await book.send(seven + HOUR_MS)
	await desk.change(
		'UPDATE payouts SET charged_fee_kobo = charged_fee_kobo + 1 WHERE reference = ?',
		reference,
	)
	expect(await kindsOf(reference, true)).toEqual(['payout_fee_differs: person'])
	await desk.change(
		'UPDATE payouts SET charged_fee_kobo = charged_fee_kobo - 1 WHERE reference = ?',
		reference,
	)
	other.status = 'failed'
	expect(await kindsOf(reference, true)).toEqual(['payout_ended_otherwise: person'])
	other.status = 'success'
})

test('the balance at Paystack stands beside the ledger’s', async () => {
	const before = (await reconcile()).balance
	desk.paystack.topUp(1)
	const after = (await reconcile()).balance
	expect(after).toEqual({ hereKobo: before?.hereKobo, thereKobo: Number(before?.thereKobo) + 1 })
})
