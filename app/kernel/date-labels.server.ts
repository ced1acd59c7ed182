import { tz } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { addDays, type CivilDate, type DayOfWeek, dateOfDayNumber, MINUTES_PER_DAY } from './civil.ts'
import type { Instant } from './instant.ts'
import { civilAt, type ZoneName, zonePlace } from './zone.server.ts'

/** Every date format of screens and mails is here (L28). Browsers get finished words: date-fns stays on the server. */

/** 870 → '2:30 PM' (C28). 1440 reads '12:00 AM'. */
export function clockLabel(minute: number): string {
	// A day without a clock change anywhere, whatever the machine's zone.
	return format(new Date(2000, 0, 1, 0, minute), 'h:mm a')
}

/** '9:00 PM'; 'midnight' for the end of a day, as '12:00 AM' reads as its beginning. */
export function closingLabel(minute: number): string {
	return minute === MINUTES_PER_DAY ? 'midnight' : clockLabel(minute)
}

/** '9:00 AM – 8:00 PM' (L28). `wholeDay` names 24 hours: a shop is open, a person works. */
export function hoursLabel(startMinute: number, endMinute: number, wholeDay = 'Open 24 hours'): string {
	if (startMinute === 0 && endMinute === MINUTES_PER_DAY) return wholeDay
	return `${clockLabel(startMinute)} – ${closingLabel(endMinute)}`
}

/** '9:00 AM – 8:00 PM', or 'All day'. */
export function stretchLabelAt(zone: ZoneName, startsAt: Instant, endsAt: Instant): string {
	const endMinute = civilAt(zone, endsAt).minute || MINUTES_PER_DAY
	return hoursLabel(civilAt(zone, startsAt).minute, endMinute, 'All day')
}

/** 'Nov 24, 2026' (C29). */
export function dateLabel(date: CivilDate): string {
	return format(noonOnDate(date), 'MMM dd, yyyy')
}

/** 'Nov 23, 2026': the last day of a period that ends at that instant (M27). Midnight ends the day before it. */
export function lastDayLabel(zone: ZoneName, endsAt: Instant): string {
	return dateLabel(civilAt(zone, endsAt - 1).date)
}

/** 'Mon 23 Nov': that last day, with the year unless it is that of `now`. */
export function lastDayShortLabel(zone: ZoneName, endsAt: Instant, now = endsAt - 1): string {
	return shortDateLabelAt(zone, endsAt - 1, now)
}

/** 'Nov 2026'. */
export function lastMonthLabel(zone: ZoneName, endsAt: Instant): string {
	return monthYearLabel(civilAt(zone, endsAt - 1).date)
}

/** 'Tue 24 Nov'. */
export function shortDateLabel(date: CivilDate): string {
	return format(noonOnDate(date), 'EEE d MMM')
}

/** 'Tue'. */
export function weekdayLabel(date: CivilDate): string {
	return format(noonOnDate(date), 'EEE')
}

/** 'Nov'. */
export function monthLabel(date: CivilDate): string {
	return format(noonOnDate(date), 'MMM')
}

/** 'December 2026'. */
export function monthNameLabel(date: CivilDate): string {
	return format(noonOnDate(date), 'MMMM yyyy')
}

/** 'Nov 2026'. */
export function monthYearLabel(date: CivilDate): string {
	return format(noonOnDate(date), 'MMM yyyy')
}

/** 'Monday' … 'Sunday'. */
export function dayName(day: DayOfWeek): string {
	// Day 4 after 1970-01-01 was a Monday (1).
	return format(noonOnDate(dateOfDayNumber(day + 3)), 'EEEE')
}

/** 'Mon–Sat', 'Mon, Wed–Fri': three or more in a row are one stretch. */
export function weekdaysLabel(days: readonly DayOfWeek[]): string {
	const stretches: DayOfWeek[][] = []
	for (const day of days) {
		const last = stretches.at(-1)
		if (last?.at(-1) === day - 1) last.push(day)
		else stretches.push([day])
	}
	const short = (day: DayOfWeek | undefined) => (day ? dayName(day).slice(0, 3) : '')
	return stretches
		.map((stretch) =>
			stretch.length > 2 ? `${short(stretch[0])}–${short(stretch.at(-1))}` : stretch.map(short).join(', '),
		)
		.join(', ')
}

/** '2:30 PM' on a zone's clock. */
export function clockLabelAt(zone: ZoneName, at: Instant): string {
	return format(at, 'h:mm a', { in: tz(zone) })
}

/** 'Tue 24 Nov' on a zone's clock, with the year unless it is that of `now`. */
export function shortDateLabelAt(zone: ZoneName, at: Instant, now = at): string {
	return yearWhereOther(zone, at, now, 'EEE d MMM')
}

/** 'Tue, Nov 24', in another year 'Tue, Jan 5, 2027'. */
export function sessionDayLabelAt(zone: ZoneName, at: Instant, now: Instant): string {
	return yearWhereOther(zone, at, now, 'EEE, MMM d')
}

/** 'Tuesday, November 24, 2026'. */
export function longDateLabelAt(zone: ZoneName, at: Instant): string {
	return format(at, 'EEEE, MMMM d, yyyy', { in: tz(zone) })
}

/** '14:30'. */
export function sessionTimeLabelAt(zone: ZoneName, at: Instant): string {
	return format(at, 'HH:mm', { in: tz(zone) })
}

/**
 * 'Tue 24 Nov, 2:30 PM' on a zone's clock: the format of all other moments (L28). Gives the year unless it is that of
 * `now`. Mails and messages pass no `now`.
 */
export function momentLabelAt(zone: ZoneName, at: Instant, now = at): string {
	return `${yearWhereOther(zone, at, now, 'EEE d MMM')}, ${clockLabelAt(zone, at)}`
}

/** 'Today, 2:30 PM', 'Tomorrow, 2:30 PM', else as `momentLabelAt`: for pages that are drawn anew (L37). */
export function nearMomentLabelAt(zone: ZoneName, at: Instant, now: Instant): string {
	const day = nearDay(zone, at, now)
	return day === null ? momentLabelAt(zone, at, now) : `${day}, ${clockLabelAt(zone, at)}`
}

/** 'today, 2:30 PM' within a sentence. */
export function nearMomentWordsAt(zone: ZoneName, at: Instant, now: Instant): string {
	return nearMomentLabelAt(zone, at, now).replace(/^To(?=day|morrow)/, 'to')
}

/** '2:30 PM' for today, else as `nearMomentLabelAt`. */
export function clockOrNearMomentLabelAt(zone: ZoneName, at: Instant, now: Instant): string {
	return nearDay(zone, at, now) === 'Today' ? clockLabelAt(zone, at) : nearMomentLabelAt(zone, at, now)
}

/** Within a sentence: 'tomorrow, 2:30 PM'. */
export function clockOrNearMomentWordsAt(zone: ZoneName, at: Instant, now: Instant): string {
	return nearDay(zone, at, now) === 'Today' ? clockLabelAt(zone, at) : nearMomentWordsAt(zone, at, now)
}

function nearDay(zone: ZoneName, at: Instant, now: Instant): 'Today' | 'Tomorrow' | null {
	const today = civilAt(zone, now).date
	const day = civilAt(zone, at).date
	if (day === today) return 'Today'
	return day === addDays(today, 1) ? 'Tomorrow' : null
}

function yearWhereOther(zone: ZoneName, at: Instant, now: Instant, tokens: string): string {
	const isThisYear = civilAt(zone, at).date.slice(0, 4) === civilAt(zone, now).date.slice(0, 4)
	return format(at, isThisYear ? tokens : `${tokens}${tokens.endsWith('d') ? ', yyyy' : ' yyyy'}`, {
		in: tz(zone),
	})
}

/** 'Jan 5, 2025, 3:00 PM'. */
export function transactionLabelAt(zone: ZoneName, at: Instant): string {
	return format(at, 'MMM d, yyyy, h:mm a', { in: tz(zone) })
}

/** 'Jan 5, 3:00 PM'. */
export function recentTransactionLabelAt(zone: ZoneName, at: Instant): string {
	return format(at, 'MMM d, h:mm a', { in: tz(zone) })
}

/** 'Tue 24 Nov 2026, 2:30 PM (Lagos time)'. A mail may be read anywhere, at any time: it names zone and year (D15). */
export function mailedMomentLabelAt(zone: ZoneName, at: Instant): string {
	return `${format(at, 'EEE d MMM yyyy, h:mm a', { in: tz(zone) })} (${zonePlace(zone)} time)`
}

/** 'Tue 24 Nov 2026'. */
export function mailedDayLabel(date: CivilDate): string {
	return format(noonOnDate(date), 'EEE d MMM yyyy')
}

/** 'Mon 23 Nov 2026': the last day of a period, for a mail (M27). */
export function lastDayMailedLabel(zone: ZoneName, endsAt: Instant): string {
	return mailedDayLabel(civilAt(zone, endsAt - 1).date)
}

/** '10:42 AM' on the day of `besideAt`, else 'Tue 24 Nov, 10:42 AM'. */
export function clockOrMomentLabelAt(zone: ZoneName, at: Instant, besideAt: Instant): string {
	const isSameDay = civilAt(zone, at).date === civilAt(zone, besideAt).date
	return isSameDay ? clockLabelAt(zone, at) : momentLabelAt(zone, at)
}

/** Noon, since some zones skip a midnight: the machine's own may be one. */
function noonOnDate(date: CivilDate): Date {
	return new Date(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)), 12)
}
