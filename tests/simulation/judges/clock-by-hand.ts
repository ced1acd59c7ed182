import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/** What a zone's clock shows, by the machine's own tables of zones. */
const clocks = new Map<string, Intl.DateTimeFormat>()

export function clockAt(zone: string, at: Instant): { date: string; minute: number } {
	let clock = clocks.get(zone)
	if (!clock) {
		const digits = {
			year: 'numeric',
			month: '2-digit',
			day: '2-digit',
			hour: '2-digit',
			minute: '2-digit',
		} as const
		clock = new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', ...digits })
		clocks.set(zone, clock)
	}
	const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]))
	return {
		date: `${part.year}-${part.month}-${part.day}`,
		minute: Number(part.hour) * 60 + Number(part.minute),
	}
}

/** The beginning of a date; null where that day has 23 or 25 hours, whose times are not counted by hand. */
export function plainMidnight(zone: string, date: string): Instant | null {
	const asIfUtc = Date.parse(`${date}T00:00:00Z`)
	for (let quarters = -48; quarters <= 56; quarters++) {
		const at = asIfUtc - quarters * 15 * MINUTE_MS
		const shown = clockAt(zone, at)
		if (shown.date === date && shown.minute === 0) return clockAt(zone, at + DAY_MS).minute === 0 ? at : null
	}
	return null
}

/** The number of a day on a shop's clock. */
export function dayOf(zone: string, at: Instant): number {
	return Date.parse(`${clockAt(zone, at).date}T00:00Z`) / DAY_MS
}

/** The number of the Monday of an instant's week on a shop's clock. */
export function mondayOf(zone: string, at: Instant): number {
	const day = dayOf(zone, at)
	// The first day of all was a Thursday.
	return day - ((day + 3) % 7)
}

const QUIET_FROM = 21 * 60
const QUIET_UNTIL = 7 * 60

/** From 21:00 until 07:00 on the shop's clock (D49). */
export function isQuiet(zone: string, at: Instant): boolean {
	const { minute } = clockAt(zone, at)
	return minute >= QUIET_FROM || minute < QUIET_UNTIL
}
