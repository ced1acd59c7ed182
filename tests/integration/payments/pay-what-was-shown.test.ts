import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { beforeWrite } from '#tests/support/around-a-write.ts'
import { ten } from '#tests/support/booking-desk.ts'
import { refusedWith, toPage } from '#tests/support/payer.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { lagos, tuesday } from '#tests/support/small-shop.ts'

const desk = withPaymentDesk('shown')
const eleven = lagos(tuesday, '11:00')

describe('what is paid for is what was shown', () => {
	test('a price that changed since the page was shown is shown first', async () => {
		const shop = await desk.newShop()
		const payer = await desk.atCheckout(shop)
		const seen = await payer.sees()
		await desk.change('UPDATE services SET price_kobo = 600000 WHERE id = ?', shop.idOf('cut'))
		expect(await payer.press({}, seen)).toEqual(refusedWith('price_changed'))
		expect(await payer.attempts()).toEqual([])
		expect(await payer.start()).toMatch(/^wk-/)
		expect((await payer.attempts())[0]?.amountKobo).toBe(600_000)
	})

	test('so is a deposit that changed', async () => {
		const shop = await desk.newShop()
		await desk.setShop(shop, `deposit_kind = 'percent', deposit_value = 20`)
		const payer = await desk.atCheckout(shop)
		const seen = await payer.sees()
		expect(seen).toMatchObject({ seenTotalKobo: 500_000, seenDueKobo: 100_000 })
		await desk.setShop(shop, 'deposit_value = 50')
		expect(await payer.press({}, seen)).toEqual(refusedWith('price_changed'))
		expect(await payer.press()).toEqual(toPage)
		expect((await payer.attempts())[0]?.amountKobo).toBe(250_000)
	})

	const changes = {
		'the price of a service': 'UPDATE services SET price_kobo = price_kobo + 100 WHERE shop_id = ?',
		'the price of an add-on': 'UPDATE add_ons SET price_kobo = price_kobo + 100 WHERE shop_id = ?',
		'an add-on that is not offered any more': 'UPDATE add_ons SET is_enabled = 0 WHERE shop_id = ?',
	}
	for (const [what, sql] of Object.entries(changes)) {
		test(`${what} changes between the read and the write: nothing is started`, async () => {
			const shop = await desk.newShop()
			const payer = await desk.atCheckout(shop)
			await payer.type({ addOns: [shop.idOf('wash')] })
			const seen = await payer.sees()
			beforeWrite(desk.deps, () => desk.change(sql, shop.id))
			expect(await payer.press({}, seen)).toEqual(refusedWith('payment_not_validated'))
			expect(await payer.attempts()).toEqual([])
			expect(await desk.checkoutsOf(payer)).toEqual([])
		})
	}

	test('the visit was booked by another tab between the read and the write: nothing is started, and it is shown', async () => {
		const payer = await desk.atCheckout(await desk.newShop())
		const seen = await payer.sees()
		beforeWrite(desk.deps, () => payer.guest.book())
		expect(await payer.press({}, seen)).toMatchObject({ kind: 'booked' })
		expect(await payer.attempts()).toEqual([])
	})

	test('so it is when a colleague has that time free: one visit, not two', async () => {
		const shop = await desk.newShop({ staff: { Ada: {}, Bola: {} } })
		const payer = await desk.atCheckout(shop)
		const seen = await payer.sees()
		desk.clock.now += 11 * MINUTE_MS
		beforeWrite(desk.deps, () => payer.guest.book())
		expect(await payer.press({}, seen)).toMatchObject({ kind: 'booked' })
		expect(await payer.attempts()).toEqual([])
	})

	test('a visit that costs nothing is not paid online', async () => {
		const shop = await desk.newShop({ promoCodes: { FREE: { percent: 100 } } })
		const payer = await desk.atCheckout(shop)
		expect(await payer.press({ promoCode: 'FREE' })).toEqual(refusedWith('invalid_amount'))
		expect(await payer.attempts()).toEqual([])
		expect(await payer.press({ paymentChoice: 'cash' })).toMatchObject({ kind: 'booked' })
	})

	test('a time that somebody took is refused with other times, and what was typed is kept', async () => {
		const shop = await desk.newShop()
		const payer = await desk.atCheckout(shop)
		desk.clock.now += 11 * MINUTE_MS
		expect((await desk.bookForCash(shop)).ok).toBe(true)
		const answer = await payer.press({ tip: '15', email: 'new@example.com' })
		expect(answer).toEqual(refusedWith('slot_taken'))
		expect(answer.kind === 'refused' && answer.offer?.times[0]?.startsAt).toBeTruthy()
		expect((await payer.guest.readDraft())?.draft).toMatchObject({
			tip: { percent: 15 },
			contact: { email: 'new@example.com' },
		})
		expect(await payer.attempts()).toEqual([])
	})

	test('an add-on that does not fit into the held time is left out, and the time stays', async () => {
		const shop = await desk.newShop()
		const payer = await desk.atCheckout(shop)
		expect((await desk.bookForCash(shop, eleven)).ok).toBe(true)
		// As without JavaScript: ticked, and confirmed in one post.
		expect(await payer.tick({ addOns: [shop.idOf('wash')] }, { seenTotalKobo: 600_000 })).toEqual(
			refusedWith('add_on_does_not_fit'),
		)
		expect((await desk.holdOf(payer))?.startsAt).toBe(ten)
		expect((await payer.guest.readDraft())?.draft.addOns).toEqual([])
		expect(await payer.tick({ addOns: [] }, { seenTotalKobo: 500_000 })).toEqual(toPage)
	})

	test('an add-on that fits makes the held time longer', async () => {
		const shop = await desk.newShop()
		const payer = await desk.atCheckout(shop)
		expect(await payer.tick({ addOns: [shop.idOf('wash')] }, { seenTotalKobo: 600_000 })).toEqual(toPage)
		const entries = await desk.rows(
			'SELECT ends_at FROM calendar_entries WHERE hold_id = (SELECT id FROM holds WHERE draft_id = ?)',
			payer.draftId,
		)
		expect(entries).toEqual([{ ends_at: ten + 90 * MINUTE_MS }])
	})

	test('without an e-mail address nothing can be paid online, and everything else can', async () => {
		const shop = await desk.newShop()
		const account = {
			userId: 'nobody',
			firstName: 'Ada',
			lastName: 'Obi',
			email: null,
			phone: '+2348030000000',
		}
		const payer = await desk.atCheckout(shop, { account })
		expect(await payer.press()).toEqual(refusedWith('missing_email'))
		expect(await payer.press({ paymentChoice: 'cash' })).toMatchObject({ kind: 'booked' })
	})
})
