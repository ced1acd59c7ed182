import * as z from 'zod'
import { lastDayLabel } from '#app/kernel/date-labels.server.ts'
import { type ChangedField, changedWords } from '#app/kernel/described-field.ts'
import { formFields, seenFields } from '#app/kernel/described-form.server.ts'
import { neededLine, outsideLine } from '#app/kernel/form-fields.server.ts'
import { parseNaira } from '#app/kernel/money.ts'
import { optionalDate, ownersForm, readSeen } from '#app/kernel/owner-fields.server.ts'
import { type DiscountType, discountTypes } from '#app/kernel/vocabulary/booking.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import { normalizePromoCode } from './promo-code.ts'
import { promoLimits as limits, promoTerms } from './promo-fields.ts'

const { percent } = limits
const wrongCode = 'A code has 3 to 20 letters, digits or hyphens'
const wrongDiscounts: Record<DiscountType, string> = {
	percent: `Type a whole percentage from ${percent.min} to ${percent.max}`,
	amount: 'Type an amount in naira, such as 500',
}

const terms = { ...formFields(promoTerms), lastDay: optionalDate }

export const promoFormSchema = z.object({ ...ownersForm, ...terms })

/** The discount cannot change: bookings were priced by it. */
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

/** Percent or kobo; null for other text. */
export function discountValue(type: DiscountType, typed: string): number | null {
	const [value, { min, max }] =
		type === 'percent'
			? [Number(/^\s*(\d{1,3})\s*%?\s*$/.exec(typed)?.[1] ?? Number.NaN), percent]
			: [parseNaira(typed) ?? Number.NaN, limits.amountKobo]
	return min <= value && value <= max ? value : null
}

const seenPromoSchema = z.object({ ...seenFields(promoTerms), expiresAt: z.number().nullable() })

export type SeenPromo = z.output<typeof seenPromoSchema>

/** The promo code as a form showed it; null for text that no form of ours sends. */
export function readSeenPromo(sent: string | undefined): SeenPromo | null {
	return readSeen(seenPromoSchema, sent)
}

export function seenPromo(row: SeenPromo): string {
	return JSON.stringify(seenPromoSchema.parse(row))
}

/** What another device changed, in words. */
export function changedPromo(seen: SeenPromo, current: SeenPromo, zone: ZoneName): ChangedField[] {
	const { isActive, ...rules } = promoTerms
	const { expiresAt } = current
	return [
		...changedWords({ isActive }, seen, current),
		...(seen.expiresAt === expiresAt
			? []
			: [{ label: 'Last day', now: expiresAt === null ? 'none' : lastDayLabel(zone, expiresAt) }]),
		...changedWords(rules, seen, current),
	]
}
