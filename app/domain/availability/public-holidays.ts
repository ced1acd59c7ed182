import { addDays, type CivilDate } from '#app/kernel/civil.ts'

/** `isExpected`: the moon sets it, and the government confirms the day shortly before. */
export type PublicHoliday = { date: CivilDate; name: string; isExpected: boolean }

const fixed = [
	['01-01', 'New Year’s Day'],
	['05-01', 'Workers’ Day'],
	['06-12', 'Democracy Day'],
	['10-01', 'Independence Day'],
	['12-25', 'Christmas Day'],
	['12-26', 'Boxing Day'],
] as const

/** A further year is one more line. */
const moving = [
	{ goodFriday: '2026-04-03', eidAlFitr: '2026-03-20', eidAlAdha: '2026-05-27', mawlid: '2026-08-25' },
	{ goodFriday: '2027-03-26', eidAlFitr: '2027-03-09', eidAlAdha: '2027-05-16', mawlid: '2027-08-14' },
	{ goodFriday: '2028-04-14', eidAlFitr: '2028-02-26', eidAlAdha: '2028-05-05', mawlid: '2028-08-03' },
	{ goodFriday: '2029-03-30', eidAlFitr: '2029-02-14', eidAlAdha: '2029-04-24', mawlid: '2029-07-24' },
] as const

/**
 * Nigeria's public holidays between two dates, both included, as far as the table goes. Source: Public Holidays Act,
 * chapter P 40 LFN 2004, amended in 2019 (Democracy Day on 12 June). Days by the moon follow the Umm al-Qura calendar.
 */
export function publicHolidays(from: CivilDate, until: CivilDate): PublicHoliday[] {
	return moving
		.flatMap(({ goodFriday, eidAlFitr, eidAlAdha, mawlid }) => [
			...fixed.map(([day, name]) => ({ date: `${goodFriday.slice(0, 4)}-${day}`, name, isExpected: false })),
			{ date: goodFriday, name: 'Good Friday', isExpected: false },
			{ date: addDays(goodFriday, 3), name: 'Easter Monday', isExpected: false },
			{ date: eidAlFitr, name: 'Eid al-Fitr', isExpected: true },
			{ date: addDays(eidAlFitr, 1), name: 'Eid al-Fitr, second day', isExpected: true },
			{ date: eidAlAdha, name: 'Eid al-Adha', isExpected: true },
			{ date: addDays(eidAlAdha, 1), name: 'Eid al-Adha, second day', isExpected: true },
			{ date: mawlid, name: 'Eid al-Mawlid', isExpected: true },
		])
		.filter(({ date }) => from <= date && date <= until)
		.toSorted((one, other) => (one.date < other.date ? -1 : 1))
}

/** Whether banks are closed that day, as far as the table goes. */
export function isPublicHoliday(date: CivilDate): boolean {
	return publicHolidays(date, date).length > 0
}
