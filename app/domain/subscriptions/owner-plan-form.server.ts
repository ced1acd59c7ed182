import * as z from 'zod'
import { formFields, rowForm } from '#app/kernel/described-form.server.ts'
import { isOnField, optionalCountField, ownersForm } from '#app/kernel/owner-fields.server.ts'
import { type EntryKind, entryKinds } from '#app/kernel/vocabulary/subscriptions.ts'
import { planFields, planOffer, planTerms } from './plan-fields.ts'
import { planLimits as limits } from './plan-limits.ts'

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

/** The typed number, where the kind has one. */
export function entriesOf(entryKind: EntryKind, entries: number | null) {
	return {
		totalVisitsAllowed: entryKind === 'total' ? entries : null,
		maxEntriesPerWeek: entryKind === 'weekly' ? entries : null,
	}
}

export const { seenOf: seenPlan, readSeen: readSeenPlan } = rowForm(planFields)
