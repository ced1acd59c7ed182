import * as z from 'zod'
import type { NewPendingCheckout } from '#app/domain/booking/draft/new-booking.ts'
import { writtenText } from '#app/kernel/form-fields.server.ts'
import { readToken, signToken } from '#app/kernel/signed.server.ts'

/** The provider names no limit; a longer copy is left out, because the payment matters more. */
const MAX_LENGTH = 3_000

const id = writtenText.min(1)
const whole = z.int()

/** Ids only: names are in their rows. */
const content = z.object({
	v: z.literal(1),
	reference: id,
	checkout: id,
	draft: id,
	shop: id,
	account: id.nullable(),
	promo: id.nullable(),
	/** Earlier copies lack the next four fields. */
	referral: id.nullable().default(null),
	sameDevice: z.boolean().default(false),
	reward: id.nullable().default(null),
	cashback: whole.default(0),
	starts: whole,
	refundable: whole,
	/** Service, person or null for any person, kobo, minutes, minutes of buffer. */
	services: z.array(z.tuple([id, id.nullable(), whole, whole, whole])).min(1),
	/** Add-on, kobo, minutes. */
	addOns: z.array(z.tuple([id, whole, whole])),
	/** Subtotal, discount, tip, total, due, in kobo. */
	kobo: z.tuple([whole, whole, whole, whole, whole]),
})

/** A checkout without personal data: the provider gets only the e-mail. */
export type CheckoutCopy = z.infer<typeof content>

/**
 * A signed copy for the payment's metadata, from which a restored database rebuilds the checkout (docs/decisions/021).
 * Null where it would be too long.
 */
export async function signCheckoutCopy(
	secrets: readonly string[],
	paymentReference: string,
	checkout: NewPendingCheckout,
): Promise<string | null> {
	const { subtotalKobo, discountKobo, tipKobo, totalKobo, dueKobo } = checkout
	const copy: CheckoutCopy = {
		v: 1,
		reference: paymentReference,
		checkout: checkout.checkoutId,
		draft: checkout.draftId,
		shop: checkout.shopId,
		account: checkout.userId,
		promo: checkout.promoCodeId,
		referral: checkout.referralCodeId,
		sameDevice: checkout.isSameDevice,
		reward: checkout.rewardId,
		cashback: checkout.cashbackKobo,
		starts: checkout.startsAt,
		refundable: checkout.refundableUntilAt,
		services: checkout.services.map((one) => [
			one.id,
			one.staffMemberId,
			one.priceKobo,
			one.durationMinutes,
			one.bufferMinutes,
		]),
		addOns: checkout.addOns.map((one) => [one.id, one.priceKobo, one.durationMinutes]),
		kobo: [subtotalKobo, discountKobo, tipKobo, totalKobo, dueKobo],
	}
	const token = await signToken(secrets, 'checkout-copy', JSON.stringify(copy))
	return token.length > MAX_LENGTH ? null : token
}

/** Reads a payment's copy; null unless one of the secrets signed it for this reference. */
export async function readCheckoutCopy(
	secrets: readonly string[],
	paymentReference: string,
	token: string | null,
): Promise<CheckoutCopy | null> {
	const text = token === null ? null : await readToken(secrets, 'checkout-copy', token)
	const copy = text === null ? null : content.safeParse(JSON.parse(text))
	return copy?.success && copy.data.reference === paymentReference ? copy.data : null
}
