/**
 * A slot starts every 30 minutes, so a day has 48 of them. They are the bits of two small integers, one for each
 * half of the day: a stretch of time is taken out of a day, and two people's days are joined, by one operation.
 * Half-hour `h` starts at minute `30 h + phase`; the phase is where in the half-hour a day's work starts (0 to 29).
 */
export const SLOT_STEP_MINUTES = 30
export const HALF_HOURS_PER_DAY = 48
/** Bits in one integer: half-hours 0 to 23 are the morning's, 24 to 47 the afternoon's. */
export const HALF_HOURS_PER_WORD = 24

/** Bits `from` to `to` of one integer, both included; nothing outside of 0 to 23, nothing if `from` is later. */
export function bitsBetween(from: number, to: number): number {
	const first = Math.max(from, 0)
	const last = to >= HALF_HOURS_PER_WORD ? HALF_HOURS_PER_WORD - 1 : to
	return first > last ? 0 : (2 << last) - (1 << first)
}

/** Added before dividing, so that dropping the fraction of an integer rounds down below 0 as well. */
const BIAS = 1 << 24

/** The last half-hour that starts at or before a minute (a whole one, within 900 years of the day). */
export function halfHourUpTo(minute: number, phase: number): number {
	return (((minute - phase + BIAS * SLOT_STEP_MINUTES) / SLOT_STEP_MINUTES) | 0) - BIAS
}

/** The first half-hour that starts at or after a minute. */
export function halfHourFrom(minute: number, phase: number): number {
	return halfHourUpTo(minute + SLOT_STEP_MINUTES - 1, phase)
}

/** How many bits of a 24-bit integer are set. */
export function countBits(word: number): number {
	let bits = word - ((word >> 1) & 0x555555)
	bits = (bits & 0x333333) + ((bits >> 2) & 0x333333)
	bits = (bits + (bits >> 4)) & 0x0f0f0f
	return (bits + (bits >> 8) + (bits >> 16)) & 0x1f
}
