import { calendarColumn, shownHalfHours } from '#app/domain/availability/calendar-column.ts'
import { minuteOfHalfHour } from '#app/domain/availability/half-hour-set.ts'
import type { Shift } from '#app/domain/availability/shift.ts'
import { appointmentState, nameWithVisitor } from '#app/domain/booking/desk/shop-appointment-words.ts'
import type {
	EntryInCalendar,
	PeopleCalendar,
} from '#app/domain/booking/desk/shop-calendar-repository.server.ts'
import { cellsText } from '#app/kernel/calendar-cells.ts'
import {
	addDays,
	type CivilDate,
	dateOfInstant,
	dayOfWeekOf,
	isCivilDate,
	MINUTES_PER_DAY,
	mondayOf,
	timeText,
} from '#app/kernel/civil.ts'
import { clockLabel, hoursLabel, shortDateLabel } from '#app/kernel/date-labels.server.ts'
import { dayLinks } from '#app/kernel/day-links.ts'
import { ID_PATTERN } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import { civilAt } from '#app/kernel/zone.server.ts'

/** Columns that fit on a tablet, and items that fit into 10 KB (P1). */
const PEOPLE_OF_PAGE = 6
const ITEMS_OF_PAGE = 48
const DAYS_OF_WEEK = 7
const PAGE = '/kiosk/calendar'

type Input = { date: CivilDate | null; staffMemberId: string | null; page: number }
type Views = {
	calendarOfShop(
		caller: ShopCaller,
		input: { from: CivilDate; until: CivilDate; staffMemberId: string | null; now: Instant },
	): Promise<PeopleCalendar>
}
type Key = { shop: { name: string; timeZone: string } }

/** Unreadable parts of an address become today, and the first person. */
function readInput(search: URLSearchParams): Input {
	const date = search.get('date')
	const staff = search.get('staff')
	const page = Number(search.get('page'))
	return {
		date: date !== null && isCivilDate(date) ? date : null,
		staffMemberId: staff !== null && ID_PATTERN.test(staff) ? staff : null,
		page: Number.isInteger(page) && page > 1 && page < 100 ? page : 1,
	}
}

/** The calendar of a day, or of one person's week. `opened` is read in the same trip. */
export async function readShopCalendar(
	{ booking: { appointmentViews } }: { booking: { appointmentViews: Views } },
	{ caller, now, opened }: { caller: ShopCaller; now: Instant; opened(): Promise<Key> },
	search: URLSearchParams,
) {
	const requested = readInput(search)
	const [key, calendar] = await Promise.all([
		opened(),
		appointmentViews.calendarOfShop(caller, { ...readDates(requested, now), ...requested, now }),
	])
	return calendarView(requested, key.shop, calendar, now)
}

/** All dates that can be meant, since the shop's zone is not known yet. */
function readDates({ date, staffMemberId }: Input, now: Instant): { from: CivilDate; until: CivilDate } {
	const [from, until] = date === null ? [dateOfInstant(now, -1), dateOfInstant(now, 1)] : [date, date]
	return staffMemberId === null
		? { from, until }
		: { from: mondayOf(from), until: addDays(mondayOf(until), DAYS_OF_WEEK - 1) }
}

type Clock = { zone: string; now: Instant; today: CivilDate; minute: number }

/** Staff, and former staff with entries left. */
type Person = PeopleCalendar['roster'][number]

function calendarView(
	input: Input,
	{ name, timeZone: zone }: Key['shop'],
	calendar: PeopleCalendar,
	now: Instant,
) {
	const { date: today, minute } = civilAt(zone, now)
	const clock = { zone, now, today, minute }
	const people = listPeople(calendar)
	const person = people.find(({ staffMemberId }) => staffMemberId === input.staffMemberId)
	const page = { ...input, staffMemberId: person?.staffMemberId ?? null }
	const linkTo = (changes: Partial<Input>) => calendarAddress({ ...page, page: 1, ...changes }, today)
	const date = input.date ?? today
	const monday = mondayOf(date)
	const dates = Array.from({ length: DAYS_OF_WEEK }, (_, day) => addDays(monday, day))
	const columns = person
		? dates.map((day) => buildColumn(person, day, calendar, clock))
		: people.map((one) => buildColumn(one, date, calendar, clock))
	const about = { at: now, here: linkTo({ page: input.page }), shopName: name, staff: page.staffMemberId }
	if (person)
		return {
			...about,
			title: person.name,
			dateLabel: `${shortDateLabel(monday)} – ${shortDateLabel(addDays(monday, DAYS_OF_WEEK - 1))}`,
			days: weekLinks(date, today, (day) => linkTo({ date: day })),
			links: { day: linkTo({ staffMemberId: null }), list: null, before: null, on: null },
			...drawn(columns, clock, false, ({ day }) => ({
				head: shortDateLabel(day),
				to: linkTo({ staffMemberId: null, date: day }),
			})),
			off: [],
		}
	const pages = splitPages(columns.filter((column) => !isIdle(column)))
	const linkToWeek = ({ staffMemberId }: Person) => linkTo({ staffMemberId })
	return {
		...about,
		title: date === today ? 'Today' : shortDateLabel(date),
		dateLabel: shortDateLabel(date),
		days: dayLinks(date, today, (day) => linkTo({ date: day })),
		links: {
			day: null,
			list: date === today ? '/kiosk' : `/kiosk?date=${date}`,
			before: input.page > 1 ? linkTo({ page: input.page - 1 }) : null,
			on: pages.length > input.page ? linkTo({ page: input.page + 1 }) : null,
		},
		...drawn(pages[input.page - 1] ?? [], clock, true, ({ person: one }) => ({
			head: one.name,
			to: linkToWeek(one),
		})),
		off: columns
			.filter(isIdle)
			.map(({ person: one, hours }) => ({ to: linkToWeek(one), name: one.name, hours })),
	}
}

type Column = ReturnType<typeof buildColumn>

/** Hours in words, and items by the shop's clock. */
function buildColumn(
	person: Person,
	day: CivilDate,
	{ closedDays, entries, blocks }: PeopleCalendar,
	{ zone, now }: Clock,
) {
	const closed = closedDays.find(({ date }) => date === day)
	const shift = closed || person.daysOff.includes(day) ? null : findShift(person.week, day)
	const isTheirs = (one: { staffMemberId: string }) => one.staffMemberId === person.staffMemberId
	const items = [
		...entries.filter(isTheirs).map(itemOfEntry(now)),
		...blocks.filter(isTheirs).map(itemOfBlock),
	]
		.map(({ startsAt, endsAt, untilAt, ...item }) => ({
			...item,
			startMinute: minuteOn(zone, startsAt, day),
			endMinute: minuteOn(zone, endsAt, day),
			untilMinute: minuteOn(zone, untilAt, day),
		}))
		.filter(({ startMinute, endMinute }) => startMinute < endMinute)
	const offWords = closed ? closed.reason || 'Closed' : 'Off'
	return {
		person,
		day,
		shift,
		items,
		hours: shift ? hoursLabel(shift.startMinute, shift.endMinute, 'All day') : offWords,
	}
}

/** A person off without items is listed below the calendar. */
function isIdle({ shift, items }: Column): boolean {
	return shift === null && items.length === 0
}

function splitPages(columns: Column[]): Column[][] {
	const pages: Column[][] = []
	for (const column of columns) {
		const page = pages.at(-1)
		const count = [...(page ?? []), column].reduce((sum, { items }) => sum + items.length, 0)
		if (page && page.length < PEOPLE_OF_PAGE && count <= ITEMS_OF_PAGE) page.push(column)
		else pages.push([column])
	}
	return pages
}

/** Columns share their half-hours: separate ones for seven days would weigh too much. */
function drawn(
	columns: Column[],
	{ today, minute }: Clock,
	isFreeParted: boolean,
	headOf: (column: Column) => { head: string; to: string },
) {
	const rows = shownHalfHours(
		columns.map(({ shift }) => shift),
		columns.flatMap(({ items }) => items),
	)
	if (rows === null) return { times: [], columns: [] }
	const pastBefore = (day: CivilDate) => (day < today ? MINUTES_PER_DAY : day > today ? 0 : minute)
	return {
		times: Array.from({ length: rows.last - rows.first }, (_, row) => {
			const startMinute = minuteOfHalfHour(rows.first + row, 0)
			return { time: timeText(startMinute), label: clockLabel(startMinute) }
		}),
		columns: columns.map((column) => ({
			...headOf(column),
			staffMemberId: column.person.staffMemberId,
			date: column.day,
			hours: column.hours,
			cells: cellsText(
				calendarColumn(rows, { ...column, pastBefore: pastBefore(column.day), isFreeParted }).flatMap(
					({ first, last, kind, items }) =>
						kind === 'free' && isFreeParted
							? []
							: {
									row: first - rows.first,
									length: last - first,
									kind,
									items: items.map(({ startMinute, endMinute, untilMinute: _, ...item }) => ({
										...item,
										time: hoursLabel(startMinute, endMinute, 'All day'),
									})),
								},
				),
			),
		})),
	}
}

function listPeople({ roster, entries, blocks }: PeopleCalendar): Person[] {
	const people: Person[] = [...roster]
	for (const { staffMemberId, staffName } of [...entries, ...blocks])
		if (!people.some((one) => one.staffMemberId === staffMemberId))
			people.push({ staffMemberId, name: staffName, week: [], daysOff: [] })
	return people
}

function findShift(week: Person['week'], date: CivilDate): Shift | null {
	const row = week.find(([dayOfWeek]) => dayOfWeek === dayOfWeekOf(date))
	if (row === undefined) return null
	const [, startMinute, endMinute, breakStartMinute, breakEndMinute] = row
	return startMinute < endMinute ? { startMinute, endMinute, breakStartMinute, breakEndMinute } : null
}

/** The day's beginning for earlier instants, its end for later ones. */
function minuteOn(zone: string, instant: Instant, day: CivilDate): number {
	const { date, minute } = civilAt(zone, instant)
	return date === day ? minute : date < day ? 0 : MINUTES_PER_DAY
}

const itemOfEntry =
	(now: Instant) =>
	({ startsAt, endsAt, blockedUntilAt, service, depositId, appointment }: EntryInCalendar) => ({
		startsAt,
		endsAt,
		untilAt: blockedUntilAt,
		page: appointment ? `visits/${appointment.referenceNumber}` : depositId && `deposits/${depositId}`,
		title: appointment
			? nameWithVisitor({ ...appointment, customer: appointment })
			: depositId
				? 'Waits for a deposit'
				: 'Being booked online',
		what: service,
		...(appointment ? appointmentState(appointment, now) : { word: null, tone: 'plain' as const }),
	})

function itemOfBlock({ startsAt, endsAt, reason }: PeopleCalendar['blocks'][number]) {
	return {
		startsAt,
		endsAt,
		untilAt: endsAt,
		page: null,
		title: 'Blocked',
		what: reason,
		word: null,
		tone: 'plain' as const,
	}
}

function weekLinks(date: CivilDate, today: CivilDate, addressOf: (date: CivilDate | null) => string) {
	const address = (day: CivilDate) => addressOf(mondayOf(day) === mondayOf(today) ? null : day)
	return {
		date,
		before: address(addDays(date, -DAYS_OF_WEEK)),
		today: mondayOf(date) === mondayOf(today) ? null : addressOf(null),
		after: address(addDays(date, DAYS_OF_WEEK)),
	}
}

function calendarAddress({ date, staffMemberId, page }: Input, today: CivilDate): string {
	const search = new URLSearchParams({
		...(date !== null && date !== today && { date }),
		...(staffMemberId !== null && { staff: staffMemberId }),
		...(page > 1 && { page: String(page) }),
	})
	return search.size > 0 ? `${PAGE}?${search}` : PAGE
}
