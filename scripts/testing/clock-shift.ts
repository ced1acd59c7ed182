import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { addDays, type CivilDate, dayOfWeekOf, isCivilDate } from '#app/kernel/civil.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt, DEFAULT_ZONE, dayStartsAt } from '#app/kernel/zone.server.ts'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'

const SHIFT_CLOCK = join(PROJECT_ROOT, 'scripts/testing/shift-clock.js')
/**
 * The times in Lagos of a deep run (O7): both ends of a day and of shop hours, over the edges of a week and a month.
 */
export const DEEP_TIMES: readonly string[] = [
	...['mon 00:10', 'tue 07:55', 'fri 20:45', 'sat 03:20', 'sat 23:50', 'sun 12:00', 'sun 21:30'],
	'month-end 22:40',
]

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/**
 * Milliseconds from `now` until a moment in Lagos: the next '23:50', 'sat 03:20', or last day of a month ('month-end
 * 22:40'), or '2026-11-30 22:40', which may have passed. Null for anything else.
 */
export function shiftTo(moment: string, now: Instant): number | null {
	const [, day, hours, minutes] = /^(?:(\S+) )?([01]\d|2[0-3]):([0-5]\d)$/.exec(moment) ?? []
	if (hours === undefined || minutes === undefined) return null
	const { date: today } = civilAt(DEFAULT_ZONE, now)
	const shiftOn = (date: CivilDate) =>
		dayStartsAt(DEFAULT_ZONE, date) + (Number(hours) * 60 + Number(minutes)) * MINUTE_MS - now
	if (day !== undefined && isCivilDate(day)) return shiftOn(day)
	const isWanted = dayNamed(day)
	// The last days of consecutive months are at most 31 days apart.
	const coming = Array.from({ length: 32 }, (_, days) => addDays(today, days)).filter(isWanted)
	return coming.map(shiftOn).find((shiftMs) => shiftMs >= 0) ?? null
}

function dayNamed(name: string | undefined): (date: CivilDate) => boolean {
	if (name === undefined) return () => true
	if (name === 'month-end') return (date) => addDays(date, 1).endsWith('-01')
	return (date) => WEEKDAYS[dayOfWeekOf(date) - 1] === name
}

/** Moves the clock of every Node process of a run, of its workerd and its browsers. */
export function environmentAt(shiftMs: number): Record<string, string> {
	const options = [process.env.NODE_OPTIONS ?? '', `--import=${pathToFileURL(SHIFT_CLOCK).href}`]
	return { CLOCK_SHIFT_MS: String(shiftMs), NODE_OPTIONS: options.join(' ').trim() }
}

/** Null where this process's clock was not moved. */
export function clockShiftScript(): string | null {
	const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0)
	return shiftMs === 0 ? null : `globalThis.CLOCK_SHIFT_MS = ${shiftMs}\n${readFileSync(SHIFT_CLOCK, 'utf8')}`
}
