import * as z from 'zod'
import type { DayOfWeek } from '#app/kernel/civil.ts'
import { formFields } from '#app/kernel/described-form.server.ts'
import { idField, UNREADABLE } from '#app/kernel/form-fields.server.ts'
import { optionalDate, ownersForm, typedDate, typedTime } from '#app/kernel/owner-fields.server.ts'
import { sessionSeats, sessionTerms } from './session-fields.ts'

/** One session, or with weekdays and a last day a series. */
export const newSessionFormSchema = z
	.object({
		...ownersForm,
		planId: idField('Choose a plan'),
		date: typedDate,
		time: typedTime,
		...formFields(sessionTerms),
		staffMemberId: idField()
			.optional()
			.transform((id) => id ?? null),
		weekdays: z.array(
			z
				.string(UNREADABLE)
				.regex(/^[1-7]$/, UNREADABLE)
				.transform((day) => Number(day) as DayOfWeek),
		),
		until: optionalDate,
	})
	.superRefine(({ date, weekdays, until }, { addIssue }) => {
		const wrong =
			weekdays.length === 0
				? until !== null && (['weekdays', 'Choose the days it repeats on'] as const)
				: until === null
					? (['until', 'Choose the last day'] as const)
					: date !== null && until < date && (['until', 'The last day is before the first'] as const)
		if (wrong) addIssue({ code: 'custom', path: [wrong[0]], message: wrong[1] })
	})

export const sessionFormSchema = z.discriminatedUnion(
	'intent',
	[
		z.object({ ...ownersForm, intent: z.literal('capacity'), ...formFields(sessionSeats) }),
		z.object({ ...ownersForm, intent: z.literal('call-off') }),
	],
	UNREADABLE,
)
