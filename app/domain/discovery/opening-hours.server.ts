import { addDays, type CivilDate, type DayOfWeek, MINUTES_PER_DAY } from '#app/kernel/civil.ts'
import { clockLabel, closingLabel, dayName, hoursLabel } from '#app/kernel/date-labels.server.ts'
import type { ClosedDay } from '#app/kernel/vocabulary/discovery.ts'

/** On the shop's clock. A day without a row is closed. */
export type DayHours = { dayOfWeek: number; opensMinute: number; closesMinute: number }

type ShopClock = { date: CivilDate; dayOfWeek: DayOfWeek; minute: number }

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

export type OpenStatus = { isOpen: boolean; label: string }

/**
 * 'Open until 8:00 PM', 'Opens 9:00 AM', 'Closed today: Public holiday' or 'Closed until Monday, 9:00 AM'. Open all day
 * and on past midnight is 'Open 24 hours' (O6). Null without any hours.
 */
export function openStatus(
	hours: readonly DayHours[],
	{ date, dayOfWeek, minute }: ShopClock,
	closedDays: readonly ClosedDay[] = [],
): OpenStatus | null {
	if (hours.length === 0) return null
	const closedToday = closedDays.find((day) => day.date === date)
	if (closedToday) return { isOpen: false, label: withReason('Closed today', closedToday) }
	const today = hours.find((day) => day.dayOfWeek === dayOfWeek)
	if (!today) return { isOpen: false, label: 'Closed today' }
	if (minute < today.opensMinute) return { isOpen: false, label: `Opens ${clockLabel(today.opensMinute)}` }
	if (minute < today.closesMinute) {
		const goesOn =
			isWholeDay(today) &&
			!closedDays.some((closed) => closed.date === addDays(date, 1)) &&
			hours.some((day) => day.dayOfWeek === (dayOfWeek % 7) + 1 && day.opensMinute === 0)
		return {
			isOpen: true,
			label: goesOn ? 'Open 24 hours' : `Open until ${closingLabel(today.closesMinute)}`,
		}
	}
	for (let daysAhead = 1; daysAhead <= 7; daysAhead++) {
		const next = hours.find((day) => day.dayOfWeek === ((dayOfWeek - 1 + daysAhead) % 7) + 1)
		if (!next || closedDays.some((closed) => closed.date === addDays(date, daysAhead))) continue
		const day = daysAhead === 1 ? 'tomorrow' : dayName(next.dayOfWeek as DayOfWeek)
		return { isOpen: false, label: `Closed until ${day}, ${clockLabel(next.opensMinute)}` }
	}
	return { isOpen: false, label: 'Closed' }
}

/** One row per day from Monday: '9:00 AM – 8:00 PM', 'Open 24 hours' or 'Closed', today with its reason. */
export function weekTable(
	hours: readonly DayHours[],
	today: DayOfWeek,
	closedToday?: ClosedDay,
): { day: string; hours: string; isToday: boolean }[] {
	return weekdays.map((dayOfWeek) => {
		const isToday = dayOfWeek === today
		const row = { day: dayName(dayOfWeek), isToday }
		if (closedToday && isToday) return { ...row, hours: withReason('Closed', closedToday) }
		const open = hours.find((day) => day.dayOfWeek === dayOfWeek)
		if (!open) return { ...row, hours: 'Closed' }
		return { ...row, hours: hoursLabel(open.opensMinute, open.closesMinute) }
	})
}

function withReason(words: string, { reason }: ClosedDay): string {
	return reason === '' ? words : `${words}: ${reason}`
}

function isWholeDay({ opensMinute, closesMinute }: DayHours): boolean {
	return opensMinute === 0 && closesMinute === MINUTES_PER_DAY
}
