import { type CivilDate, isCivilDate } from '#app/kernel/civil.ts'

export type DayQuery = { date: CivilDate | null; isByPerson: boolean; page: number }

/** Unreadable parts count as today, by time, page one. */
export function readDayQuery(search: URLSearchParams): DayQuery {
	const date = search.get('date')
	const page = Number(search.get('page'))
	return {
		date: date !== null && isCivilDate(date) ? date : null,
		isByPerson: search.get('by') === 'person',
		page: Number.isInteger(page) && page > 1 && page < 100 ? page : 1,
	}
}

export function dayPageAddress(date: CivilDate, today: CivilDate): string {
	return dayAddress({ date, isByPerson: false, page: 1 }, today)
}

export function blockPageAddress(date: CivilDate | null, today: CivilDate): string {
	return date === null || date === today ? '/kiosk/block' : `/kiosk/block?date=${date}`
}

/** Defaults are left out. */
export function dayAddress({ date, isByPerson, page }: DayQuery, today: CivilDate): string {
	const search = new URLSearchParams({
		...(date !== null && date !== today ? { date } : {}),
		...(isByPerson ? { by: 'person' } : {}),
		...(page > 1 ? { page: String(page) } : {}),
	})
	return search.size > 0 ? `/kiosk?${search}` : '/kiosk'
}
