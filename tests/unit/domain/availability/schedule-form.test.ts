import fc from 'fast-check'
import { expect, test } from 'vitest'
import { offSpans, weekOfShop } from '#app/domain/availability/rota.ts'
import {
	changedSchedule,
	readSeenSchedule,
	scheduleFormSchema,
	scheduleLabel,
	scheduleOfForm,
	scheduleToType,
} from '#app/domain/availability/schedule-form.server.ts'
import { addDays, type DayOfWeek } from '#app/kernel/civil.ts'
import { weekdaysLabel } from '#app/kernel/date-labels.server.ts'

const act = 'a'.repeat(22)
const read = (typed: Record<string, string>) => scheduleFormSchema.safeParse({ act, ...typed })
const problems = (typed: Record<string, string>) =>
	read(typed).error?.issues.map(({ path, message }) => [path[0], message])

test.each([
	[{ until1: '18:00' }, 'from1', 'Monday: when does work begin?'],
	[{ from1: '09:00' }, 'until1', 'Monday: when does work end?'],
	[
		{ from7: '18:00', until7: '09:00' },
		'until7',
		'Sunday: work ends before it begins. For midnight choose 12:00 AM.',
	],
	[{ breakFrom2: '12:00' }, 'from2', 'Tuesday: there is a break, but no hours.'],
	[
		{ from1: '09:00', until1: '18:00', breakFrom1: '12:00' },
		'breakUntil1',
		'Monday: when does the break end?',
	],
	[
		{ from1: '09:00', until1: '18:00', breakUntil1: '12:00' },
		'breakFrom1',
		'Monday: when does the break begin?',
	],
	[
		{ from1: '09:00', until1: '18:00', breakFrom1: '13:00', breakUntil1: '12:00' },
		'breakUntil1',
		'Monday: the break ends before it begins.',
	],
])('%j is refused at %s', (typed, field, words) => {
	expect(problems(typed)).toEqual([[field, words]])
})

test('a day without times is free, midnight ends a day, and no break is none', () => {
	const sent = read({
		from1: '09:00',
		until1: '00:00',
		from3: '10:00',
		until3: '14:00',
		breakFrom3: '12:00',
		breakUntil3: '12:30',
	})
	expect(scheduleOfForm(sent.data ?? {})).toEqual([
		{ dayOfWeek: 1, startMinute: 540, endMinute: 1440, breakStartMinute: null, breakEndMinute: null },
		{ dayOfWeek: 3, startMinute: 600, endMinute: 840, breakStartMinute: 720, breakEndMinute: 750 },
	])
})

const anyDay = fc.record({
	startMinute: fc.integer({ min: 0, max: 700 }),
	length: fc.integer({ min: 60, max: 740 }),
	hasBreak: fc.boolean(),
})
const anyWeek = fc.array(fc.option(anyDay), { minLength: 7, maxLength: 7 }).map((days) =>
	days.flatMap((day, index) =>
		day
			? [
					{
						dayOfWeek: index + 1,
						startMinute: day.startMinute,
						endMinute: day.startMinute + day.length,
						breakStartMinute: day.hasBreak ? day.startMinute + 10 : null,
						breakEndMinute: day.hasBreak ? day.startMinute + 50 : null,
					},
				]
			: [],
	),
)

test('any week is typed as it reads, and read as it was seen', () => {
	fc.assert(
		fc.property(anyWeek, (week) => {
			expect(scheduleOfForm(read(scheduleToType(week)).data ?? {})).toEqual(week)
			expect(readSeenSchedule(JSON.stringify(week))).toEqual(week)
			expect(changedSchedule(week, week)).toEqual([])
		}),
	)
	expect(readSeenSchedule('[{"dayOfWeek":1}]')).toBeNull()
})

test('what changed is said by day', () => {
	const day = {
		dayOfWeek: 2,
		startMinute: 540,
		endMinute: 1080,
		breakStartMinute: null,
		breakEndMinute: null,
	}
	expect(changedSchedule([], [{ ...day, breakStartMinute: 720, breakEndMinute: 780 }])).toEqual([
		{ label: 'Tuesday', now: '9:00 AM – 6:00 PM, break 12:00 PM – 1:00 PM' },
	])
	expect(changedSchedule([day], [])).toEqual([{ label: 'Tuesday', now: 'free' }])
})

test('days off in a row are one stretch, and the stretches are the days again', () => {
	expect(offSpans(['2026-12-31', '2027-01-01', '2027-01-03'])).toEqual([
		{ from: '2026-12-31', until: '2027-01-01' },
		{ from: '2027-01-03', until: '2027-01-03' },
	])
	fc.assert(
		fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 40 })), (offsets) => {
			const dates = offsets.map((days) => addDays('2026-12-20', days))
			const again = offSpans(dates).flatMap(({ from, until }) => {
				const days: string[] = []
				for (let date = from; date <= until; date = addDays(date, 1)) days.push(date)
				return days
			})
			expect(again).toEqual(dates.toSorted())
		}),
	)
})

test.each<[DayOfWeek[], string]>([
	[[1, 2, 3, 4, 5, 6], 'Mon–Sat'],
	[[1, 3, 4, 5], 'Mon, Wed–Fri'],
	[[6, 7], 'Sat, Sun'],
	[[], ''],
])('%j reads %s', (days, words) => {
	expect(weekdaysLabel(days)).toBe(words)
})

test('O5: the tick makes a person follow the shop, whatever the times say; lists and changes say so', () => {
	const sent = read({ shopHours: 'on', until1: '09:00' })
	expect(scheduleOfForm(sent.data ?? {})).toEqual(weekOfShop)
	const own = scheduleOfForm(read({ from1: '09:00', until1: '17:00' }).data ?? {})
	expect([scheduleLabel([]), scheduleLabel(weekOfShop), scheduleLabel(own)]).toEqual([
		null,
		'Whenever the shop is open',
		'Mon',
	])
	expect(changedSchedule(own, weekOfShop)).toEqual([
		{ label: 'Their work', now: 'whenever the shop is open' },
	])
	expect(changedSchedule(weekOfShop, weekOfShop)).toEqual([])
	expect(changedSchedule(weekOfShop, own)[0]).toEqual({ label: 'Monday', now: '9:00 AM – 5:00 PM' })
})
