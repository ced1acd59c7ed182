import { describe, expect, test } from 'vitest'
import type { RewardSaving } from '#app/domain/booking/checkout/saving.ts'
import {
	billWithReward,
	type RewardAppointmentRefusal,
	rewardAppointmentRefusalWords,
} from '#app/domain/booking/desk/reward-at-shop.ts'

const reward = (discount: RewardSaving['discount']): RewardSaving => ({
	kind: 'reward',
	id: 'reward',
	label: 'Reward',
	discount,
})
const half = reward({ unit: 'percent', value: 50 })
const visit: Parameters<typeof billWithReward>[0] = {
	status: 'CONFIRMED',
	services: [{ id: 'cut', name: 'Cut', priceKobo: 400_000, durationMinutes: 30 }],
	addOns: [{ id: 'wash', name: 'Wash', priceKobo: 100_000, durationMinutes: 15 }],
	saving: null,
	discountKobo: 0,
	tipKobo: 0,
	totalKobo: 500_000,
	cashbackKobo: 0,
	paidKobo: 0,
	paidAtShopKobo: 0,
	heldKobo: 0,
	heldCashbackKobo: 0,
}

describe('D61: a reward that is shown at the shop', () => {
	test('is taken off services and add-ons at the agreed prices, and the tip stays', () => {
		expect(billWithReward(visit, half)).toMatchObject({
			discountKobo: 250_000,
			tipKobo: 0,
			totalKobo: 250_000,
			dueAtShopKobo: 250_000,
			saving: half,
		})
		expect(billWithReward({ ...visit, tipKobo: 50_000 }, half)).toMatchObject({
			tipKobo: 50_000,
			totalKobo: 300_000,
		})
	})

	test('leaves what was paid, online or at the shop, and asks for the rest', () => {
		const paid = { ...visit, paidKobo: 100_000, paidAtShopKobo: 50_000, cashbackKobo: 20_000 }
		expect(billWithReward(paid, half)).toMatchObject({ cashbackKobo: 20_000, dueAtShopKobo: 80_000 })
		expect(billWithReward({ ...paid, paidKobo: 180_000 }, half)).toMatchObject({ dueAtShopKobo: 0 })
	})

	test('is refused where it takes off more than is left to pay in money or with cashback', () => {
		expect(billWithReward({ ...visit, paidKobo: 250_001 }, half)).toBe('visit_paid')
		expect(billWithReward({ ...visit, cashbackKobo: 250_001 }, half)).toBe('visit_paid')
		expect(billWithReward({ ...visit, cashbackKobo: 250_000 }, half)).toMatchObject({ dueAtShopKobo: 0 })
	})

	test('is refused for a visit that is closed, has a saving, or lacks its service', () => {
		expect(billWithReward({ ...visit, status: 'COMPLETED' }, half)).toBe('visit_over')
		expect(billWithReward({ ...visit, saving: half }, half)).toBe('visit_has_saving')
		expect(billWithReward(visit, reward({ serviceId: 'nails' }))).toBe('reward_does_not_fit')
		expect(billWithReward(visit, reward({ serviceId: 'cut' }))).toMatchObject({ discountKobo: 400_000 })
	})

	test('tells the staff in whole sentences why it takes nothing off', () => {
		const codes = Object.keys(rewardAppointmentRefusalWords) as RewardAppointmentRefusal[]
		for (const code of codes) expect(rewardAppointmentRefusalWords[code]).toMatch(/^[A-Z].*\.$/)
	})
})
