import { isFreeToCancel, refundableUntil } from '#app/domain/booking/appointment/cancellation-policy.ts'
import {
	bookingSchema,
	checkoutFormSchema,
	guestBookingSchema,
} from '#app/domain/booking/checkout/checkout-form.server.ts'
import {
	depositFor,
	mustPrepay,
	offeredPaymentChoices,
	type PaymentOffer,
} from '#app/domain/booking/checkout/deposit.ts'
import type { Customer } from '#app/domain/booking/customer/customer-refusal.ts'
import { hasDetails } from '#app/domain/booking/draft/draft.ts'
import { servicesLabel } from '#app/domain/booking/draft/draft-summary.ts'
import {
	holdExpiry,
	type LiveAppointment,
	overlappingAppointments,
	renewableLeftMs,
} from '#app/domain/booking/hold/hold-policy.ts'
import { codeSaving } from '#app/flows/booking/read-draft.server.ts'
import type { DraftForCheckout } from '#app/flows/checkout/read-checkout.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import type { FriendCode } from '#app/http/unsigned-cookies.ts'
import { bookingNoteNames, bookingNotes } from '#app/kernel/booking-notes.ts'
import {
	clockLabelAt,
	clockOrNearMomentLabelAt,
	clockOrNearMomentWordsAt,
	lastDayShortLabel,
	nearMomentLabelAt,
	nearMomentWordsAt,
} from '#app/kernel/date-labels.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { KOBO_PER_NAIRA, type Kobo } from '#app/kernel/money.ts'
import { phoneLabel } from '#app/kernel/phone.ts'
import { zonePlace } from '#app/kernel/zone.server.ts'

type Viewer = {
	/** Booked by this browser or by its signed-in customer. */
	ownAppointments: readonly LiveAppointment[]
	customer: Customer | null
	/** Null where paying online is not set up. */
	online: { isDemo: boolean; minimumKobo: Kobo } | null
	/** From the friend's link that the customer used. */
	friendCode: FriendCode | null
	now: Instant
}

const fieldsOfAll = ['promoCode', 'customTip', 'paymentChoice', ...bookingNoteNames] as const
const fieldsOfGuest = [...fieldsOfAll, 'firstName', 'lastName', 'email', 'phone'] as const
/** A customer with an account is not asked for contact details (C42). */
const constraints = {
	customer: fieldConstraints(checkoutFormSchema, fieldsOfAll, bookingSchema),
	guest: fieldConstraints(checkoutFormSchema, fieldsOfGuest, guestBookingSchema),
}

/** What checkout renders, and what its script needs to update totals. */
export function checkoutView(
	priced: DraftForCheckout,
	{ ownAppointments, customer, online, friendCode, now }: Viewer,
) {
	const { draft, shop, hold, quote, shopAddOns } = priced
	const startsAt = draft.startsAt ?? 0
	const overlaps = overlappingAppointments(
		ownAppointments,
		startsAt,
		startsAt + quote.durationMinutes * MINUTE_MS,
	)
	const refundableUntilAt = refundableUntil(startsAt, shop.freeCancellationMinutes)
	return {
		constraints: customer ? constraints.customer : constraints.guest,
		draftId: draft.id,
		/** Changes with each save. */
		savedAt: draft.savedAt,
		shopName: shop.name,
		startsAt,
		whenLabel: nearMomentLabelAt(shop.timeZone, startsAt, now),
		/** The start as the hold names it: at the head of a sentence, and within one. */
		heldLabel: clockOrNearMomentLabelAt(shop.timeZone, startsAt, now),
		heldWords: clockOrNearMomentWordsAt(shop.timeZone, startsAt, now),
		/** 'Lagos': the place of the shop's clock (L22). */
		place: zonePlace(shop.timeZone),
		servicesLabel: servicesLabel(draft.services, hold?.staff),
		hold: hold && {
			untilLabel: clockLabelAt(shop.timeZone, hold.expiresAt),
			leftMs: hold.expiresAt - now,
			/** With less time left the page offers more; null: never (M6). */
			renewableLeftMs: renewableLeftMs(hold),
		},
		/** False once the draft has used up its time for holds (F7). */
		mayHoldAgain: holdExpiry(draft.firstHeldAt, now) !== null,
		overlap: overlapView(overlaps),
		services: quote.services.map(({ id, name, priceKobo, durationMinutes }) => ({
			id,
			name,
			priceKobo,
			durationMinutes,
		})),
		addOns: shopAddOns.map(({ addOnId, ...addOn }) => ({ id: addOnId, ...addOn })),
		chosenAddOnIds: quote.addOns.map((addOn) => addOn.id),
		/** The applied promo code or friend's code, with its minimum. */
		promo: codeView(priced),
		/** From a friend's link to this shop; prefills the code field. */
		linkCode: friendCode?.shopId === shop.id && quote.saving === null ? friendCode.code : undefined,
		savings: savingsView(priced),
		tip: draft.tip.kind === 'percent' ? String(draft.tip.percent) : draft.tip.kind,
		customTip: draft.tip.kind === 'custom' ? String(draft.tip.customKobo / KOBO_PER_NAIRA) : '',
		...paymentView(priced, online),
		hasStartedPayment: priced.startedPayment !== null,
		/** Null where the shop takes no bank transfer. */
		transferTo:
			shop.bankAccount &&
			`${shop.bankAccount.bankName} ${shop.bankAccount.accountNumber}, ${shop.bankAccount.accountName}`,
		contact: draft.contact,
		hasDetails: hasDetails(draft),
		bookingNotes: draft.bookingNotes,
		/** Sent as data: the script does not hold them. */
		noteFields: bookingNoteNames.map((name) => ({ name, ...bookingNotes[name].field })),
		/** Shown instead of the contact fields. */
		profile: customer && {
			name: `${customer.firstName} ${customer.lastName}`,
			email: customer.email,
			phoneLabel: customer.phone && phoneLabel(customer.phone),
		},
		freeCancellationLabel: isFreeToCancel(refundableUntilAt, now)
			? nearMomentWordsAt(shop.timeZone, refundableUntilAt, now)
			: null,
	}
}

/**
 * The customer's other appointments at that time (R6); null for none. Worded here, so that the script stays small.
 */
function overlapView(overlaps: readonly LiveAppointment[]) {
	if (overlaps.length === 0) return null
	const labels = overlaps.map(
		({ serviceName, shopName, timeZone, startsAt }) =>
			`${serviceName} at ${shopName} at ${clockLabelAt(timeZone, startsAt)}`,
	)
	const which = overlaps.length > 1 ? 'These visits overlap.' : 'The two visits overlap.'
	return {
		appointmentIds: overlaps.map(({ appointmentId }) => appointmentId),
		title: `You already have ${labels.join(' and ')}.`,
		words: `${which} Choose another time, or book anyway if this one is for someone else.`,
	}
}

/** The customer's savings at this shop; null for none. */
function savingsView({ draft, shop, quote, savings }: DraftForCheckout) {
	const { rewards, cashback } = savings
	if (rewards.length === 0 && cashback === null) return null
	return {
		rewards: rewards.map((reward) => ({
			...reward,
			endsLabel: `Until ${lastDayShortLabel(shop.timeZone, reward.expiresAt)}`,
		})),
		reward: quote.saving?.kind === 'reward' ? quote.saving.id : '',
		cashbackKobo: cashback?.availableKobo ?? 0,
		usesCashback: draft.usesCashback ? '1' : '',
	}
}

function codeView({ promo, referral }: DraftForCheckout) {
	const saving = codeSaving(promo, referral)
	if (saving === null) return null
	// The browser gets nothing else about a friend's code.
	if (saving.kind === 'referral') return { saving, code: saving.code, minimumAmountKobo: 0 }
	const { kind, id, code, discountType, discountValue, minimumAmountKobo } = saving
	return {
		saving: { kind, id, code, discountType, discountValue, minimumAmountKobo },
		code,
		minimumAmountKobo,
	}
}

/** How the appointment can be paid, and what is due now. */
function paymentView({ draft, shop, quote, noShowCount }: DraftForCheckout, online: Viewer['online']) {
	const offer: PaymentOffer = {
		deposit: depositFor(shop, noShowCount),
		mustPrepay: mustPrepay(shop, noShowCount),
		hasBankAccount: shop.bankAccount !== null,
		onlineMinimumKobo: online?.minimumKobo ?? null,
	}
	const [only, ...others] = offeredPaymentChoices(offer, quote.toPayKobo)
	return {
		/** From this the page computes the ways to pay a changing total. */
		offer,
		/** The only way to pay, or the one chosen before. */
		paymentChoice: others.length === 0 ? (only ?? null) : draft.paymentChoice,
		isDemo: online?.isDemo === true,
	}
}

export type CheckoutView = ReturnType<typeof checkoutView>
