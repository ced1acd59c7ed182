import { execFileSync } from 'node:child_process'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test } from 'vitest'
import { clockShiftScript, DEEP_TIMES, environmentAt, shiftTo } from '#scripts/testing/clock-shift.ts'

const HOUR_MS = 60 * 60_000
/** 21:30 in Lagos. */
const now = Date.parse('2026-11-23T20:30:00Z')
const ownShift = process.env.CLOCK_SHIFT_MS

afterEach(() => {
	if (ownShift === undefined) delete process.env.CLOCK_SHIFT_MS
	else process.env.CLOCK_SHIFT_MS = ownShift
})

test.each([
	['21:30', 0],
	['23:00', 1.5 * HOUR_MS],
	['00:30', 3 * HOUR_MS],
	['21:00', 23.5 * HOUR_MS],
])('O7: the clock moves forward to the next %s in Lagos', (time, shiftMs) => {
	expect(shiftTo(time, now)).toBe(shiftMs)
})

test('O7: a deep run is done at four more times, one of them just before midnight', () => {
	expect(DEEP_TIMES).toHaveLength(4)
	const midnight = Date.parse('2026-11-23T00:00:00+01:00')
	const minutes = DEEP_TIMES.map((time) => (shiftTo(time, midnight) ?? Number.NaN) / 60_000)
	expect(Math.max(...minutes)).toBeGreaterThanOrEqual(24 * 60 - 10)
})

test.each(['24:00', '9:00', '23:60', '', 'noon'])('%j is no time of day', (time) => {
	expect(shiftTo(time, now)).toBeNull()
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
