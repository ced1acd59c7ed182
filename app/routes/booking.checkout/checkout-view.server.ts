import { stripQuery } from '#app/domain/availability/week-view.ts'
import { isFreeToCancel, refundableUntil } from '#app/domain/booking/cancellation-policy.ts'
import type { Customer } from '#app/domain/booking/customer.ts'
import { depositFor, mustPrepay } from '#app/domain/booking/deposit.ts'
import { mayRenewHold } from '#app/domain/booking/hold-policy.ts'
import { type OwnVisit, overlappingVisit } from '#app/domain/booking/own-overlap.ts'
import { offeredPaymentChoices } from '#app/domain/booking/payment-choices.ts'
import { visitSummary } from '#app/domain/booking/visit-summary.ts'
import type { CheckoutVisit } from '#app/flows/read-checkout.server.ts'
import { clockLabel, shortDateLabel } from '#app/kernel/civil.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { KOBO_PER_NAIRA } from '#app/kernel/money.ts'
import { phoneLabel } from '#app/kernel/phone.ts'
import { civilAt, type ZoneName } from '#app/kernel/zone.server.ts'

type Viewer = {
	/** What this browser, or its signed-in customer, booked. */
	ownVisits: readonly OwnVisit[]
	customer: Customer | null
	/** Null where paying online is not set up. */
	online: { isDemo: boolean } | null
	now: Instant
}

/** What checkout draws, and what it needs to keep its totals live with script. */
export function checkoutView(visit: CheckoutVisit, { ownVisits, customer, online, now }: Viewer) {
	const { draft, shop, hold, quote, shopAddOns } = visit
	const startsAt = draft.startsAt ?? 0
	const overlap = overlappingVisit(ownVisits, startsAt, startsAt + quote.durationMinutes * MINUTE_MS)
	const strip = stripQuery(civilAt(shop.timeZone, now).date, civilAt(shop.timeZone, startsAt).date)
	const refundableUntilAt = refundableUntil(startsAt, shop.freeCancellationMinutes)
	return {
		draftId: draft.id,
		/** New whenever the server has saved something. */
		savedAt: draft.savedAt,
		shopName: shop.name,
		startsAt,
		dayLabel: shortDateLabel(civilAt(shop.timeZone, startsAt).date),
		timeLabel: timeOf(shop.timeZone, startsAt),
		timePage: `/booking/time-selection${strip && `?${strip}`}`,
		summary: visitSummary(draft.services, quote.durationMinutes, hold?.staff),
		hold: hold && {
			untilLabel: timeOf(shop.timeZone, hold.expiresAt),
			leftMs: hold.expiresAt - now,
			mayRenew: mayRenewHold(hold, now),
		},
		/** 'Cornrows at Adé Hair Studio at 2:00 PM': another visit of this customer at the same time (R6). */
		overlapLabel:
			overlap &&
			`${overlap.serviceName} at ${overlap.shopName} at ${timeOf(overlap.timeZone, overlap.startsAt)}`,
		services: quote.services.map(({ id, name, priceKobo, durationMinutes }) => ({
			id,
			name,
			priceKobo,
			durationMinutes,
		})),
		addOns: shopAddOns.map(({ addOnId, ...addOn }) => ({ id: addOnId, ...addOn })),
		chosenAddOnIds: quote.addOns.map((addOn) => addOn.id),
		promo: visit.promo && {
			id: visit.promo.id,
			code: visit.promo.code,
			discountType: visit.promo.discountType,
			discountValue: visit.promo.discountValue,
			minimumAmountKobo: visit.promo.minimumAmountKobo,
		},
		tip: draft.tip.kind === 'percent' ? String(draft.tip.percent) : draft.tip.kind,
		customTip: draft.tip.kind === 'custom' ? String(draft.tip.customKobo / KOBO_PER_NAIRA) : '',
		...paymentOf(visit, online),
		/** Where to look what became of a payment that was started. */
		startedPaymentPage:
			visit.startedPayment && `/booking/payment-success?reference=${visit.startedPayment.reference}`,
		/** Where a bank transfer goes; null when the shop takes none. */
		transferTo:
			shop.bankAccount &&
			`${shop.bankAccount.bankName} ${shop.bankAccount.accountNumber}, ${shop.bankAccount.accountName}`,
		contact: draft.contact,
		/** The details of a profile, shown instead of asked for. */
		profile: customer && {
			name: `${customer.firstName} ${customer.lastName}`,
			email: customer.email,
			phoneLabel: customer.phone && phoneLabel(customer.phone),
		},
		freeCancellationLabel: isFreeToCancel(refundableUntilAt, now)
			? dateAndTime(shop.timeZone, refundableUntilAt)
			: null,
	}
}

/** How the visit can be paid, and what of it now. */
function paymentOf({ draft, shop, quote, noShowCount }: CheckoutVisit, online: Viewer['online']) {
	const paymentChoices = offeredPaymentChoices({
		rule: shop,
		noShowCount,
		hasBankAccount: shop.bankAccount !== null,
		totalKobo: quote.totalKobo,
		isOnlineOffered: online !== null,
	})
	const [only, ...others] = paymentChoices
	return {
		paymentChoices,
		/** The only way there is, or what was chosen before. */
		paymentChoice: others.length === 0 ? (only ?? null) : draft.paymentChoice,
		/** What the shop asks for in advance, for the page to compute what is due of a total that changes. */
		deposit: depositFor(shop, noShowCount),
		mustPrepay: online !== null && mustPrepay(shop, noShowCount),
		isDemo: online?.isDemo === true,
	}
}

export type CheckoutView = ReturnType<typeof checkoutView>

function timeOf(zone: ZoneName, at: Instant): string {
	return clockLabel(civilAt(zone, at).minute)
}

function dateAndTime(zone: ZoneName, at: Instant): string {
	const { date, minute } = civilAt(zone, at)
	return `${shortDateLabel(date)}, ${clockLabel(minute)}`
}
