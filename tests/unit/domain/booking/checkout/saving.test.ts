import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
	betterReward,
	cashbackPart,
	oneSaving,
	savingAmount,
	type UsableReward,
} from '#app/domain/booking/checkout/saving.ts'

const reward = (id: string, discount: UsableReward['discount'], expiresAt = 1): UsableReward => ({
	kind: 'reward',
	id,
	label: id,
	discount,
	expiresAt,
})
const appointment = {
	services: [
		{ id: 'cut', priceKobo: 500_000 },
		{ id: 'nails', priceKobo: 300_000 },
	],
	subtotalKobo: 850_000,
}

describe('what a reward takes off', () => {
	test('is its percentage in whole naira, its amount up to all there is, or the price of its service, once', () => {
		expect(savingAmount(reward('ten', { unit: 'percent', value: 10 }), appointment)).toBe(85_000)
		expect(savingAmount(reward('some', { unit: 'kobo', value: 50_000 }), appointment)).toBe(50_000)
		expect(savingAmount(reward('all', { unit: 'kobo', value: 900_000 }), appointment)).toBe(850_000)
		expect(savingAmount(reward('nails', { serviceId: 'nails' }), appointment)).toBe(300_000)
		const twice = { ...appointment, services: [...appointment.services, { id: 'nails', priceKobo: 300_000 }] }
		expect(savingAmount(reward('nails', { serviceId: 'nails' }), twice)).toBe(300_000)
	})

	test('is nothing where its service is not in the visit', () => {
		expect(savingAmount(reward('facial', { serviceId: 'facial' }), appointment)).toBeNull()
	})
})

test('a friend’s code takes off what the shop gives, and never more than there is', () => {
	const friend = { kind: 'referral', id: 'code', code: 'ADA', friendKobo: 100_000 } as const
	expect(savingAmount(friend, appointment)).toBe(100_000)
	expect(savingAmount({ ...friend, friendKobo: 900_000 }, appointment)).toBe(850_000)
})

test('D36: cashback pays as far as it goes, and never the tip', () => {
	expect(cashbackPart(100, { totalKobo: 1_000, tipKobo: 300 })).toBe(100)
	expect(cashbackPart(900, { totalKobo: 1_000, tipKobo: 300 })).toBe(700)
	expect(cashbackPart(900, { totalKobo: 300, tipKobo: 300 })).toBe(0)
})

describe('the reward that is suggested', () => {
	const ten = reward('ten', { unit: 'percent', value: 10 }, 5)
	const nails = reward('nails', { serviceId: 'nails' }, 9)

	test('takes most off this very visit; of equal ones the first to end', () => {
		expect(betterReward([ten, nails], appointment, 0)).toEqual({ reward: nails, savedKobo: 300_000 })
		const same = reward('same', { unit: 'kobo', value: 300_000 }, 3)
		expect(betterReward([ten, nails, same], appointment, 0)?.reward).toBe(same)
		expect(betterReward([same, nails], appointment, 0)?.reward).toBe(same)
		// Less than the best is no better, however soon it ends; of equal ones that end together the first stays.
		expect(betterReward([nails, { ...ten, expiresAt: 1 }], appointment, 0)?.reward).toBe(nails)
		expect(betterReward([nails, { ...nails, id: 'twin' }], appointment, 0)?.reward).toBe(nails)
	})

	test('is none where what is chosen takes as much, or nothing fits', () => {
		expect(betterReward([ten, nails], appointment, 300_000)).toBeNull()
		expect(betterReward([reward('facial', { serviceId: 'facial' })], appointment, 0)).toBeNull()
		expect(betterReward([], appointment, 0)).toBeNull()
	})

	test('never takes less than another one that fits', () => {
		const discounts = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 8 })
		fc.assert(
			fc.property(discounts, fc.nat(900_000), (percents, chosenKobo) => {
				const rewards = percents.map((value, i) => reward(String(i), { unit: 'percent', value }, i))
				const most = Math.max(...rewards.map((one) => savingAmount(one, appointment) ?? 0))
				const better = betterReward(rewards, appointment, chosenKobo)
				expect(better?.savedKobo ?? null).toBe(most > chosenKobo ? most : null)
			}),
		)
	})
})

test('one saving counts: the new one of the two, and of two new ones nobody can say', () => {
	const none = { promoCode: '', rewardId: null }
	const code = { promoCode: 'TEN', rewardId: null }
	const both = { promoCode: 'TEN', rewardId: 'one' }
	expect(oneSaving(code, none)).toEqual(code)
	expect(oneSaving({ promoCode: '', rewardId: 'one' }, code)).toEqual({ promoCode: '', rewardId: 'one' })
	expect(oneSaving(none, both)).toEqual(none)
	expect(oneSaving(code, { promoCode: 'OLD', rewardId: 'one' })).toEqual(code)
	expect(oneSaving({ promoCode: '', rewardId: 'two' }, { promoCode: 'OLD', rewardId: 'one' })).toEqual({
		promoCode: '',
		rewardId: 'two',
	})
	expect(oneSaving(both, code)).toEqual({ promoCode: '', rewardId: 'one' })
	expect(oneSaving(both, { promoCode: '', rewardId: 'one' })).toEqual(code)
	expect(oneSaving(both, none)).toBeNull()
	expect(oneSaving({ promoCode: 'TEN', rewardId: 'two' }, { promoCode: '', rewardId: 'one' })).toBeNull()
})
