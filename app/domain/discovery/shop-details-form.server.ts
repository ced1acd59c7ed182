import * as z from 'zod'
import { formFields, postedNames, seenFields, valuesToType } from '#app/kernel/described-form.server.ts'
import { shortLine } from '#app/kernel/form-fields.server.ts'
import { formatNaira, nairaToType, parseNaira } from '#app/kernel/money.ts'
import { ownersForm, readSeen } from '#app/kernel/owner-fields.server.ts'
import { depositKinds } from '#app/kernel/vocabulary/discovery.ts'
import { aboutShop, depositLimits, type ShopDetails, shopRules } from './shop-details.ts'

/** A deposit as percent or kobo, by its kind; null for text that is none. */
function typedDeposit(kind: unknown, typed: unknown): number | null {
	if (kind === 'none') return 0
	if (typeof typed !== 'string') return null
	const [value, { min, max }] =
		kind === 'percent'
			? [/^\s*\d{1,3}\s*%?\s*$/.test(typed) ? Number.parseInt(typed, 10) : null, depositLimits.percent]
			: [parseNaira(typed), depositLimits.kobo]
	return value !== null && min <= value && value <= max ? value : null
}

function depositWords(kind: unknown): string {
	const { percent, kobo } = depositLimits
	return kind === 'percent'
		? `A deposit in percent is a whole number from ${percent.min} to ${percent.max}`
		: `A deposit in naira is from ${formatNaira(kobo.min)} to ${formatNaira(kobo.max)}`
}

export const shopDetailsFormSchema = z
	.object({
		act: ownersForm.act,
		seen: ownersForm.seen,
		...formFields(aboutShop),
		depositKind: z.enum(depositKinds, 'Choose a kind of deposit'),
		deposit: shortLine(20).optional(),
		...formFields(shopRules),
	})
	.refine(({ depositKind, deposit }) => typedDeposit(depositKind, deposit) !== null, {
		path: ['deposit'],
		error: ({ input }) => depositWords((input as { depositKind?: unknown }).depositKind),
		// Reported together with other fields' problems.
		when: ({ value }) => isDepositKind((value as { depositKind?: unknown }).depositKind),
	})

function isDepositKind(kind: unknown): boolean {
	return depositKinds.some((one) => one === kind)
}

export function detailsOfForm({
	act: _,
	seen: __,
	deposit,
	...typed
}: z.output<typeof shopDetailsFormSchema>): ShopDetails {
	return { ...typed, depositValue: typedDeposit(typed.depositKind, deposit) ?? 0 }
}

/** Typed or chosen fields, in the page's order. */
export const typedDetails = [
	...postedNames(aboutShop),
	...(['depositKind', 'deposit'] as const),
	...postedNames(shopRules),
] as const

export function detailsToType(details: ShopDetails): Record<string, string> {
	const { depositKind, depositValue } = details
	return {
		...valuesToType(aboutShop, details),
		depositKind,
		depositValue: String(depositValue),
		...valuesToType(shopRules, details),
		deposit:
			depositKind === 'none'
				? ''
				: depositKind === 'percent'
					? String(depositValue)
					: nairaToType(depositValue),
	}
}

const seenDetailsSchema = z.object({
	...seenFields(aboutShop),
	depositKind: z.enum(depositKinds),
	depositValue: z.number(),
	...seenFields(shopRules),
})

/** The details as a form showed them; null for text that no form of ours sends. */
export function readSeenDetails(sent: string | undefined): ShopDetails | null {
	return readSeen(seenDetailsSchema, sent)
}
