import * as z from 'zod'
import { daysBetween, isCivilDate } from '#app/kernel/civil.ts'
import { shortDateLabel } from '#app/kernel/date-labels.server.ts'
import { type ChangedField, changedWords } from '#app/kernel/described-field.ts'
import { formFields, seenFields } from '#app/kernel/described-form.server.ts'
import { idField, UNREADABLE, writtenText } from '#app/kernel/form-fields.server.ts'
import { isOnField, optionalDate, ownersForm, readSeen, typedDate } from '#app/kernel/owner-fields.server.ts'
import { personFields } from './catalogue.ts'

/** Two dates of a stretch of days off. */
function isSpan(sent: string): boolean {
	const dates = sent.split(' ')
	return dates.length === 2 && dates.every(isCivilDate)
}

/** Saves a person, or their days off. */
export const ownStaffFormSchema = z.discriminatedUnion('intent', [
	z.object({
		intent: z.literal('person'),
		...ownersForm,
		...formFields(personFields),
		lastDay: optionalDate,
		isActive: isOnField,
		/** A new person follows the shop (O5) until hours are set. */
		shopHours: isOnField,
		service: z.array(idField()).max(500, UNREADABLE).default([]),
	}),
	z
		.object({
			intent: z.literal('off'),
			act: idField(),
			keep: ownersForm.keep,
			offFrom: typedDate,
			offUntil: typedDate.optional(),
		})
		.superRefine(({ offFrom, offUntil = offFrom }, context) => {
			const problem =
				offUntil < offFrom
					? 'The last day is before the first'
					: daysBetween(offFrom, offUntil) > 366
						? 'Choose at most a year'
						: null
			if (problem) context.addIssue({ code: 'custom', path: ['offUntil'], message: problem })
		}),
	z.object({
		intent: z.literal('on'),
		act: idField(),
		span: z
			.string(UNREADABLE)
			.regex(/^[\d-]{10} [\d-]{10}$/, UNREADABLE)
			.refine(isSpan, UNREADABLE),
	}),
])

const seenStaffSchema = z
	.object({
		...seenFields(personFields),
		lastDay: writtenText.nullable(),
		isActive: z.boolean(),
		serviceIds: z.array(writtenText),
	})
	.strip()

export type SeenStaff = z.output<typeof seenStaffSchema>

/** The person as a form showed them; null for text that no form of ours sends. */
export function readSeenStaff(sent: string | undefined): SeenStaff | null {
	return readSeen(seenStaffSchema, sent)
}

export function seenStaff(row: SeenStaff): string {
	return JSON.stringify(seenStaffSchema.parse(row))
}

/** What changed of a person since the form, in words. `nameOf` names a service. */
export function changedStaff(
	seen: SeenStaff,
	current: SeenStaff,
	nameOf: (serviceId: string) => string,
): ChangedField[] {
	const say = (row: SeenStaff) => [
		{ label: 'Last day', now: row.lastDay ? shortDateLabel(row.lastDay) : 'none' },
		{ label: 'Customers can book them', now: row.isActive ? 'yes' : 'no' },
		{ label: 'What they do', now: row.serviceIds.map(nameOf).toSorted().join(', ') || 'nothing' },
	]
	const before = say(seen)
	return [
		...changedWords(personFields, seen, current),
		...say(current).filter(({ now }, index) => now !== before[index]?.now),
	]
}
