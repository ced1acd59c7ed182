import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkInProblem } from '#app/domain/subscriptions/check-in.ts'
import { entryProgress, howFarUsed } from '#app/domain/subscriptions/entry-allowance.ts'
import {
	givenUp,
	pauseChoices,
	paused,
	pauseProblem,
	resumed,
} from '#app/domain/subscriptions/pause.server.ts'
import {
	isUnder,
	readSubscriptionFilter,
	subscriptionFilters,
	summarize,
} from '#app/domain/subscriptions/subscription-list.ts'
import { subscriptionState } from '#app/domain/subscriptions/subscription-state.ts'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'
import { subscriptionStates } from '#app/kernel/vocabulary/subscriptions.ts'

const now = Date.UTC(2026, 10, 21, 9)
const running = {
	id: 'one',
	startsAt: now - 10 * DAY_MS,
	endsAt: now + 20 * DAY_MS,
	pausedAt: null as number | null,
	resumesAt: null as number | null,
	cancelledAt: null as number | null,
	renewedUntil: null as number | null,
	pauseCount: 0,
	maxPauses: 1,
	maxPauseDays: 30,
	shop: { timeZone: 'Africa/Lagos' },
}
const entries = {
	entryKind: 'total' as 'total' | 'weekly' | 'unlimited',
	totalVisitsAllowed: 5 as number | null,
	maxEntriesPerWeek: null as number | null,
	entriesUsed: 4,
	entriesUsedInWeek: 1,
}

describe('the tabs', () => {
	test('each state stands under All, and what has ended under Expired', () => {
		const under = (filter: (typeof subscriptionFilters)[number]) =>
			subscriptionStates.filter((state) => isUnder(filter, state))
		expect(subscriptionFilters.map(under)).toEqual([
			[...subscriptionStates],
			['active'],
			['paused'],
			['expired', 'cancelled'],
		])
	})
	test('a text that names none is no tab', () => {
		expect(readSubscriptionFilter(null)).toBe('all')
		expect(readSubscriptionFilter('paused')).toBe('paused')
		expect(readSubscriptionFilter('')).toBeNull()
		expect(readSubscriptionFilter('toString')).toBeNull()
	})
})

test('the tiles count what runs, all entries, and name the next end of one that renews itself', () => {
	const held = [
		{ ...running, autoRenews: true, entriesUsed: 3, endsAt: now + 9 * DAY_MS },
		// What is paid for already is not to be renewed.
		{
			...running,
			autoRenews: true,
			renewedUntil: now + 40 * DAY_MS,
			entriesUsed: 0,
			endsAt: now + 7 * DAY_MS,
		},
		{ ...running, autoRenews: true, entriesUsed: 2, endsAt: now + 8 * DAY_MS },
		{ ...running, autoRenews: false, entriesUsed: 1, endsAt: now + DAY_MS },
		{ ...running, autoRenews: true, entriesUsed: 5, cancelledAt: now - 1 },
	]
	expect(summarize(held, now)).toEqual({ active: 4, entriesUsed: 11, nextRenewalAt: now + 8 * DAY_MS })
	expect(summarize([], now)).toEqual({ active: 0, entriesUsed: 0, nextRenewalAt: null })
})

test('how far a plan is used is said by its kind', () => {
	expect(howFarUsed(entries)).toBe('1 of 5 visits left')
	const weekly = { ...entries, entryKind: 'weekly' as const, totalVisitsAllowed: null, maxEntriesPerWeek: 3 }
	expect(entryProgress(weekly)).toEqual({ used: 1, of: 3, words: '1 of 3 used this week' })
	const unlimited = { ...entries, entryKind: 'unlimited' as const, totalVisitsAllowed: null, entriesUsed: 1 }
	expect(entryProgress(unlimited)).toBeNull()
	expect(howFarUsed(unlimited)).toBe('Unlimited · 1 entry used')
})

describe('D44: a pause', () => {
	test('is offered in whole weeks up to what the plan allows', () => {
		expect(pauseChoices(30)).toEqual([7, 14, 21, 30])
		expect(pauseChoices(14)).toEqual([7, 14])
		expect(pauseChoices(3)).toEqual([3])
	})
	test('that ends early gives back the days that are left of it, whenever that is', () => {
		fc.assert(
			fc.property(fc.constantFrom(7, 14, 21, 30), fc.nat(), (days, after) => {
				const pause = paused(running, days, now)
				expect(subscriptionState(pause, now)).toBe('paused')
				expect(pauseProblem(pause, now + days * DAY_MS)).toBe('no_pause_left')
				const elapsedMs = after % (days * DAY_MS)
				const again = resumed(pause, now + elapsedMs)
				// Days of the clock in Lagos, an hour ahead.
				const dayOf = (at: number) => Math.floor((at + HOUR_MS) / DAY_MS)
				expect(again.endsAt).toBe(running.endsAt + (dayOf(now + elapsedMs) - dayOf(now)) * DAY_MS)
				expect(subscriptionState(again, now + elapsedMs)).toBe('active')
			}),
		)
	})
	test('gives up the places in it, and none after it', () => {
		const after = paused(running, 7, now)
		const at = (startsAt: number) => ({ startsAt, period: running })
		const places = [at(now + HOUR_MS), at(now + 7 * DAY_MS - 1), at(now + 7 * DAY_MS), at(running.endsAt - 1)]
		expect(givenUp(places, { before: running, after })).toEqual(places.slice(0, 2))
	})
})

describe('D48: at the door', () => {
	const code = {
		...running,
		...entries,
		shopId: 'gym',
		expiresAt: now + 1,
		usedAt: null as number | null,
		usedByKey: null,
		place: null as object | null,
	}
	const place = {}
	test.each([
		['a running plan with an entry left', code, null],
		['another shop', { ...code, shopId: 'spa' }, 'other_shop'],
		['a code that was used', { ...code, usedAt: now - 1 }, 'code_used'],
		['a code that is over', { ...code, expiresAt: now }, 'code_expired'],
		['no entry left', { ...code, entriesUsed: 5 }, 'no_entry_left'],
		['no entry left, with a booked session', { ...code, entriesUsed: 5, place }, null],
		['a paused plan', { ...code, pausedAt: now, resumesAt: now + 1 }, 'subscription_paused'],
		['a plan that runs again', { ...code, pausedAt: now - 1, resumesAt: now }, null],
		['a cancelled plan', { ...code, cancelledAt: now, place }, 'subscription_over'],
		['a plan that has ended', { ...code, endsAt: now }, 'subscription_over'],
		['one that ended during its booked session', { ...code, endsAt: now, place }, null],
		['a plan that is still to begin', { ...code, startsAt: now + 1 }, 'subscription_not_begun'],
		['one that begins with its booked session', { ...code, startsAt: now + 1, place }, null],
	])('%s', (_, shown, problem) => {
		expect(checkInProblem(shown, 'gym', now)).toBe(problem)
	})
})
