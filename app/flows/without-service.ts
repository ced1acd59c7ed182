import type { VisitWithCalendar } from './read-visit.server.ts'

/** The visit as if one of its services had never been in it: the places of those after it move up, in calendar and hold. */
export function withoutService(visit: VisitWithCalendar, removed: number): VisitWithCalendar {
	const { draft, hold, calendar } = visit
	const others = <Part extends { position: number }>(parts: readonly Part[]) =>
		parts
			.filter(({ position }) => position !== removed)
			.map((part) => ({ ...part, position: part.position > removed ? part.position - 1 : part.position }))
	return {
		...visit,
		draft: { ...draft, services: draft.services.filter((_, position) => position !== removed) },
		hold: hold && { ...hold, staff: others(hold.staff) },
		calendar: { ...calendar, staff: others(calendar.staff) },
	}
}
