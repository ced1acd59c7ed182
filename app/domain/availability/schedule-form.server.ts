import * as z from 'zod'
import { type DayOfWeek, MINUTES_PER_DAY, timeText } from '#app/kernel/civil.ts'
import { dayName, hoursLabel, weekdaysLabel } from '#app/kernel/date-labels.server.ts'
import { idField, seenField, UNREADABLE } from '#app/kernel/form-fields.server.ts'
import {
	isOnField,
	optionalTime,
	readSeen,
	typedEndMinute,
	typedMinute,
	weekDays,
} from '#app/kernel/owner-fields.server.ts'
import type { WorkingDay } from './roster-repository.server.ts'
import { followsShop, weekOfShop } from './rota.ts'

export const scheduleFields = (day: DayOfWeek) => ({
	from: `from${day}`,
	until: `until${day}`,
	breakFrom: `breakFrom${day}`,
	breakUntil: `breakUntil${day}`,
})

type Part = keyof ReturnType<typeof scheduleFields>
type TypedDay = Record<Part, string | undefined>

const timesOfWeek = Object.fromEntries(
	weekDays.flatMap((day) => Object.values(scheduleFields(day)).map((name) => [name, optionalTime])),
)

/** When a person works in a week, with a break on each day. */
export const scheduleFormSchema = z
	.object({
		...timesOfWeek,
		act: idField(),
		/** The person follows the shop (O5), and the times do not count. */
		shopHours: isOnField,
		keep: z.literal('1', UNREADABLE).optional(),
		seen: seenField(4_000).optional(),
	})
	.superRefine((form, context) => {
		if (form.shopHours) return
		for (const day of weekDays) {
			const problem = findProblem(typedDay(form, day))
			if (problem)
				context.addIssue({
					code: 'custom',
					path: [scheduleFields(day)[problem.field]],
					message: `${dayName(day)}: ${problem.words}`,
				})
		}
	})

function typedDay(form: Readonly<Record<string, unknown>>, day: DayOfWeek): TypedDay {
	const names = scheduleFields(day)
	const readText = (part: Part) => {
		const typed = form[names[part]]
		return typeof typed === 'string' ? typed : undefined
	}
	return {
		from: readText('from'),
		until: readText('until'),
		breakFrom: readText('breakFrom'),
		breakUntil: readText('breakUntil'),
	}
}

function findProblem({
	from,
	until,
	breakFrom,
	breakUntil,
}: TypedDay): { field: Part; words: string } | null {
	if (from === undefined && until === undefined)
		return breakFrom === undefined && breakUntil === undefined
			? null
			: { field: 'from', words: 'there is a break, but no hours.' }
	if (from === undefined) return { field: 'from', words: 'when does work begin?' }
	if (until === undefined) return { field: 'until', words: 'when does work end?' }
	if (typedMinute(from) >= typedEndMinute(until))
		return { field: 'until', words: 'work ends before it begins. For midnight choose 12:00 AM.' }
	if (breakFrom === undefined && breakUntil === undefined) return null
	if (breakFrom === undefined) return { field: 'breakFrom', words: 'when does the break begin?' }
	if (breakUntil === undefined) return { field: 'breakUntil', words: 'when does the break end?' }
	return typedMinute(breakFrom) < typedEndMinute(breakUntil)
		? null
		: { field: 'breakUntil', words: 'the break ends before it begins.' }
}

/** The week of a form: a day without times is free, unless the person follows the shop. */
export function scheduleOfForm(form: Readonly<Record<string, unknown>>): readonly WorkingDay[] {
	if (form.shopHours === true) return weekOfShop
	return weekDays.flatMap((day) => {
		const { from, until, breakFrom, breakUntil } = typedDay(form, day)
		if (from === undefined || until === undefined) return []
		const hasBreak = breakFrom !== undefined && breakUntil !== undefined
		return [
			{
				dayOfWeek: day,
				startMinute: typedMinute(from),
				endMinute: typedEndMinute(until),
				breakStartMinute: hasBreak ? typedMinute(breakFrom) : null,
				breakEndMinute: hasBreak ? typedEndMinute(breakUntil) : null,
			},
		]
	})
}

export function scheduleToType(week: readonly WorkingDay[]): Record<string, string> {
	const typed = (minute: number) => timeText(minute % MINUTES_PER_DAY)
	return Object.fromEntries(
		week.flatMap(({ dayOfWeek, startMinute, endMinute, breakStartMinute, breakEndMinute }) => {
			const names = scheduleFields(dayOfWeek as DayOfWeek)
			const hasBreak =
				breakStartMinute !== null && breakEndMinute !== null && breakStartMinute < breakEndMinute
			return [
				[names.from, typed(startMinute)],
				[names.until, typed(endMinute)],
				...(hasBreak
					? [
							[names.breakFrom, typed(breakStartMinute)],
							[names.breakUntil, typed(breakEndMinute)],
						]
					: []),
			]
		}),
	)
}

const FOLLOWS = 'whenever the shop is open'

/** The working days in a few words; null without hours. */
export function scheduleLabel(week: readonly WorkingDay[]): string | null {
	if (week.length === 0) return null
	return followsShop(week)
		? `W${FOLLOWS.slice(1)}`
		: weekdaysLabel(week.map(({ dayOfWeek }) => dayOfWeek as DayOfWeek))
}

/** Each day that differs from the form's, in words. */
export function changedSchedule(
	seen: readonly WorkingDay[],
	current: readonly WorkingDay[],
): { label: string; now: string }[] {
	if (followsShop(current)) return followsShop(seen) ? [] : [{ label: 'Their work', now: FOLLOWS }]
	const say = (week: readonly WorkingDay[], day: DayOfWeek) => {
		if (followsShop(week)) return FOLLOWS
		const found = week.find(({ dayOfWeek }) => dayOfWeek === day)
		if (!found) return 'free'
		const { startMinute, endMinute, breakStartMinute, breakEndMinute } = found
		const hours = hoursLabel(startMinute, endMinute)
		return breakStartMinute === null || breakEndMinute === null
			? hours
			: `${hours}, break ${hoursLabel(breakStartMinute, breakEndMinute)}`
	}
	return weekDays
		.filter((day) => say(seen, day) !== say(current, day))
		.map((day) => ({ label: dayName(day), now: say(current, day) }))
}

const seenWeek = z.array(
	z.object({
		dayOfWeek: z.number(),
		startMinute: z.number(),
		endMinute: z.number(),
		breakStartMinute: z.number().nullable(),
		breakEndMinute: z.number().nullable(),
	}),
)

/** The week as the form showed it; null for text that no form of ours sends. */
export function readSeenSchedule(sent: string | undefined): WorkingDay[] | null {
	return readSeen(seenWeek, sent)
}
