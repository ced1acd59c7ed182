import type { NewPendingCheckout } from '#app/domain/booking/draft/new-booking.ts'
import type { ListedPayment } from '#app/domain/payments/provider-transfer.ts'
import { parseEmail } from '#app/kernel/email.ts'
import { newId } from '#app/kernel/id.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { CheckoutCopy } from './checkout-copy.server.ts'

export type RebuildDeps = Pick<Repositories, 'booking' | 'payments' | 'writeBatch'>

/** Providers keep no names: an unknown guest gets this one, with the payer's e-mail. */
const unknownGuest = { firstName: 'Guest', lastName: 'Customer', phone: null }

/**
 * Writes the checkout and attempt of a payment that a restored database has lost, so that it can be settled. False
 * where its shop, service, person or code is lost as well.
 */
export async function rebuildLostCheckout(
	{ booking: { checkouts }, payments: { attempts }, writeBatch }: RebuildDeps,
	{ payment, email, provider }: ListedPayment & { provider: string },
	copy: CheckoutCopy,
	now: Instant,
): Promise<boolean> {
	const address = parseEmail(email ?? '')
	const serviceIds = copy.services.map(([id]) => id)
	const addOnIds = copy.addOns.map(([id]) => id)
	const remains = await checkouts.remainsOf({
		shopId: copy.shop,
		serviceIds,
		addOnIds,
		staffMemberIds: copy.services.flatMap(([, staffMemberId]) => staffMemberId ?? []),
		promoCodeId: copy.promo,
		userId: copy.account,
		email: address ?? '',
	})
	if (!remains?.isComplete) return false
	const names = new Map([...remains.services, ...remains.addOns].map(({ id, name }) => [id, name]))
	if (![...serviceIds, ...addOnIds].every((id) => names.has(id))) return false

	const paidAt = payment.paidAt ?? now
	const [subtotalKobo, discountKobo, tipKobo, totalKobo, dueKobo] = copy.kobo
	const isCheaperByShop = discountKobo > 0 && (copy.promo ?? copy.referral ?? copy.reward) === null
	const checkout: NewPendingCheckout = {
		checkoutId: copy.checkout,
		clientId: newId(),
		userId: remains.hasAccount ? copy.account : null,
		draftId: copy.draft,
		shopId: copy.shop,
		contact: { ...(remains.contact ?? unknownGuest), email: address },
		services: copy.services.map(([id, staffMemberId, priceKobo, durationMinutes, bufferMinutes]) => ({
			id,
			name: names.get(id) ?? '',
			staffMemberId,
			priceKobo,
			durationMinutes,
			bufferMinutes,
		})),
		addOns: copy.addOns.map(([id, priceKobo, durationMinutes]) => ({
			id,
			name: names.get(id) ?? '',
			priceKobo,
			durationMinutes,
		})),
		subtotalKobo,
		discountKobo,
		tipKobo,
		totalKobo,
		dueKobo,
		cashbackKobo: copy.cashback,
		promoCodeId: copy.promo,
		referralCodeId: copy.referral,
		isSameDevice: copy.sameDevice,
		rewardId: copy.reward,
		// The copy has no reason, and a discount without a code needs one.
		...(isCheaperByShop && { discountReason: 'Agreed with the shop' }),
		paymentChoice: 'online',
		paymentMethod: payment.channel === 'card' || payment.channel === null ? 'CARD' : 'TRANSFER',
		startsAt: copy.starts,
		refundableUntilAt: copy.refundable,
		now: paidAt,
	}
	await writeIdempotent(writeBatch, [
		...checkouts.insertLostCheckout(checkout),
		attempts.insertAttempt({
			purchaseKind: 'appointment',
			paymentReference: payment.paymentReference,
			checkoutId: copy.checkout,
			amountKobo: dueKobo,
			provider,
			mode: payment.mode,
			// Presumably paid in time, so notice must not refuse it.
			expiresAt: paidAt + MINUTE_MS,
			nextCheckAt: now,
			now: paidAt,
		}),
	])
	return true
}
