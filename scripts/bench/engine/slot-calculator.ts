import slotCalculator from 'slot-calculator'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import { timeText } from '#app/kernel/civil.ts'
import { dayName } from '#app/kernel/date-labels.server.ts'

/** A search as a question to the npm package slot-calculator. Its input is made beforehand and not in its time. */
export function slotCalculatorQuestion({ rows, segments, days }: SlotSearch, zone: string): () => string[] {
	const staffMemberId = segments[0]?.staffMemberIds[0]
	const iso = (at: number) => new Date(at).toISOString()
	const firstDay = days[0]
	const lastDay = days.at(-1)
	if (!firstDay || !lastDay) return () => []
	const working = rows.schedules.filter((row) => row.staffMemberId === staffMemberId && row.isAvailable)
	const availability = working.flatMap((row) => {
		const day = days.find(({ dayOfWeek }) => dayOfWeek === row.dayOfWeek)
		if (!day) return []
		const stretch = (from: number, to: number) => {
			return { day: dayName(day.dayOfWeek), from: timeText(from), to: timeText(to), timezone: zone }
		}
		return row.breakStartMinute === null || row.breakEndMinute === null
			? [stretch(row.startMinute, row.endMinute)]
			: [stretch(row.startMinute, row.breakStartMinute), stretch(row.breakEndMinute, row.endMinute)]
	})
	const unavailability = rows.busy
		.filter((row) => row.staffMemberId === staffMemberId)
		.map((row) => ({ from: iso(row.startsAt), to: iso(row.blockedUntilAt) }))
	const question = {
		from: iso(firstDay.startsAt),
		to: iso(lastDay.startsAt + 86_400_000),
		availability,
		unavailability,
		duration: segments[0]?.durationMinutes ?? 30,
		outputTimezone: zone,
	}
	return () => slotCalculator.getSlots(question).availableSlots.map(({ from }) => from)
}
