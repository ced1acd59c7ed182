import * as z from 'zod'
import { lastDayLabel } from '#app/kernel/date-labels.server.ts'
import { neededLine, outsideLine } from '#app/kernel/form-fields.server.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import {
	isOnField,
	optionalCountField,
	ownersForm,
	readSeen,
	typedNairaField,
} from '#app/kernel/owner-fields.server.ts'
import { parseNaira } from '#app/kernel/typed-naira.ts'
import { optionalDate } from '#app/kernel/typed-times.server.ts'
import { type DiscountType, discountTypes } from '#app/kernel/vocabulary/booking.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import { normalizePromoCode } from './promo-code.ts'
import { promoLimits as limits } from './promo-limits.ts'

const { percent } = limits
const wrongCode = 'A code has 3 to 20 letters, digits or hyphens'
const wrongDiscounts: Record<DiscountType, string> = {
	percent: `Type a whole percentage from ${percent.min} to ${percent.max}`,
	amount: 'Type an amount in naira, such as 500',
}

/** What of a promo code can be changed. */
const terms = {
	maxUses: optionalCountField('Uses in all', limits.uses, null),
	minimum: typedNairaField('Type the lowest price in naira, such as 5,000', 'The lowest price')
		.optional()
		.transform((kobo): Kobo => kobo ?? 0),
	lastDay: optionalDate,
	isActive: isOnField,
}

export const promoFormSchema = z.object({ ...ownersForm, ...terms })

/** What it takes off stays: bookings were priced by it. */
export const newPromoFormSchema = z
	.object({
		...ownersForm,
		code: outsideLine(wrongCode).overwrite(normalizePromoCode).regex(limits.code, wrongCode),
		discountType: z.enum(discountTypes, 'Choose what it takes off'),
		discount: neededLine('Type how much it takes off', 20),
		...terms,
	})
	.superRefine(({ discountType, discount }, { addIssue }) => {
		if (discountValue(discountType, discount) === null)
			addIssue({ code: 'custom', path: ['discount'], message: wrongDiscounts[discountType] })
	})

/** A typed discount: percent, or kobo; null for what is none. */
export function discountValue(type: DiscountType, typed: string): number | null {
	const [value, { min, max }] =
		type === 'percent'
			? [Number(/^\s*(\d{1,3})\s*%?\s*$/.exec(typed)?.[1] ?? Number.NaN), percent]
			: [parseNaira(typed) ?? Number.NaN, limits.amountKobo]
	return min <= value && value <= max ? value : null
}

const seenPromoSchema = z
	.object({
		isActive: z.boolean(),
		expiresAt: z.number().nullable(),
		maxUses: z.number().nullable(),
		minimumAmountKobo: z.number(),
	})
	.strip()

export type SeenPromo = z.output<typeof seenPromoSchema>

/** The promo code as a form showed it; null for what no form of ours sends. */
export function readSeenPromo(sent: string | undefined): SeenPromo | null {
	return readSeen(seenPromoSchema, sent)
}

/** What a form keeps of the promo code that it shows. */
export function seenPromo(row: SeenPromo): string {
	return JSON.stringify(seenPromoSchema.parse(row))
}

/** How an owner reads what another device changed. */
export function promoFieldWords(zone: ZoneName) {
	return {
		isActive: { label: 'Customers can use it', say: (value: unknown) => (value ? 'yes' : 'no') },
		expiresAt: {
			label: 'Last day',
			say: (value: unknown) => (value === null ? 'none' : lastDayLabel(zone, Number(value))),
		},
		maxUses: { label: 'Uses in all', say: (value: unknown) => (value === null ? 'no limit' : String(value)) },
		minimumAmountKobo: { label: 'Lowest price', say: (value: unknown) => formatNaira(Number(value)) },
	}
}
