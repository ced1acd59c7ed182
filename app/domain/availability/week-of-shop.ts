import { MINUTES_PER_DAY } from '#app/kernel/civil.ts'

type WorkedDay = {
	dayOfWeek: number
	startMinute: number
	endMinute: number
	breakStartMinute: number | null
	breakEndMinute: number | null
}

/**
 * The week of a person who follows the shop (O5): every minute. Bookable time is within the shop's hours (C34), so the
 * person follows these also when they change.
 */
export const weekOfShop: readonly WorkedDay[] = [1, 2, 3, 4, 5, 6, 7].map((dayOfWeek) => ({
	dayOfWeek,
	startMinute: 0,
	endMinute: MINUTES_PER_DAY,
	breakStartMinute: null,
	breakEndMinute: null,
}))

export function followsShop(week: readonly WorkedDay[]): boolean {
	return week.length === weekOfShop.length && week.every(isWholeDay)
}

function isWholeDay({ startMinute, endMinute, breakStartMinute, breakEndMinute }: WorkedDay): boolean {
	return startMinute === 0 && endMinute === MINUTES_PER_DAY && breakStartMinute === breakEndMinute
}

type Stretch = { dayOfWeek: number; startMinute: number; endMinute: number }

/**
 * The stretches of the week before the first person comes and after the last one leaves (O5); the whole day without
 * staff. Breaks are left out: a person alone has to rest.
 */
export function unstaffedHours(
	opening: readonly Stretch[],
	weeks: readonly (readonly Stretch[])[],
): Stretch[] {
	return opening.flatMap(({ dayOfWeek, startMinute, endMinute }) => {
		const shifts = weeks
			.flat()
			.filter(
				(shift) =>
					shift.dayOfWeek === dayOfWeek && shift.startMinute < endMinute && shift.endMinute > startMinute,
			)
		if (shifts.length === 0) return [{ dayOfWeek, startMinute, endMinute }]
		const first = Math.min(...shifts.map((shift) => shift.startMinute))
		const last = Math.max(...shifts.map((shift) => shift.endMinute))
		return [
			...(first > startMinute ? [{ dayOfWeek, startMinute, endMinute: first }] : []),
			...(last < endMinute ? [{ dayOfWeek, startMinute: last, endMinute }] : []),
		]
	})
}
