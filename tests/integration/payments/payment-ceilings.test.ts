import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { newContact, newGuest, ten } from '#tests/support/booking-desk.ts'
import { newPayer, refusedWith, toPage } from '#tests/support/payer.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'

const desk = withPaymentDesk('payment-ceiling')
const manyPeople = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`S${i}`, {}]))

test('S14: going to pay ends the oldest hold of the contact that is not being paid, and no other', async () => {
	const { clock, deps } = desk
	const shop = await desk.newShop({ staff: manyPeople })
	const contact = newContact()
	const holder = async () => {
		const guest = await newGuest(deps, clock, contact).begin(shop.idOf('cut'))
		await guest.save()
		expect((await guest.hold(ten)).ok).toBe(true)
		clock.now += 1_000
		return guest
	}
	const [oldest, second, third] = [await holder(), await holder(), await holder()]
	const payer = await desk.atCheckout(shop, { contact })
	expect(await payer.press({}, await payer.sees())).toEqual(toPage)
	const isHeld = async (guest: typeof oldest) => (await guest.readDraft())?.hold !== null
	expect([
		await isHeld(oldest),
		await isHeld(second),
		await isHeld(third),
		await isHeld(payer.guest),
	]).toEqual([false, true, true, true])
})

test('W11: a contact starts ten payments within an hour', async () => {
	const { clock } = desk
	const shop = await desk.newShop({ staff: manyPeople })
	const contact = newContact()
	const answers: unknown[] = []
	for (let i = 0; i < 11; i++) {
		const payer = await desk.atCheckout(shop, { contact })
		answers.push(await payer.press({}, await payer.sees()))
		// The third live hold of a contact is its last.
		if (i % 3 === 2) clock.now += 16 * MINUTE_MS
	}
	expect(answers).toEqual([...Array(10).fill(toPage), refusedWith('too_many_payment_starts')])
	clock.now += HOUR_MS
	const payer = await desk.atCheckout(shop, { contact })
	expect(await payer.press({}, await payer.sees())).toEqual(toPage)
})

test('F9: a promo use that nobody paid for ends with its hold, and one network keeps ten at most', async () => {
	const { clock, deps, database } = desk
	const shop = await desk.newShop({ staff: manyPeople, promoCodes: { TEN: { percent: 10, maxUses: 100 } } })
	const uses = () => database().count('SELECT current_uses FROM promo_codes WHERE shop_id = ?', shop.id)
	const payerOnNetwork = async () => {
		const guest = await newGuest(deps, clock, newContact(), { networkKey: 'one' }).begin(shop.idOf('cut'))
		await guest.hold(ten)
		const payer = newPayer(() => desk.deps, clock, guest, ten)
		await payer.type({ promoCode: 'TEN' })
		return payer
	}
	const first = await payerOnNetwork()
	expect(await first.press()).toEqual(toPage)
	expect(await uses()).toBe(1)
	expect((await first.guest.hold(ten + HOUR_MS)).ok).toBe(true)
	expect(await uses()).toBe(0)
	const answers: unknown[] = []
	for (let i = 0; i < 11; i++) answers.push(await (await payerOnNetwork()).press())
	expect(answers).toEqual([...Array(10).fill(toPage), refusedWith('promo_busy')])
	expect(await uses()).toBe(10)
})
