import { describe, expect, test } from 'vitest'
import type { SubscriptionDetail } from '#app/domain/subscriptions/own-subscription-repository.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { subscriptionsView } from '#app/routes/subscriptions/subscriptions-view.server.ts'
import { detailsView } from '#app/routes/subscriptions_.$subscriptionId/details-view.server.ts'

const now = Date.parse('2026-11-24T09:00Z')
/** Ends with Tue 22 Dec on the clock in Lagos. */
const endsAt = Date.parse('2026-12-22T23:00Z')
const running: SubscriptionDetail = {
	id: 'one',
	planId: 'plan',
	title: 'Early Bird',
	description: '',
	shop: { id: 'gym', name: 'Gym', timeZone: 'Africa/Lagos' },
	startsAt: now - DAY_MS,
	endsAt,
	pausedAt: null,
	resumesAt: null,
	cancelledAt: null,
	cancellationReason: null,
	entryKind: 'weekly',
	totalVisitsAllowed: null,
	maxEntriesPerWeek: 3,
	entriesUsed: 0,
	entriesUsedInWeek: 0,
	weeks: {},
	autoRenews: true,
	renewedUntil: null,
	maxPauses: 1,
	maxPauseDays: 14,
	pauseCount: 0,
	createdAt: now - DAY_MS,
	totalKobo: 1_500_000,
	cashbackKobo: 0,
	checkoutId: 'checkout',
	isPaidOnline: true,
	placesAhead: 0,
	isRenewable: true,
	refundedKobo: 0,
	isCashbackBack: false,
	owedCashbackKobo: 0,
}
const renewed = { renewedUntil: endsAt + 28 * DAY_MS }
const paused = { pausedAt: now, resumesAt: now + 7 * DAY_MS }

test('one that is still to begin says what it gives, and counts no use of it', () => {
	const upcoming = { ...running, startsAt: now + DAY_MS }
	const [card] = subscriptionsView([upcoming], { filter: 'all', after: null, withSessions: [], now }).cards
	expect(card?.usage).toBe('3 entries a week')
	expect(detailsView(upcoming, [], now).progress).toBeNull()
	expect(detailsView(running, [], now).progress?.words).toBe('0 of 3 used this week')
})

test('the card of a cancelled plan shows the days on which it ran', () => {
	const datesOf = (changes: Partial<SubscriptionDetail>) =>
		subscriptionsView([{ ...running, ...changes }], { filter: 'all', after: null, withSessions: [], now })
			.cards[0]?.dates
	expect(datesOf({})).toBe('Nov 23, 2026 – Dec 22, 2026')
	expect(datesOf({ cancelledAt: now + 3 * DAY_MS })).toBe('Nov 23, 2026 – Nov 27, 2026')
	const startsAt = now + 5 * DAY_MS
	expect(datesOf({ startsAt, cancelledAt: now })).toBe('Ended Nov 24, 2026, before it began')
})

test('D60: a link to pay is promised only where one is sent', () => {
	const promise = 'You get a link to pay before it ends. We never charge you automatically.'
	const saidOf = (changes: Partial<SubscriptionDetail>) => {
		const held = { ...running, ...changes }
		const { cards } = subscriptionsView([held], { filter: 'all', after: null, withSessions: [], now })
		return [detailsView(held, [], now).renewalWords, cards[0]?.renewalWords]
	}
	expect(saidOf({})).toEqual([promise, promise])
	const none = 'It ends after its last day. We never charge you automatically.'
	expect(saidOf({ autoRenews: false })).toEqual([none, null])
	// The shop has withdrawn the plan.
	expect(saidOf({ isRenewable: false })).toEqual([none, none])
})

describe('D60: what is said of a renewal is true of its state', () => {
	test.each<
		[string, Partial<SubscriptionDetail>, badge: boolean, until: string | null, tile: string, boolean]
	>([
		['one that runs', {}, true, null, '23 Dec', true],
		['one that runs, without a reminder', { autoRenews: false }, false, null, 'N/A', true],
		['one whose next period is paid for', renewed, false, 'Renewed until Jan 19, 2027', 'N/A', false],
		['a paused one', paused, true, null, 'N/A', true],
		[
			'a paused one whose next period is paid for',
			{ ...paused, ...renewed },
			false,
			'Renewed until Jan 19, 2027',
			'N/A',
			false,
		],
		['one that is still to begin', { startsAt: now + DAY_MS }, true, null, 'N/A', true],
		['one that is over', { endsAt: now }, false, null, 'N/A', false],
		['a cancelled one', { cancelledAt: now }, false, null, 'N/A', false],
	])('%s', (_, changes, badge, until, tile, maySwitch) => {
		const held = { ...running, ...changes }
		const { cards, tiles } = subscriptionsView([held], { filter: 'all', after: null, withSessions: [], now })
		expect(cards).toMatchObject([{ autoRenews: badge, renewed: until }])
		expect(tiles.at(-1)).toEqual({ label: 'Next Renewal', value: tile })
		expect(detailsView(held, [], now)).toMatchObject({
			maySwitchRenewal: maySwitch,
			renewed: until && `${until}.`,
		})
	})
})
