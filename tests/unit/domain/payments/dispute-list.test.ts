import { describe, expect, test } from 'vitest'
import { disputeNeed, dueWords, inOrderOfNeed } from '#app/domain/payments/dispute-list.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'

const now = Date.UTC(2026, 10, 23, 9)
const dispute = (
	name: string,
	more: Partial<{ openedAt: number; dueAt: number | null; answeredAt: number; isEnded: boolean }> = {},
) => ({ name, openedAt: now - HOUR_MS, dueAt: now + HOUR_MS, answeredAt: null, isEnded: false, ...more })

test('a dispute is past due from its very instant on, unless it was answered or has ended', () => {
	expect(disputeNeed(dispute('a', { dueAt: now + 1 }), now)).toBe('due')
	expect(disputeNeed(dispute('a', { dueAt: now }), now)).toBe('past_due')
	expect(disputeNeed(dispute('a', { dueAt: null }), now)).toBe('unknown')
	expect(disputeNeed(dispute('a', { dueAt: now, answeredAt: 1 }), now)).toBe('answered')
	expect(disputeNeed(dispute('a', { dueAt: now, answeredAt: 1, isEnded: true }), now)).toBe('ended')
})

test('the most urgent stands first, and of the same urgency that which is due first', () => {
	const disputes = [
		dispute('answered', { dueAt: now - HOUR_MS, answeredAt: now }),
		dispute('later', { dueAt: now + 9 * HOUR_MS }),
		dispute('ended', { isEnded: true }),
		dispute('soon'),
		dispute('unknown, newer', { dueAt: null }),
		dispute('unknown', { dueAt: null, openedAt: now - 9 * HOUR_MS }),
		dispute('past due', { dueAt: now - HOUR_MS }),
		dispute('long past due', { dueAt: now - 2 * HOUR_MS }),
	]
	expect(inOrderOfNeed(disputes, now).map(({ name }) => name)).toEqual([
		...['long past due', 'past due', 'unknown', 'unknown, newer', 'soon', 'later', 'ended', 'answered'],
	])
})

describe('how long is left is said in whole hours', () => {
	test.each([
		[2 * HOUR_MS, 'due in 2 hours'],
		[2 * HOUR_MS - 1, 'due in an hour'],
		[59 * MINUTE_MS, 'due within the hour'],
		[0, 'has just been due'],
		[-HOUR_MS, 'was due an hour ago'],
		[-25 * HOUR_MS, 'was due 25 hours ago'],
	])('%i ms: %s', (left, words) => {
		expect(dueWords(now + left, now)).toBe(words)
	})
})
