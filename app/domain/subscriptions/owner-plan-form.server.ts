import * as z from 'zod'
import { neededLine, writtenText } from '#app/kernel/form-fields.server.ts'
import {
	isOnField,
	optionalCountField,
	ownersForm,
	readSeen,
	typedCountField,
	typedNairaField,
	typedTextField,
} from '#app/kernel/owner-fields.server.ts'
import { type EntryKind, entryKinds, planStatuses } from '#app/kernel/vocabulary/subscriptions.ts'
import { planLimits as limits } from './plan-limits.ts'

const missingPrice = 'Type the price in naira, such as 20,000'
const wrongEntries = `Entries must be a whole number from ${limits.entries.min} to 1,000`

/** How a plan is offered, which can be changed. */
const offer = {
	title: neededLine('Type a name', limits.titleLetters),
	price: typedNairaField(missingPrice, 'The price').refine(
		(kobo) => kobo >= limits.priceKobo.min && kobo % limits.priceKobo.step === 0,
		'The price is in whole naira, at least ₦1',
	),
	description: typedTextField(limits.descriptionLetters),
	isPayableAtShop: isOnField,
}

export const ownPlanFormSchema = z.object({ ...ownersForm, ...offer, isOnOffer: isOnField })

/** What a plan gives is chosen once: it is bought with the plan. */
export const newPlanFormSchema = z
	.object({
		...ownersForm,
		...offer,
		entryKind: z.enum(entryKinds, 'Choose how often it lets in'),
		entries: optionalCountField('Entries', limits.entries, null),
		periodDays: typedCountField('Days', limits.periodDays),
		maxPauses: optionalCountField('Pauses', limits.pauses, 0),
		maxPauseDays: optionalCountField('Days of a pause', limits.pauseDays, 1),
	})
	.superRefine(({ entryKind, entries }, { addIssue }) => {
		if (entryKind !== 'unlimited' && entries === null)
			addIssue({ code: 'custom', path: ['entries'], message: wrongEntries })
	})

/** The typed number of entries, where the kind has one; what is typed beside 'unlimited' counts nothing. */
export function entriesOf(entryKind: EntryKind, entries: number | null) {
	return {
		totalVisitsAllowed: entryKind === 'total' ? entries : null,
		maxEntriesPerWeek: entryKind === 'weekly' ? entries : null,
	}
}

const seenPlanSchema = z
	.object({
		title: writtenText,
		description: writtenText,
		priceKobo: z.number(),
		isPayableAtShop: z.boolean(),
		status: z.enum(planStatuses),
	})
	.strip()

export type SeenPlan = z.output<typeof seenPlanSchema>

/** The plan as a form showed it; null for what no form of ours sends. */
export function readSeenPlan(sent: string | undefined): SeenPlan | null {
	return readSeen(seenPlanSchema, sent)
}

/** What a form keeps of the plan that it shows. */
export function seenPlan(row: SeenPlan): string {
	return JSON.stringify(seenPlanSchema.parse(row))
}

/** How an owner reads what another device changed. */
export const planFieldWords = {
	title: { label: 'Name', say: String },
	isPayableAtShop: {
		label: 'Customers can pay at the shop',
		say: (value: unknown) => (value ? 'yes' : 'no'),
	},
	status: {
		label: 'Customers can buy it',
		say: (value: unknown) => (value === 'on_offer' ? 'yes' : 'no'),
	},
}
