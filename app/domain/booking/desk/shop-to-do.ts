import { addDays, type CivilDate } from '#app/kernel/civil.ts'

/** Visits of this many past days are to be closed; today's stand in its list. */
export const UNCLOSED_DAYS = 14
/** A booking is new for this many days, or until the shop acts on it. */
export const NEW_BOOKING_DAYS = 3

export function isToClose(date: CivilDate, today: CivilDate): boolean {
	return date < today && date >= addDays(today, -UNCLOSED_DAYS)
}

type Counts = {
	unclosed: readonly [date: CivilDate, count: number][]
	newAhead: readonly [date: CivilDate, count: number][]
	problems: number
	orders: number
	deposits: number
}

/** '2 visits to close · 1 new booking · 3 problems · 1 order · 1 deposit to come', or null. */
export function toDoLine(
	{ unclosed, newAhead, problems, orders, deposits }: Counts,
	today: CivilDate,
): string | null {
	const sum = (days: Counts['unclosed'], isSuch: (date: CivilDate) => boolean) =>
		days.reduce((all, [date, count]) => (isSuch(date) ? all + count : all), 0)
	const parts = [
		counted(
			sum(unclosed, (date) => isToClose(date, today)),
			['visit to close', 'visits to close'],
		),
		counted(
			sum(newAhead, (date) => date > today),
			['new booking', 'new bookings'],
		),
		counted(problems, ['problem', 'problems']),
		counted(orders, ['order to be paid', 'orders to be paid']),
		counted(deposits, ['deposit to come', 'deposits to come']),
	].flatMap((part) => part ?? [])
	return parts.length === 0 ? null : parts.join(' · ')
}

function counted(count: number, [one, many]: [string, string]): string | null {
	if (count === 0) return null
	return `${count} ${count === 1 ? one : many}`
}
