import type { DaySlots } from '#app/domain/availability/day-slots.ts'
import { slotGroups } from '#app/domain/availability/slot-groups.ts'
import { visitSummary } from '#app/domain/booking/visit-summary.ts'
import type { Times } from '#app/flows/read-times.server.ts'
import { clockLabel, daysBetween, monthName, shortDateLabel } from '#app/kernel/civil.ts'

/** What the page draws of the times, and nothing else. */
export function timesView({ visit, today, days, chosen, previousFrom, nextFrom }: Times) {
	const { draft, shop, hold } = visit
	const from = days[0]?.date ?? today
	const groups = slotGroups(chosen?.slots ?? [])
	return {
		shopName: shop.name,
		place: zonePlace(shop.timeZone),
		summary: visitSummary(draft.services, visit.quote.durationMinutes),
		chosenDate: chosen?.date ?? null,
		chosenLabel: chosen ? shortDateLabel(chosen.date) : null,
		/** The owner sees their own hold as chosen; an expired wish is chosen again when it is still free. */
		chosenStartAt: String(hold?.startsAt ?? draft.startsAt ?? ''),
		days: days.map((day) => ({
			date: day.date,
			label: dayLabel(today, day),
			dayOfMonth: Number(day.date.slice(8)),
			month: monthName(day.date),
			state: day.freeCount > 0 ? ('free' as const) : day.isOpen ? ('full' as const) : ('closed' as const),
			to: `?from=${from}&date=${day.date}`,
		})),
		groups: (['morning', 'afternoon', 'evening'] as const).map((name) => ({
			legend: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
			slots: groups[name].map((slot) => ({
				value: String(slot.startsAt),
				label: clockLabel(slot.startMinute),
				state: slot.free ? ('free' as const) : ('taken' as const),
			})),
		})),
		previousTo: previousFrom && `?from=${previousFrom}`,
		nextTo: nextFrom && `?from=${nextFrom}`,
	}
}

function dayLabel(today: string, day: DaySlots): string {
	const ahead = daysBetween(today, day.date)
	if (ahead === 0) return 'Today'
	return ahead === 1 ? 'Tmrw' : shortDateLabel(day.date).slice(0, 3)
}

/** 'Africa/Lagos' → 'Lagos': whose clock the times are of (decision D15). */
export function zonePlace(zone: string): string {
	return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}
