import type { SlotSearch } from '#app/domain/availability/slot-search.ts'

/**
 * A plain loop: for each day and half-hour a Date, compared with every appointment. It finds the engine's times for one
 * person and one service, on the UTC clock.
 */
export function dateLoopSlots({
	rows,
	segments,
	days,
	earliestStartAt,
}: SlotSearch): { date: string; free: Date[] }[] {
	const segment = segments[0]
	const staffMemberId = segment?.staffMemberIds[0]
	if (!segment || !staffMemberId) return []
	return days.map((day) => {
		const free: Date[] = []
		const shop = rows.shopHours.find((row) => row.dayOfWeek === day.dayOfWeek)
		const work = rows.schedules.find(
			(row) => row.staffMemberId === staffMemberId && row.dayOfWeek === day.dayOfWeek && row.isAvailable,
		)
		const isOff = rows.daysOff.some((row) => row.staffMemberId === staffMemberId && row.date === day.date)
		if (!shop || !work || isOff) return { date: day.date, free }
		const atMinute = (minute: number) => new Date(day.startsAt + minute * 60_000)
		const closesAt = atMinute(Math.min(shop.closesMinute, work.endMinute))
		const restsAt = work.breakStartMinute === null ? null : atMinute(work.breakStartMinute)
		const resumesAt = work.breakEndMinute === null ? null : atMinute(work.breakEndMinute)
		const mine = rows.busy.filter((row) => row.staffMemberId === staffMemberId)
		for (let start = atMinute(Math.max(shop.opensMinute, work.startMinute)); ; ) {
			const end = new Date(start.getTime() + segment.durationMinutes * 60_000)
			const blockedUntil = new Date(end.getTime() + segment.bufferMinutes * 60_000)
			if (end > closesAt) break
			const rests = restsAt !== null && resumesAt !== null && start < resumesAt && end > restsAt
			const taken = mine.some(
				(row) => new Date(row.startsAt) < blockedUntil && start < new Date(row.blockedUntilAt),
			)
			if (!rests && !taken && start.getTime() >= earliestStartAt) free.push(start)
			start = new Date(start.getTime() + 30 * 60_000)
		}
		return { date: day.date, free }
	})
}
