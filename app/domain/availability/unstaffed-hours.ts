type Stretch = { dayOfWeek: number; startMinute: number; endMinute: number }

/**
 * The stretches of a shop's week before the first person comes and after the last one leaves; the whole day where no
 * one works on it (O5). Breaks are left out: a person alone has to rest.
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
