import { describe, expect, test } from 'vitest'
import { type ProgramTerms, programGist, programRule } from '#app/domain/loyalty/program-words.ts'
import { beginsWithWorth, type Reward, rewardWords } from '#app/domain/loyalty/reward-words.ts'

const card: ProgramTerms = {
	kind: 'punch_card',
	cashbackPercent: null,
	minimumSpendKobo: 0,
	card: { visitsRequired: 10, isCyclic: true },
	rewardDays: 90,
	goldVisits: 10,
	platinumVisits: 25,
}

describe('A reward is worded', () => {
	const reward = (given: Partial<Reward>): Reward => ({
		kind: 'discount',
		value: null,
		unit: null,
		serviceName: null,
		...given,
	})
	test.each<[string, Partial<Reward>]>([
		['10% off', { value: 10, unit: 'percent' }],
		['100% off', { value: 100, unit: 'percent' }],
		// The unit decides, not the size: ₦50 is below 100 and no percentage (D42).
		['₦50 off', { value: 5_000, unit: 'kobo' }],
		['₦500 off', { value: 50_000, unit: 'kobo' }],
		['₦1,234,567.89 off', { value: 123_456_789, unit: 'kobo' }],
		['₦200 cashback', { kind: 'cashback', value: 20_000, unit: 'kobo' }],
		['Free Wash and set', { kind: 'free_service', serviceName: 'Wash and set' }],
		['Upgrade', { kind: 'upgrade' }],
		['Gift', { kind: 'milestone_reward' }],
		['At the shop', { kind: 'manual' }],
		['Special', { kind: 'custom' }],
	])('%s', (words, given) => {
		expect(rewardWords(reward(given))).toBe(words)
	})
})

describe('The line of a list', () => {
	const gist = { kind: 'punch_card', cashbackPercent: null, visitsRequired: 10 } as const
	test('names the last reward, and how many come before it', () => {
		expect(programGist({ ...gist, lastReward: 'Free cut', rewardCount: 1 })).toBe('10 visits: Free cut')
		expect(programGist({ ...gist, lastReward: 'Free cut', rewardCount: 2 })).toBe(
			'10 visits: Free cut, and 1 more reward',
		)
		expect(programGist({ ...gist, lastReward: 'Free cut', rewardCount: 3 })).toBe(
			'10 visits: Free cut, and 2 more rewards',
		)
	})

	test('says what there is where no reward is named', () => {
		expect(programGist({ ...gist, visitsRequired: 1, lastReward: null, rewardCount: 0 })).toBe(
			'A stamp card of 1 visit',
		)
		expect(
			programGist({
				kind: 'cashback',
				cashbackPercent: 5,
				visitsRequired: null,
				lastReward: null,
				rewardCount: 0,
			}),
		).toBe('5% cashback on what you pay')
	})
})

describe('The rule', () => {
	test('of a card', () => {
		expect(programRule({ ...card, minimumSpendKobo: 200_000 }, 'Adé')).toEqual([
			'One stamp a day for visits of ₦2,000 or more.',
			'After 10 stamps a new card begins.',
			'Each reward can be used for 90 days.',
			'Gold starts at 10 visits in twelve months, Platinum at 25.',
		])
		const once = programRule({ ...card, rewardDays: 1, card: { visitsRequired: 1, isCyclic: false } }, 'Adé')
		expect(once.slice(0, 3)).toEqual([
			'One stamp a day.',
			'The card is full after 1 stamp.',
			'Each reward can be used for 1 day.',
		])
	})

	test('of cashback', () => {
		const terms = { ...card, kind: 'cashback', cashbackPercent: 10, card: null } as const
		expect(programRule({ ...terms, minimumSpendKobo: 1_000_000 }, 'Ìtura Spa').slice(0, 3)).toEqual([
			'You get 10% cashback on what you pay for visits of ₦10,000 or more.',
			'Discounts and tips don’t count.',
			'You can spend it at Ìtura Spa.',
		])
	})
})

test.each([
	['Free wash and set', 'Free Wash and set', true],
	['10% off your next visit', '10% off', true],
	['A birthday present', '10% off', false],
	['Now 10% off', '10% off', false],
])('whether %j says %j already: %j', (description, worth, isSaid) => {
	expect(beginsWithWorth(description, worth)).toBe(isSaid)
})
