import { describe, expect, test } from 'vitest'
import { readTypedCode } from '#app/domain/subscriptions/check-in.ts'
import {
	countWords,
	entriesLeft,
	entryProgress,
	hasEntryLeft,
	howFarUsed,
} from '#app/domain/subscriptions/entry-allowance.ts'
import { planMoneyBack } from '#app/domain/subscriptions/plan-money-back.ts'
import { daysLabel, entriesLabel } from '#app/domain/subscriptions/plan-words.ts'
import { describeSpots } from '#app/domain/subscriptions/spots.ts'
import { coversInstant, subscriptionState } from '#app/domain/subscriptions/subscription-state.ts'
import { DAY_MS } from '#app/kernel/instant.ts'

const createdAt = Date.UTC(2026, 10, 21, 9)
const weekEnd = createdAt + 7 * DAY_MS

describe('D46: a plan that is cancelled', () => {
	const paid = {
		createdAt,
		totalKobo: 900,
		cashbackKobo: 200,
		returnedKobo: 0,
		isPaidOnline: true,
		isUsed: false,
	}
	const all = { isRefundable: true, moneyKobo: 700, cashbackKobo: 200, from: 'us' }
	const nothing = { isRefundable: false, moneyKobo: 0, cashbackKobo: 0, from: 'us' }

	test('gives all back within seven days, the last instant included', () => {
		expect(planMoneyBack(paid, weekEnd)).toEqual(all)
		expect(planMoneyBack({ ...paid, returnedKobo: 100 }, weekEnd)).toEqual({ ...all, moneyKobo: 600 })
		expect(planMoneyBack(paid, weekEnd + 1)).toEqual(nothing)
	})

	test('gives nothing back once it was used, and the shop gives back what it took', () => {
		expect(planMoneyBack({ ...paid, isUsed: true }, createdAt)).toEqual(nothing)
		expect(planMoneyBack({ ...paid, isPaidOnline: false }, createdAt)).toEqual({ ...all, from: 'shop' })
	})
})

describe('D10: the entries of a plan', () => {
	const use = {
		entryKind: 'total' as 'total' | 'weekly' | 'unlimited',
		totalVisitsAllowed: 5,
		maxEntriesPerWeek: 3,
		entriesUsed: 4,
		entriesUsedInWeek: 1,
	}

	test('are left in all, in the week, or without end, and never below nothing', () => {
		expect(entriesLeft(use)).toBe(1)
		expect(entriesLeft({ ...use, entryKind: 'weekly' })).toBe(2)
		expect(entriesLeft({ ...use, entryKind: 'unlimited' })).toBeNull()
		expect(entriesLeft({ ...use, entriesUsed: 6 })).toBe(0)
		expect(entriesLeft({ ...use, entryKind: 'weekly', entriesUsedInWeek: 4 })).toBe(0)
		expect([4, 5].map((entriesUsed) => hasEntryLeft({ ...use, entriesUsed }))).toEqual([true, false])
		expect(hasEntryLeft({ ...use, entryKind: 'unlimited' })).toBe(true)
	})

	test('are named by their number', () => {
		expect(entriesLabel(use)).toBe('5 entries')
		expect(entriesLabel({ ...use, totalVisitsAllowed: 1 })).toBe('1 entry')
		expect(entriesLabel({ ...use, entryKind: 'weekly' })).toBe('3 entries a week')
		expect(entriesLabel({ ...use, entryKind: 'unlimited' })).toBe('Unlimited entries')
		expect([1, 30].map(daysLabel)).toEqual(['1 day', '30 days'])
		expect([1, 3].map((count) => countWords(count, 'entry', 'entries'))).toEqual(['1 entry', '3 entries'])
	})

	test('fill a bar by how many are used', () => {
		expect(entryProgress(use)).toEqual({ used: 4, of: 5, words: '1 of 5 visits left' })
		expect(entryProgress({ ...use, totalVisitsAllowed: 1, entriesUsed: 1 })?.words).toBe('0 of 1 visit left')
		expect(howFarUsed({ ...use, entryKind: 'unlimited' })).toBe('Unlimited · 4 entries used')
	})
})

test('the letters of a code are read however they are typed', () => {
	expect(['wk7 4qm', ' WK7-4qm\n', 'Wk74Qm'].map(readTypedCode)).toEqual(['WK74QM', 'WK74QM', 'WK74QM'])
})

test('a plan runs from its first instant to before its last one, and a pause in the same way', () => {
	const times = { startsAt: 10, endsAt: 50, pausedAt: 20, resumesAt: 30, cancelledAt: null }
	expect([9, 10, 19, 20, 29, 30, 49, 50].map((at) => subscriptionState(times, at))).toEqual([
		'upcoming',
		'active',
		'active',
		'paused',
		'paused',
		'active',
		'active',
		'expired',
	])
	expect([9, 10, 20, 30, 50].map((at) => coversInstant(times, at))).toEqual([false, true, false, true, false])
	expect(coversInstant({ ...times, cancelledAt: 1 }, 10)).toBe(false)
	expect(subscriptionState({ ...times, cancelledAt: 1 }, 25)).toBe('cancelled')
	expect(subscriptionState({ ...times, resumesAt: null }, 25)).toBe('active')
})

test('a session of one place has a spot, and each share of a larger one its own words', () => {
	expect(describeSpots({ capacity: 1, spotsLeft: 1 }).words).toBe('1/1 spot left')
	const hints = [26, 11, 2].map((spotsLeft) => describeSpots({ capacity: 100, spotsLeft }).hint)
	expect(hints).toEqual(['Spots available', 'Filling up', 'Almost full'])
})
