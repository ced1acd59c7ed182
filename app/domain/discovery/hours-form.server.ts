import * as z from 'zod'
import { type DayOfWeek, MINUTES_PER_DAY, timeText } from '#app/kernel/civil.ts'
import { dayName, hoursLabel } from '#app/kernel/date-labels.server.ts'
import { idField, seenField, shortLine, UNREADABLE } from '#app/kernel/form-fields.server.ts'
import {
	optionalTime,
	readSeen,
	typedDate,
	typedEndMinute,
	typedMinute,
	weekDays,
} from '#app/kernel/owner-fields.server.ts'
import { MAX_CLOSED_REASON_LETTERS } from '#app/kernel/vocabulary/discovery.ts'
import type { HoursOfDay } from './catalogue-repository.server.ts'

export const hoursFields = (day: DayOfWeek) => ({ opens: `opens${day}`, closes: `closes${day}` })

const act = idField()
const keep = z.literal('1', UNREADABLE).optional()
const timesOfWeek = Object.fromEntries(
	weekDays.flatMap((day) => Object.values(hoursFields(day)).map((name) => [name, optionalTime])),
)

/** Sets the week's hours, closed days or public holidays, or opens a day again. */
export const hoursFormSchema = z.discriminatedUnion('intent', [
	z
		.object({
			...timesOfWeek,
			intent: z.literal('week'),
			act,
			keep,
			seen: seenField(2_000).optional(),
		})
		.superRefine((form, context) => {
			for (const day of weekDays) {
				const problem = findProblem(typedDay(form, day))
				if (problem)
					context.addIssue({
						code: 'custom',
						path: [hoursFields(day)[problem.field]],
						message: `${dayName(day)}: ${problem.words}`,
					})
			}
		}),
	z.object({
		intent: z.literal('close'),
		act,
		keep,
		closedDate: typedDate,
		closedReason: shortLine(MAX_CLOSED_REASON_LETTERS).optional(),
	}),
	z.object({ intent: z.literal('open'), act, openDate: typedDate }),
	z.object({
		intent: z.literal('holidays'),
		act,
		keep,
		holiday: z
			.array(typedDate, 'Tick the days you’re closed')
			.min(1, 'Tick the days you’re closed')
			.max(60, UNREADABLE),
	}),
])

type TypedDay = { opens: string | undefined; closes: string | undefined }

function typedDay(form: Readonly<Record<string, unknown>>, day: DayOfWeek): TypedDay {
	const { opens, closes } = hoursFields(day)
	const readText = (name: string) => (typeof form[name] === 'string' ? String(form[name]) : undefined)
	return { opens: readText(opens), closes: readText(closes) }
}

function findProblem({ opens, closes }: TypedDay): { field: 'opens' | 'closes'; words: string } | null {
	if (opens === undefined && closes === undefined) return null
	if (opens === undefined) return { field: 'opens', words: 'when do you open?' }
	if (closes === undefined) return { field: 'closes', words: 'when do you close?' }
	return typedMinute(opens) < typedEndMinute(closes)
		? null
		: { field: 'closes', words: 'you close before you open. For midnight choose 12:00 AM.' }
}

/** The week of a form: a day without times is closed. */
export function weekOfForm(form: Readonly<Record<string, unknown>>): HoursOfDay[] {
	return weekDays.flatMap((day) => {
		const { opens, closes } = typedDay(form, day)
		return opens === undefined || closes === undefined
			? []
			: [{ dayOfWeek: day, opensMinute: typedMinute(opens), closesMinute: typedEndMinute(closes) }]
	})
}

export function hoursToType(week: readonly HoursOfDay[]): Record<string, string> {
	return Object.fromEntries(
		week.flatMap(({ dayOfWeek, opensMinute, closesMinute }) => {
			const { opens, closes } = hoursFields(dayOfWeek as DayOfWeek)
			return [
				[opens, timeText(opensMinute)],
				[closes, timeText(closesMinute % MINUTES_PER_DAY)],
			]
		}),
	)
}

/** Each day that differs from the form's, in words. */
export function changedHours(
	seen: readonly HoursOfDay[],
	current: readonly HoursOfDay[],
): { label: string; now: string }[] {
	const say = (week: readonly HoursOfDay[], day: DayOfWeek) => {
		const hours = week.find(({ dayOfWeek }) => dayOfWeek === day)
		return hours ? hoursLabel(hours.opensMinute, hours.closesMinute) : 'closed'
	}
	return weekDays
		.filter((day) => say(seen, day) !== say(current, day))
		.map((day) => ({ label: dayName(day), now: say(current, day) }))
}

const seenWeek = z.array(
	z.object({ dayOfWeek: z.number(), opensMinute: z.number(), closesMinute: z.number() }),
)

/** The hours as a form showed them; null for text that no form of ours sends. */
export function readSeenWeek(sent: string | undefined): HoursOfDay[] | null {
	return readSeen(seenWeek, sent)
}
