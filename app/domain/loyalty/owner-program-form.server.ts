import * as z from 'zod'
import { lastDayLabel } from '#app/kernel/date-labels.server.ts'
import { neededLine, writtenText } from '#app/kernel/form-fields.server.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import {
	isOnField,
	optionalCountField,
	ownersForm,
	readSeen,
	typedNairaField,
	typedTextField,
} from '#app/kernel/owner-fields.server.ts'
import { optionalDate } from '#app/kernel/typed-times.server.ts'
import { programKinds, programStatuses } from '#app/kernel/vocabulary/loyalty.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import { programLimits as limits } from './program-limits.ts'

const wrongPercent = 'Cashback must be a whole number from 1 to 100'
const bothAmounts = 'Type both amounts, or leave both empty'

function nairaField(what: string) {
	return typedNairaField('Type an amount in naira, such as 5,000', what)
}

/** What of a program can be changed. `kind` says which of the fields it has. */
const terms = {
	kind: z.enum(programKinds, 'Choose what it is'),
	name: neededLine('Type a name', limits.nameLetters),
	description: typedTextField(limits.descriptionLetters),
	cashbackPercent: optionalCountField('Cashback', limits.percent, null),
	minimumSpend: nairaField('The lowest price')
		.optional()
		.transform((kobo): Kobo => kobo ?? 0),
	rewardDays: optionalCountField('Days of a reward', limits.rewardDays, 90),
	goldVisits: optionalCountField('Visits for Gold', limits.tierVisits, 10),
	platinumVisits: optionalCountField('Visits for Platinum', limits.tierVisits, 25),
	referrer: nairaField('What the referrer gets')
		.optional()
		.transform((kobo): Kobo | null => kobo || null),
	friend: nairaField('What the friend gets')
		.optional()
		.transform((kobo): Kobo | null => kobo || null),
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

/** The card stays as it is made: undoing a visit counts by it. */
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

/** The typed terms as the program keeps them. */
export function programTerms({ kind, cashbackPercent, minimumSpend, referrer, friend, ...typed }: Terms) {
	const { name, description, rewardDays, goldVisits, platinumVisits } = typed
	return {
		...{ name, description, rewardDays, goldVisits, platinumVisits },
		cashbackPercent: kind === 'cashback' ? cashbackPercent : null,
		minimumSpendKobo: minimumSpend,
		referralReferrerKobo: referrer,
		referralFriendKobo: friend,
	}
}

const seenProgramSchema = z
	.object({
		name: writtenText,
		description: writtenText,
		status: z.enum(programStatuses),
		cashbackPercent: z.number().nullable(),
		minimumSpendKobo: z.number(),
		rewardDays: z.number(),
		goldVisits: z.number(),
		platinumVisits: z.number(),
		referralReferrerKobo: z.number().nullable(),
		referralFriendKobo: z.number().nullable(),
		expiresAt: z.number().nullable(),
	})
	.strip()

export type SeenProgram = z.output<typeof seenProgramSchema>

/** The program as a form showed it; null for what no form of ours sends. */
export function readSeenProgram(sent: string | undefined): SeenProgram | null {
	return readSeen(seenProgramSchema, sent)
}

/** What a form keeps of the program that it shows. */
export function seenProgram(row: SeenProgram): string {
	return JSON.stringify(seenProgramSchema.parse(row))
}

/** How an owner reads what another device changed. */
export function programFieldWords(zone: ZoneName) {
	const amount = (value: unknown) => (value === null ? 'none' : formatNaira(Number(value)))
	return {
		status: {
			label: 'Customers can join and earn',
			say: (value: unknown) => (value === 'active' ? 'yes' : 'no'),
		},
		cashbackPercent: { label: 'Cashback', say: (value: unknown) => `${value}%` },
		minimumSpendKobo: { label: 'Lowest price', say: amount },
		rewardDays: { label: 'Days of a reward', say: String },
		goldVisits: { label: 'Visits for Gold', say: String },
		platinumVisits: { label: 'Visits for Platinum', say: String },
		referralReferrerKobo: { label: 'What the referrer gets', say: amount },
		referralFriendKobo: { label: 'What the friend gets', say: amount },
		expiresAt: {
			label: 'Last day',
			say: (value: unknown) => (value === null ? 'none' : lastDayLabel(zone, Number(value))),
		},
	}
}
