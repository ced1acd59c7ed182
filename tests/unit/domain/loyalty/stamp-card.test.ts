import { expect, test } from 'vitest'
import { readRewardTab, rewardState } from '#app/domain/loyalty/reward-state.ts'
import { findTier, visitsToNextTier, visitsToReward } from '#app/domain/loyalty/stamp-card.ts'
import { readPlace, writePlace } from '#app/kernel/list-place.ts'
import { countStamps, stampColumns } from '#app/ui/account/loyalty-card.tsx'

test('the stamps stand in two rows up to twelve, and in three above', () => {
	expect([1, 2, 5, 10, 12, 13, 30].map(stampColumns)).toEqual([1, 1, 3, 5, 6, 5, 10])
	for (const total of [1, 2, 5, 10, 12, 13, 30, 100]) {
		const rows = countStamps({ visitsRequired: total, visitsCount: 0, milestones: [] }).map(({ row }) => row)
		expect(Math.max(...rows), String(total)).toBeLessThanOrEqual(total <= 12 ? 2 : 3)
		expect(rows).toEqual(rows.toSorted((a, b) => a - b))
	}
})

test('a stamp says whether it is given, and which reward it brings', () => {
	const milestones = [{ id: 'first', visitsRequired: 2 }]
	expect(countStamps({ visitsRequired: 3, visitsCount: 1, milestones })).toEqual([
		{ number: 1, row: 1, isGiven: true, milestoneId: null },
		{ number: 2, row: 1, isGiven: false, milestoneId: 'first' },
		{ number: 3, row: 2, isGiven: false, milestoneId: null },
	])
	expect(visitsToReward(1, milestones)).toBe(1)
	expect(visitsToReward(2, milestones)).toBeNull()
	expect(visitsToReward(0, [{ visitsRequired: 5 }, ...milestones])).toBe(2)
	expect(visitsToReward(2, [...milestones, { visitsRequired: 5 }])).toBe(3)
})

test('D43: Gold and Platinum begin at the numbers of the program, and the way to the next one is said', () => {
	const rules = { goldVisits: 10, platinumVisits: 25 }
	expect([0, 9, 10, 24, 25, 99].map((appointments) => findTier(appointments, rules))).toEqual([
		'standard',
		'standard',
		'gold',
		'gold',
		'platinum',
		'platinum',
	])
	expect(visitsToNextTier(7, rules)).toEqual({ tier: 'gold', visits: 3 })
	expect(visitsToNextTier(10, rules)).toEqual({ tier: 'platinum', visits: 15 })
	expect(visitsToNextTier(25, rules)).toBeNull()
})

test('a list goes on after its last row; a made-up place is none', () => {
	const place = { at: 1_795_000_000_000, id: 'nailed-by-zina-card-demo' }
	expect(readPlace(writePlace(place))).toEqual(place)
	for (const text of ['', 'old', '1.', '.a', '1.a b', '99999999999999999999.a', "1.'--"]) {
		expect(readPlace(text), text).toBeNull()
	}
})

test('D16: a reward is used once it was, kept for the booking that has taken it, else over at its last instant', () => {
	const use = {}
	expect(rewardState({ usedAt: 5, expiresAt: 3, use: null }, 9)).toBe('used')
	expect(rewardState({ usedAt: 5, expiresAt: 10, use }, 9)).toBe('used')
	expect(rewardState({ usedAt: null, expiresAt: 10, use }, 9)).toBe('in_use')
	expect(rewardState({ usedAt: null, expiresAt: 9, use }, 9)).toBe('in_use')
	expect(rewardState({ usedAt: null, expiresAt: 9, use: null }, 9)).toBe('expired')
	expect(rewardState({ usedAt: null, expiresAt: 10, use: null }, 9)).toBe('active')
	expect([readRewardTab(null), readRewardTab('claimed'), readRewardTab('x')]).toEqual([
		'available',
		'claimed',
		'available',
	])
})
