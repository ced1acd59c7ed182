import * as z from 'zod'
import type { DayOfWeek } from '#app/kernel/civil.ts'
import { formFields, rowForm } from '#app/kernel/described-form.server.ts'
import { idField, UNREADABLE } from '#app/kernel/form-fields.server.ts'
import {
	isOnField,
	optionalCountField,
	optionalDate,
	ownersForm,
	typedDate,
	typedTime,
} from '#app/kernel/owner-fields.server.ts'
import { type EntryKind, entryKinds } from '#app/kernel/vocabulary/subscriptions.ts'
import {
	planLimits as limits,
	planFields,
	planOffer,
	planTerms,
	sessionSeats,
	sessionTerms,
} from './plan-fields.ts'

const wrongEntries = `Entries must be a whole number from ${limits.entries.min} to 1,000`

const offer = formFields(planOffer)
const typedOffer = {
	...offer,
	price: offer.price.refine(
		(kobo) => kobo >= limits.priceKobo.min && kobo % limits.priceKobo.step === 0,
		'The price is in whole naira, at least ₦1',
	),
}

export const ownPlanFormSchema = z.object({ ...ownersForm, ...typedOffer, isOnOffer: isOnField })

/** Terms are chosen once: customers bought them. */
export const newPlanFormSchema = z
	.object({
		...ownersForm,
		...typedOffer,
		entryKind: z.enum(entryKinds, 'Choose how often it lets in'),
		entries: optionalCountField('Entries', limits.entries, null),
		...formFields(planTerms),
	})
	.superRefine(({ entryKind, entries }, { addIssue }) => {
		if (entryKind !== 'unlimited' && entries === null)
			addIssue({ code: 'custom', path: ['entries'], message: wrongEntries })
	})

export function entryColumns(entryKind: EntryKind, entries: number | null) {
	return {
		totalVisitsAllowed: entryKind === 'total' ? entries : null,
		maxEntriesPerWeek: entryKind === 'weekly' ? entries : null,
	}
}

export const { seenOf: seenPlan, readSeen: readSeenPlan } = rowForm(planFields)

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
