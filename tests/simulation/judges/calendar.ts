import { DAY_MS, type Instant } from '#app/kernel/instant.ts'

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The Monday of an instant's week on a shop's clock, as 'YYYY-MM-DD', by the platform's calendar alone. */
export function mondayOf(zone: string, at: Instant): string {
	const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
	clocks.set(zone, clock)
	const day = new Date(`${clock.format(at)}T00:00Z`)
	return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10)
}

const hours = new Map<string, Intl.DateTimeFormat>()

/** Whether it is from 21:00 until 07:00 on a shop's clock. */
export function isNight(zone: string, at: Instant): boolean {
	const clock = hours.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit' })
	hours.set(zone, clock)
	const hour = Number(clock.format(at))
	return hour >= 21 || hour < 7
}
