import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'

const SHIFT_CLOCK = join(PROJECT_ROOT, 'scripts/testing/shift-clock.js')
const DAY_MS = 24 * 60 * 60_000
/** When a deep run does the suite again, in Lagos (O7): beside both ends of a day, and of the shops' hours. */
export const DEEP_TIMES: readonly string[] = ['00:10', '07:55', '20:45', '23:50']

/** Lagos has no summer time. */
const LAGOS_OFFSET_MS = 60 * 60_000

/** Milliseconds from `now` until it is next this time of day in Lagos, such as '23:50'. Null for no time of day. */
export function shiftTo(timeOfDay: string, now: number): number | null {
	const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(timeOfDay) ?? []
	if (hours === undefined || minutes === undefined) return null
	const wantedMs = (Number(hours) * 60 + Number(minutes)) * 60_000
	const currentMs = (now + LAGOS_OFFSET_MS) % DAY_MS
	return (wantedMs - currentMs + DAY_MS) % DAY_MS
}

/** The environment that moves the clock of every Node of a run, and of the workerd and browsers that they start. */
export function environmentAt(shiftMs: number): Record<string, string> {
	const options = [process.env.NODE_OPTIONS ?? '', `--import=${pathToFileURL(SHIFT_CLOCK).href}`]
	return { CLOCK_SHIFT_MS: String(shiftMs), NODE_OPTIONS: options.join(' ').trim() }
}

/** A script that moves the clock of workerd or of a page as this process' own was moved. Null where it was not. */
export function clockShiftScript(): string | null {
	const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0)
	return shiftMs === 0 ? null : `globalThis.CLOCK_SHIFT_MS = ${shiftMs}\n${readFileSync(SHIFT_CLOCK, 'utf8')}`
}
