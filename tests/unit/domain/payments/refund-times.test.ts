import { expect, test } from 'vitest'
import { isRefundOverdue, nextRefundAttemptAt } from '#app/domain/payments/check-times.ts'
import { DAY_MS, MINUTE_MS } from '#app/kernel/instant.ts'

const now = 5_000_000

test('a refund is asked about after a minute, then after twice as long each time, and every six hours in the end', () => {
	const minutes = (attemptCount: number) => (nextRefundAttemptAt(attemptCount, now) - now) / MINUTE_MS
	expect([0, 1, 2, 8, 9, 2_000].map(minutes)).toEqual([1, 2, 4, 256, 360, 360])
})

test('a refund that Paystack has not taken for more than a day needs the operator', () => {
	const isOverdue = (requestedAt: number) => isRefundOverdue({ requestedAt }, now)
	expect([now - DAY_MS, now - DAY_MS - 1].map(isOverdue)).toEqual([false, true])
})
