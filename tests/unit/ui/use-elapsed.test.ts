import { expect, test } from 'vitest'
import { tickingClock } from '#app/routes/rewards_.$rewardId.voucher/ticking-clock.ts'
import { countdownLabel } from '#app/ui/use-elapsed.ts'

test('a clock of the shop ticks on, past noon and midnight', () => {
	const at = (hour: number, minute: number, second: number) => hour * 3_600 + minute * 60 + second
	expect(tickingClock(at(20, 37, 12), 0)).toBe('8:37:12 PM')
	expect(tickingClock(at(20, 37, 12), 999)).toBe('8:37:12 PM')
	expect(tickingClock(at(11, 59, 59), 1_000)).toBe('12:00:00 PM')
	expect(tickingClock(at(23, 59, 59), 2_000)).toBe('12:00:01 AM')
})

test('a countdown says minutes and seconds, and its last second to the end', () => {
	expect([600_000, 161_000, 160_001, 60_000, 1, 0].map(countdownLabel)).toEqual([
		'10:00',
		'2:41',
		'2:41',
		'1:00',
		'0:01',
		'0:00',
	])
})
