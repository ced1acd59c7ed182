import * as z from 'zod'
import { lastDayLabel } from '#app/kernel/date-labels.server.ts'
import { type ChangedField, changedWords } from '#app/kernel/described-field.ts'
import { formFields, seenFields, valuesOfForm } from '#app/kernel/described-form.server.ts'
import {
	isOnField,
	optionalCountField,
	optionalDate,
	ownersForm,
	readSeen,
} from '#app/kernel/owner-fields.server.ts'
import { programKinds, programStatuses } from '#app/kernel/vocabulary/loyalty.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import { programLimits as limits, programFields } from './program-fields.ts'

const wrongPercent = 'Cashback must be a whole number from 1 to 100'
const bothAmounts = 'Type both amounts, or leave both empty'

const terms = {
	kind: z.enum(programKinds, 'Choose what it is'),
	...formFields(programFields),
	lastDay: optionalDate,
}

type Terms = z.output<z.ZodObject<typeof terms>>

function wrongTerms({ kind, cashbackPercent, goldVisits, platinumVisits, referrer, friend }: Terms) {
	return [
		kind === 'cashback' && cashbackPercent === null && (['cashbackPercent', wrongPercent] as const),
		platinumVisits < goldVisits &&
			(['platinumVisits', 'Platinum must take at least as many visits as Gold'] as const),
		(referrer === null) !== (friend === null) &&
			([referrer === null ? 'referrer' : 'friend', bothAmounts] as const),
	].filter((wrong) => wrong !== false)
}

export const programFormSchema = z
	.object({ ...ownersForm, ...terms, isOn: isOnField })
	.superRefine((typed, { addIssue }) => {
		for (const [name, message] of wrongTerms(typed)) addIssue({ code: 'custom', path: [name], message })
	})

/** Only a new program sets its card: undoing a visit counts by it. */
export const newProgramFormSchema = z
	.object({
		...ownersForm,
		...terms,
		visitsRequired: optionalCountField('Stamps on the card', limits.cardVisits, 10),
		isCyclic: isOnField,
	})
	.superRefine((typed, { addIssue }) => {
		for (const [name, message] of wrongTerms(typed)) addIssue({ code: 'custom', path: [name], message })
	})

export function programTerms(typed: Terms) {
	const values = valuesOfForm(programFields, typed)
	return { ...values, cashbackPercent: typed.kind === 'cashback' ? values.cashbackPercent : null }
}

const seenProgramSchema = z.object({
	...seenFields(programFields),
	status: z.enum(programStatuses),
	expiresAt: z.number().nullable(),
})

export type SeenProgram = z.output<typeof seenProgramSchema>

/** The program as the form showed it; null for unreadable text. */
export function readSeenProgram(sent: string | undefined): SeenProgram | null {
	return readSeen(seenProgramSchema, sent)
}

/** The program for its form's hidden field. */
export function seenProgram(row: SeenProgram): string {
	return JSON.stringify(seenProgramSchema.parse(row))
}

/** What another device changed, in words. */
export function changedProgram(seen: SeenProgram, current: SeenProgram, zone: ZoneName): ChangedField[] {
	const { name, description, ...rules } = programFields
	const { status, expiresAt } = current
	return [
		...changedWords({ name, description }, seen, current),
		...(seen.status === status
			? []
			: [{ label: 'Customers can join and earn', now: status === 'active' ? 'yes' : 'no' }]),
		...changedWords(rules, seen, current),
		...(seen.expiresAt === expiresAt
			? []
			: [{ label: 'Last day', now: expiresAt === null ? 'none' : lastDayLabel(zone, expiresAt) }]),
	]
}
