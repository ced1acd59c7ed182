import { execFileSync } from 'node:child_process'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test } from 'vitest'
import { clockShiftScript, DEEP_TIMES, environmentAt, shiftTo } from '#scripts/testing/clock-shift.ts'

const HOUR_MS = 60 * 60_000
/** Monday, 21:30 in Lagos. */
const now = Date.parse('2026-11-23T20:30:00Z')
const ownShift = process.env.CLOCK_SHIFT_MS

afterEach(() => {
	if (ownShift === undefined) delete process.env.CLOCK_SHIFT_MS
	else process.env.CLOCK_SHIFT_MS = ownShift
})

test.each([
	['21:30', '2026-11-23 21:30'],
	['23:00', '2026-11-23 23:00'],
	['00:30', '2026-11-24 00:30'],
	['21:00', '2026-11-24 21:00'],
	['mon 23:50', '2026-11-23 23:50'],
	['mon 21:00', '2026-11-30 21:00'],
	['sat 03:20', '2026-11-28 03:20'],
	['sun 12:00', '2026-11-29 12:00'],
	['month-end 22:40', '2026-11-30 22:40'],
	['2026-12-24 20:00', '2026-12-24 20:00'],
	['2026-11-01 00:10', '2026-11-01 00:10'],
])('O7: %s moves the clock to %s in Lagos', (moment, reached) => {
	const at = now + (shiftTo(moment, now) ?? Number.NaN)
	expect(at).toBe(Date.parse(`${reached.replace(' ', 'T')}:00+01:00`))
})

test('a month’s last evening that has just passed is the next month’s', () => {
	const lateOnTheLast = Date.parse('2027-01-31T23:00:00+01:00')
	const shiftMs = shiftTo('month-end 22:40', lateOnTheLast) ?? Number.NaN
	expect(lateOnTheLast + shiftMs).toBe(Date.parse('2027-02-28T22:40:00+01:00'))
})

test('O7: a deep run is done at eight more times, which have a weekend and both ends of a day', () => {
	const reached = DEEP_TIMES.map((moment) => new Date(now + HOUR_MS + (shiftTo(moment, now) ?? Number.NaN)))
	expect(new Set(reached.map(String)).size).toBe(8)
	const minutes = reached.map((at) => at.getUTCHours() * 60 + at.getUTCMinutes())
	expect(Math.min(...minutes)).toBeLessThanOrEqual(10)
	expect(Math.max(...minutes)).toBeGreaterThanOrEqual(24 * 60 - 10)
	// Sunday, Monday and Saturday.
	expect(reached.map((at) => at.getUTCDay())).toEqual(expect.arrayContaining([0, 1, 6]))
})

test.each([
	...['24:00', '9:00', '23:60', '', 'noon', 'sat', 'sunday 12:00', 'Sat 12:00', '2026-02-30 12:00'],
])('%j is no time', (moment) => {
	expect(shiftTo(moment, now)).toBeNull()
})

test('every Node of a run lives at that time: now, a new date and a printed one', () => {
	const program = 'console.log(JSON.stringify([Date.now(), +new Date(), Date.parse(Date()), +new Date(5)]))'
	const env = { ...process.env, NODE_OPTIONS: '', ...environmentAt(6 * HOUR_MS) }
	const before = realNow()
	const times: number[] = JSON.parse(execFileSync(process.execPath, ['-e', program], { env }).toString())
	const [whenAsked = 0, whenMade = 0, whenPrinted = 0, given] = times
	for (const time of [whenAsked, whenMade]) expect(time - before).toBeGreaterThanOrEqual(6 * HOUR_MS)
	for (const time of [whenAsked, whenMade]) expect(time - realNow()).toBeLessThanOrEqual(6 * HOUR_MS)
	expect(Math.abs(whenPrinted - whenAsked)).toBeLessThanOrEqual(2_000)
	expect(given).toBe(5)
})

test('a page and a Worker get the same, as a script; without a moved clock there is none', () => {
	process.env.CLOCK_SHIFT_MS = String(HOUR_MS)
	const script = clockShiftScript() ?? ''
	const before = realNow()
	const moved = runInNewContext(`${script}; new Date() instanceof Date && Date.now()`)
	expect(moved - before).toBeGreaterThanOrEqual(HOUR_MS)
	expect(moved - realNow()).toBeLessThanOrEqual(HOUR_MS)
	process.env.CLOCK_SHIFT_MS = '0'
	expect(clockShiftScript()).toBeNull()
})

/** The machine's own clock, also when this run lives at another time. */
function realNow(): number {
	return Date.now() - Number(ownShift ?? 0)
}
