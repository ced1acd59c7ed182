import { expect, test } from 'vitest'
import { isSpent, slotWaitState, type WaitProgress } from '#app/domain/booking/wait/slot-wait.ts'

const now = 5_000_000
const wait = (progress: Partial<WaitProgress> = {}) =>
	slotWaitState(
		{ isProven: true, offerCount: 0, offerExpiresAt: null, heldUntilAt: null, endedBy: null, ...progress },
		now,
	)

test('a customer waits until a time is offered, and waits on after letting one pass', () => {
	expect(wait()).toBe('waiting')
	expect(wait({ offerCount: 1, offerExpiresAt: now })).toBe('missed')
})

test('a freed time is theirs while its hold lives, else they were told of it, until each is over', () => {
	const offered = { offerCount: 1, offerExpiresAt: now + 1 }
	expect(wait({ ...offered, heldUntilAt: now + 1 })).toBe('held')
	expect(wait({ ...offered, heldUntilAt: now })).toBe('told')
	expect(wait(offered)).toBe('told')
	expect(wait({ ...offered, offerExpiresAt: now })).toBe('missed')
})

test('an offer that is open counts even if it is the last one', () => {
	expect(wait({ offerCount: 2, offerExpiresAt: now + 1 })).toBe('told')
	expect(wait({ offerCount: 2, offerExpiresAt: now })).toBe('spent')
})

test('two times are held for a proven address, and others are told of five', () => {
	const counts = [1, 2, 4, 5]
	expect(counts.map((offerCount) => isSpent({ isProven: true, offerCount }))).toEqual([
		false,
		true,
		true,
		true,
	])
	expect(counts.map((offerCount) => isSpent({ isProven: false, offerCount }))).toEqual([
		false,
		false,
		false,
		true,
	])
})

test('a wait that has ended stays as it ended, whatever was offered', () => {
	for (const endedBy of ['left', 'booked', 'spent', 'over'] as const)
		expect(wait({ endedBy, heldUntilAt: now + 1, offerExpiresAt: now + 1 })).toBe(endedBy)
})
