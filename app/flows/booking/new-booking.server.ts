import type { Quote } from '#app/domain/booking/checkout/price-draft.ts'
import type { NewAppointment, NewCheckout } from '#app/domain/booking/draft/new-booking.ts'
import { type BookingNotes, forEachNote } from '#app/kernel/booking-notes.ts'
import { timeText } from '#app/kernel/civil.ts'
import { newId, newReadableCode } from '#app/kernel/id.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type PaymentChoice, storedPaymentMethod } from '#app/kernel/vocabulary/booking.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { civilAt, type ZoneName } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { isReferenceNumberTaken } from './booking-write.server.ts'

const MAX_ATTEMPTS = 3

/** The checkout of a draft, at current prices. */
export function newCheckout(
	{ draft, shop, quote }: { draft: { id: string }; shop: { id: string }; quote: Quote },
	agreed: {
		choices: {
			paymentChoice: PaymentChoice
			bookingNotes?: Partial<BookingNotes>
			discountReason?: string
		}
		contact: NewCheckout['contact']
		userId?: string | null
		isSameDevice?: boolean
		now: Instant
	},
): NewCheckout {
	const { choices, contact, userId = null, isSameDevice = false, now } = agreed
	return {
		checkoutId: newId(),
		clientId: newId(),
		userId,
		draftId: draft.id,
		shopId: shop.id,
		contact,
		bookingNotes: forEachNote((name) => choices.bookingNotes?.[name] || null),
		...(choices.discountReason && { discountReason: choices.discountReason }),
		services: quote.services,
		addOns: quote.addOns,
		subtotalKobo: quote.subtotalKobo,
		discountKobo: quote.discountKobo,
		tipKobo: quote.tipKobo,
		totalKobo: quote.totalKobo,
		cashbackKobo: quote.cashbackKobo,
		promoCodeId: quote.saving?.kind === 'promo' ? quote.saving.id : null,
		referralCodeId: quote.saving?.kind === 'referral' ? quote.saving.id : null,
		isSameDevice,
		rewardId: quote.saving?.kind === 'reward' ? quote.saving.id : null,
		paymentChoice: choices.paymentChoice,
		paymentMethod: storedPaymentMethod(choices.paymentChoice),
		now,
	}
}

export function newAppointment(
	checkout: Omit<NewCheckout, 'clientId' | 'isSameDevice' | 'now'>,
	booked: { startsAt: Instant; timeZone: ZoneName; refundableUntilAt: Instant; paidKobo: Kobo; now: Instant },
): NewAppointment {
	const { date, minute } = civilAt(booked.timeZone, booked.startsAt)
	const items = [...checkout.services, ...checkout.addOns]
	const durationMinutes = items.reduce((sum, item) => sum + item.durationMinutes, 0)
	const [, ...furtherServices] = checkout.services
	return {
		appointmentId: newId(),
		checkoutId: checkout.checkoutId,
		clientId: newId(),
		shopId: checkout.shopId,
		referenceNumber: newReferenceNumber(),
		services: checkout.services,
		addOns: checkout.addOns,
		scheduledDate: date,
		scheduledTime: timeText(minute),
		startsAt: booked.startsAt,
		endsAt: booked.startsAt + durationMinutes * MINUTE_MS,
		durationMinutes,
		discountKobo: checkout.discountKobo,
		tipKobo: checkout.tipKobo,
		totalKobo: checkout.totalKobo,
		cashbackKobo: checkout.cashbackKobo,
		promoCodeId: checkout.promoCodeId,
		referralCodeId: checkout.referralCodeId,
		rewardId: checkout.rewardId,
		paymentMethod: checkout.paymentMethod,
		paidKobo: booked.paidKobo,
		refundableUntilAt: booked.refundableUntilAt,
		notes:
			furtherServices.length > 0
				? `Additional services: ${furtherServices.map(({ name }) => name).join(', ')}`
				: null,
		now: booked.now,
	}
}

/** Repeats a write while its reference number is taken. */
export async function withFreshReferenceNumber<Written>(
	appointment: NewAppointment,
	write: () => Promise<Written>,
): Promise<Written> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await write()
		} catch (error) {
			if (!isReferenceNumberTaken(error) || attempt === MAX_ATTEMPTS) throw error
			appointment.referenceNumber = newReferenceNumber()
		}
	}
}

/** Short enough to read out. The number alone opens nothing. */
function newReferenceNumber(): string {
	const code = newReadableCode(7)
	return `${code.slice(0, 3)}-${code.slice(3)}`
}

/** Takes a friend's code, if any, for a checkout; stands after the checkout's row (D41). */
export function takeReferral(
	{ loyalty: { referralCodes } }: Pick<Repositories, 'loyalty'>,
	input: Pick<NewCheckout, 'checkoutId' | 'referralCodeId' | 'userId' | 'contact' | 'isSameDevice'> & {
		now: Instant
	},
): Statement[] {
	const { checkoutId, referralCodeId: codeId, userId, contact, isSameDevice, now } = input
	if (codeId === null) return []
	const { email, phone } = contact
	return referralCodes.insertReferral({
		checkoutId,
		codeId,
		friend: { userId, email, phone },
		isSameDevice,
		now,
	})
}
