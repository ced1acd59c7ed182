import { describe, expect, test } from 'vitest'
import { refused, ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { mondayMorningAt } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('with-promo')

describe('promo codes', () => {
	test('a use is counted once, and the last one goes to one of many', async () => {
		const shop = await desk.newShop({
			staff: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`S${i}`, {}])),
			promoCodes: { LAST: { percent: 10, maxUses: 2 } },
		})
		const guests = []
		for (let i = 0; i < 20; i++) {
			const guest = await desk.atCheckout(shop.idOf('cut'))
			await guest.save({ promoCode: 'LAST' })
			guests.push(guest)
		}
		const answers = await Promise.all(guests.map((guest) => guest.book()))
		expect(answers.filter((answer) => answer.ok)).toHaveLength(2)
		expect(answers.filter((answer) => !answer.ok && answer.refusal === 'promo_not_valid')).toHaveLength(18)
		const loser = guests[answers.findIndex((answer) => !answer.ok)]
		// The code is taken off, and the full price booked when that is confirmed.
		expect((await loser?.readDraft())?.quote.discountKobo).toBe(0)
		expect((await loser?.book({}, { promoCode: '' }))?.ok).toBe(true)
	})

	const useless = {
		'one of another shop': {},
		'an expired one': { EXPIRED: { percent: 10, expiresAt: mondayMorningAt } },
		'one that was switched off': { OFF: { percent: 10, isActive: false } },
		'a used up one': { USED: { percent: 10, maxUses: 0 } },
		'one whose minimum is not met': { BIG: { percent: 10, minimumKobo: 500_001 } },
	}
	for (const [what, promoCodes] of Object.entries(useless)) {
		test(`${what} is refused; the hold and the rest stay`, async () => {
			const shop = await desk.newShop({ promoCodes })
			await desk.newShop({ promoCodes: { ELSEWHERE: { percent: 10 } } })
			const guest = await desk.atCheckout(shop.idOf('cut'))
			const promoCode = Object.keys(promoCodes)[0] ?? 'ELSEWHERE'
			expect(await guest.book({}, { promoCode })).toEqual(refused('promo_not_valid'))
			expect((await guest.readDraft())?.hold?.startsAt).toBe(ten)
			expect((await guest.readDraft())?.draft.promoCode).toBe('')
			expect((await guest.book({}, { promoCode: '' })).ok).toBe(true)
		})
	}

	test('a minimum is met by add-ons and not by the tip, and a code may make the visit free', async () => {
		const shop = await desk.newShop({
			promoCodes: { BIG: { percent: 10, minimumKobo: 600_000 }, FREE: { percent: 100 } },
		})
		const guest = await desk.atCheckout(shop.idOf('cut'))
		expect(
			await guest.save({ promoCode: 'BIG', tip: { kind: 'custom', percent: 0, customKobo: 1_000_000 } }),
		).toEqual(refused('promo_not_valid'))
		const saved = await guest.save({ promoCode: 'BIG', addOnIds: [shop.idOf('wash')] })
		expect(saved.ok && saved.value.quote.discountKobo).toBe(60_000)
		await guest.save({ promoCode: 'FREE', tip: { kind: 'percent', percent: 25, customKobo: 0 } })
		expect((await guest.book({ totalKobo: 0 })).ok).toBe(true)
	})
})
