import { eq, sql } from 'drizzle-orm'
import type { TipChoice } from '#app/domain/booking/checkout/price-draft.ts'
import type { BookingNotes } from '#app/kernel/booking-notes.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { PaymentChoice } from '#app/kernel/vocabulary/booking.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { draftAddOns, drafts } from '#db/schema/booking-drafts.ts'
import { addOns } from '#db/schema/discovery.ts'
import { deleteWhere, insertFrom, updateWhere } from '#db/statement.server.ts'
import type { TypedContact } from './draft.ts'
import { isNotBooked } from './draft-repository.server.ts'

/** As typed. */
export type CheckoutChoices = {
	contact: TypedContact
	/** Left out: unchanged. */
	bookingNotes?: BookingNotes
	/** Normalized; '' for none. */
	promoCode: string
	rewardId: string | null
	usesCashback: boolean
	tip: TipChoice
	paymentChoice: PaymentChoice | null
	addOnIds: readonly string[]
}

/** What a draft keeps of checkout. */
export function createDraftChoicesRepository() {
	return {
		saveCheckoutChoices: (
			draftId: string,
			{
				contact,
				bookingNotes,
				promoCode,
				rewardId,
				usesCashback,
				tip,
				paymentChoice,
				addOnIds,
			}: CheckoutChoices,
			now: Instant,
		): Statement[] => [
			updateWhere(
				drafts,
				{
					firstName: contact.firstName,
					lastName: contact.lastName,
					email: contact.email,
					phone: contact.phone,
					...bookingNotes,
					promoCode,
					rewardId,
					usesCashback,
					tipKind: tip.kind,
					tipPercent: tip.percent,
					tipCustomKobo: tip.customKobo,
					paymentChoice,
					savedAt: now,
				},
				isNotBooked(draftId),
			),
			deleteWhere(draftAddOns, eq(draftAddOns.draftId, draftId)),
			insertFrom(
				draftAddOns,
				{ draftId: sql`${drafts.id}`, addOnId: sql`${addOns.id}` },
				sql`FROM ${drafts}
					JOIN ${addOns} ON ${addOns.shopId} = ${drafts.shopId} AND ${addOns.isEnabled} = 1
					JOIN json_each(${JSON.stringify(addOnIds)}) chosen ON chosen.value = ${addOns.id}
					WHERE ${drafts.id} = ${draftId} GROUP BY ${addOns.id}`,
			),
		],
	}
}
