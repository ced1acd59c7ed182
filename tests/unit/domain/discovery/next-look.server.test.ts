import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextLookAt } from '#app/domain/discovery/next-look.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'

const now = Date.parse('2026-11-23T15:20+01:00')
const midnight = Date.parse('2026-11-24T00:00+01:00')

function lookOf(shopId: string, minimumNoticeMinutes: number, starts: readonly number[]) {
	const shop = { shopId, timeZone: 'Africa/Lagos', minimumNoticeMinutes }
	const openings = starts.map((startsAt) => ({ startsAt }))
	return nextLookAt(shop, openings, now)
}

test('A shop is looked at in the five hours after its midnight, each at its own time', () => {
	const looks = Array.from({ length: 1_000 }, (_, n) => lookOf(`shop-${n}`, 30, [midnight + 9 * HOUR_MS]))
	expect(Math.min(...looks)).toBeGreaterThanOrEqual(midnight)
	expect(Math.max(...looks)).toBeLessThan(midnight + 5 * HOUR_MS)
	const ofHour = (hour: number) => looks.filter((at) => Math.floor((at - midnight) / HOUR_MS) === hour).length
	for (const hour of [0, 1, 2, 3, 4]) expect(ofHour(hour)).toBeGreaterThan(120)
})

test('and before the first start of the new day is inside the notice, but not before midnight', () => {
	fc.assert(
		fc.property(
			fc.string({ minLength: 1 }),
			fc.integer({ min: 0, max: 1_440 }),
			fc.integer({ min: 0, max: 47 }),
			(shopId, notice, halfHour) => {
				const firstAt = midnight + halfHour * 30 * MINUTE_MS
				const at = lookOf(shopId, notice, [now + HOUR_MS, firstAt, firstAt + DAY_MS])
				expect(at).toBeGreaterThanOrEqual(midnight)
				expect(at).toBeLessThanOrEqual(Math.max(midnight, firstAt - notice * MINUTE_MS))
			},
		),
	)
	expect(lookOf('closed-all-week', 30, [])).toBeLessThan(midnight + 5 * HOUR_MS)
})
