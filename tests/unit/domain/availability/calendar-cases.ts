import fc from 'fast-check'
import type { CalendarRows, ScheduleRow, ServiceSegment } from '#app/domain/availability/slot-search.ts'
import { addDays, dayNumberOf } from '#app/kernel/civil.ts'
import { DAY_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { offsetMinutesAt } from '#app/kernel/zone.server.ts'
import type { OracleSearch } from './oracle.ts'

/** Random calendars, drawn so that edges meet often: coarse minutes, few people, days around clock changes. */

const staff = ['ada', 'bola', 'chidi']

/** A zone with dates to start from; most are the day of a change or the one before. */
const places: { zone: string; firstDates: string[] }[] = [
	{ zone: 'Africa/Lagos', firstDates: ['2026-11-21', '2026-03-28', '2026-12-31'] },
	{
		zone: 'Europe/London',
		firstDates: ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25', '2026-07-01'],
	},
	{ zone: 'America/New_York', firstDates: ['2026-03-07', '2026-03-08', '2026-10-31', '2026-11-01'] },
	// Half an hour of change.
	{ zone: 'Australia/Lord_Howe', firstDates: ['2026-04-05', '2026-10-04'] },
	// Changes at midnight: the day begins at 01:00, or its last hour comes twice.
	{ zone: 'Africa/Cairo', firstDates: ['2026-04-23', '2026-04-24', '2026-10-29', '2026-10-30'] },
	{ zone: 'America/Havana', firstDates: ['2026-03-08', '2026-11-01'] },
	{ zone: 'America/Santiago', firstDates: ['2026-04-04', '2026-04-05', '2026-09-05', '2026-09-06'] },
	// Two hours at once; 45 minutes off the hour; a date that never was (30 December 2011).
	{ zone: 'Antarctica/Troll', firstDates: ['2026-03-29', '2026-10-25'] },
	{ zone: 'Asia/Kathmandu', firstDates: ['2026-11-21'] },
	{ zone: 'Pacific/Apia', firstDates: ['2011-12-29', '2011-12-30'] },
]

/** Minutes of a day, on fives, and often on the edge of the day or at night, when clocks change. */
const minuteOfDay = fc.oneof(
	fc.integer({ min: 0, max: 288 }).map((fives) => fives * 5),
	fc.integer({ min: 0, max: 48 }).map((halfHours) => halfHours * 30),
	fc.constantFrom(0, 30, 60, 90, 1380, 1440),
)

const range = fc.tuple(minuteOfDay, minuteOfDay).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
const wideRange = fc.oneof(
	{ weight: 2, arbitrary: range },
	{ weight: 1, arbitrary: fc.constant([0, 1440] as const) },
)

const schedule = fc.record({
	isAvailable: fc.integer({ min: 0, max: 9 }).map((roll) => roll > 0),
	hours: wideRange,
	rest: fc.option(range),
})

const busy = fc.record({
	staffMemberId: fc.constantFrom(...staff),
	startsIn: fc.integer({ min: -40, max: 290 }).map((quarters) => quarters * 15),
	minutes: fc.oneof(
		fc.integer({ min: 0, max: 24 }).map((quarters) => quarters * 15),
		fc.integer({ min: 1, max: 900 }),
	),
	// Rows are on whole minutes; the engine does not count on it.
	strayMs: fc.oneof(
		{ weight: 8, arbitrary: fc.constant(0) },
		{ weight: 1, arbitrary: fc.integer({ min: -59_999, max: 59_999 }) },
	),
})

const segment: fc.Arbitrary<ServiceSegment> = fc.record({
	serviceId: fc.constantFrom('braids', 'wash', 'nails'),
	staffMemberIds: fc.subarray(staff, { minLength: 1 }),
	durationMinutes: fc.integer({ min: 1, max: 36 }).map((fives) => fives * 5),
	bufferMinutes: fc.constantFrom(0, 0, 5, 15, 30, 60),
})

export const calendarCase: fc.Arbitrary<OracleSearch> = fc
	.record({
		place: fc
			.constantFrom(...places)
			.chain(({ zone, firstDates }) =>
				fc.record({ zone: fc.constant(zone), firstDate: fc.constantFrom(...firstDates) }),
			),
		dayCount: fc.integer({ min: 1, max: 3 }),
		shopHours: fc.array(fc.option(wideRange), { minLength: 7, maxLength: 7 }),
		schedules: fc.array(schedule, { minLength: 21, maxLength: 21 }),
		daysOff: fc.array(fc.tuple(fc.constantFrom(...staff), fc.integer({ min: 0, max: 3 })), { maxLength: 2 }),
		busy: fc.array(busy, { maxLength: 12 }),
		segments: fc.oneof(
			{ weight: 3, arbitrary: fc.array(segment, { minLength: 1, maxLength: 1 }) },
			{ weight: 2, arbitrary: fc.array(segment, { minLength: 2, maxLength: 3 }) },
		),
		earliestIn: fc.oneof(fc.constant(-3000), fc.integer({ min: -100, max: 3000 })),
		earliestStrayMs: fc.constantFrom(0, 0, 1, 30_000),
	})
	.map((drawn) => {
		const { zone, firstDate } = drawn.place
		const midnight = dayNumberOf(firstDate) * DAY_MS
		const base = midnight - offsetMinutesAt(zone, midnight) * MINUTE_MS
		const rows: CalendarRows = {
			shopHours: drawn.shopHours.flatMap((hours, index) =>
				hours === null ? [] : [{ dayOfWeek: index + 1, opensMinute: hours[0], closesMinute: hours[1] }],
			),
			schedules: drawn.schedules.map(({ isAvailable, hours, rest }, index): ScheduleRow => {
				const staffMemberId = staff[Math.floor(index / 7)] ?? ''
				return {
					staffMemberId,
					dayOfWeek: (index % 7) + 1,
					isAvailable,
					startMinute: hours[0],
					endMinute: hours[1],
					breakStartMinute: rest?.[0] ?? null,
					breakEndMinute: rest?.[1] ?? null,
				}
			}),
			daysOff: drawn.daysOff.map(([staffMemberId, days]) => ({
				staffMemberId,
				date: addDays(firstDate, days),
			})),
			busy: drawn.busy
				.map(({ staffMemberId, startsIn, minutes, strayMs }) => {
					const startsAt = base + startsIn * MINUTE_MS + strayMs
					return { staffMemberId, startsAt, blockedUntilAt: startsAt + minutes * MINUTE_MS }
				})
				.sort((a, b) => a.startsAt - b.startsAt),
		}
		return {
			zone,
			firstDate,
			dayCount: drawn.dayCount,
			rows,
			segments: drawn.segments,
			earliestStartAt: base + drawn.earliestIn * MINUTE_MS + drawn.earliestStrayMs,
		}
	})
