import type { WantedTime } from '#app/domain/availability/calendar-entry-repository.server.ts'
import type { RefusalOf } from '#app/domain/booking/booking-wording.ts'
import { priceConstraints, savingConstraints } from '#app/domain/booking/checkout/money-refusal.ts'
import type { CheckoutChoices } from '#app/domain/booking/draft/draft-choices-repository.server.ts'
import type { NewCheckout, NewPendingCheckout } from '#app/domain/booking/draft/new-booking.ts'
import { paymentHoldExpiry } from '#app/domain/booking/hold/hold-policy.ts'
import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import type { Payment } from '#app/domain/payments/payment.ts'
import type { ReadForBooking, SeenBooking } from '#app/flows/booking/booking-problem.server.ts'
import { unlessBooked } from '#app/flows/booking/booking-write.server.ts'
import { holdTimes, newHoldConstraints } from '#app/flows/booking/hold-slot.server.ts'
import { takeReferral } from '#app/flows/booking/new-booking.server.ts'
import {
	type DraftWithCalendar,
	draftSearch,
	heldSearch,
	postedDays,
} from '#app/flows/booking/read-draft.server.ts'
import { type TakeRefusal, takeSlot } from '#app/flows/booking/take-slot.server.ts'
import { releaseOthers, writeAsFirst } from '#app/flows/lifecycle/release-savings.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { type Statement, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { PageRefusal, PaymentStart } from './ask-payment-page.server.ts'
import { signCheckoutCopy } from './checkout-copy.server.ts'
import { type OpenAttemptDeps, openAttempt } from './open-attempt.server.ts'

export type OpenPaymentPageDeps = Pick<
	Repositories,
	'booking' | 'availability' | 'payments' | 'messaging' | 'loyalty'
> &
	OpenAttemptDeps

export type StartPaymentInput = {
	choices: CheckoutChoices & { paymentChoice: 'online' }
	/** As it is stored: a guest's, or a profile's. */
	contact: NewCheckout['contact']
	userId: string | null
	seen: SeenBooking & { dueKobo: Kobo }
	read: ReadForBooking & { payments: readonly Payment[] }
	networkKey: string | null
	/** The referrer's account was used on this device (D41). */
	isSameDevice?: boolean
	alongside?: readonly Statement[]
	now: Instant
}

const constraints = {
	...newHoldConstraints,
	...priceConstraints,
	...savingConstraints,
	too_many_payment_starts: 'too_many_payment_starts',
} as const

export type OpenPageRefusal =
	| TakeRefusal
	| Exclude<RefusalOf<typeof constraints>, 'price_changed'>
	| PageRefusal
	| 'payment_not_validated'

/** Later than most payments, which take seconds (R36). */
const REMINDER_MS = 8 * MINUTE_MS

export type Paying = {
	onlinePayments: OnlinePayments
	email: string
	requested: DraftWithCalendar
	checkout: NewPendingCheckout
	input: StartPaymentInput
}

/** Opens the payment page of a checkout. Refuses 'payment_not_validated' when the purchase changed since the read. */
export async function openPaymentPage(
	deps: OpenPaymentPageDeps,
	paying: Paying,
): Promise<Outcome<PaymentStart, OpenPageRefusal>> {
	const { onlinePayments, email, requested, checkout, input } = paying
	const { hold, shop } = requested
	const expiresAt = paymentHoldExpiry(onlinePayments.channels, input.now)
	const caller = { userId: input.userId, networkKey: hold?.networkKey ?? input.networkKey }
	const opened = await openAttempt(deps, {
		kind: 'appointment',
		onlinePayments,
		checkout,
		payments: input.read.payments,
		caller,
		email,
		description: `${checkout.services.map(({ name }) => name).join(', ')} at ${shop.name}`,
		checkoutCopy: (paymentReference) => signCheckoutCopy(onlinePayments.linkKeys, paymentReference, checkout),
		expiresAt,
		insert: (paymentReference, attempt) =>
			takeSlotWithAttempt(deps, paying, { paymentReference, attempt, caller, expiresAt }),
		now: input.now,
	})
	if (opened.ok) return opened
	switch (opened.refusal) {
		case 'booked_before':
			return bookedMeanwhile(deps, checkout, 'payment_not_validated')
		case 'slot_taken':
			return bookedMeanwhile(deps, checkout, 'slot_taken')
		case 'price_changed':
			return refused('payment_not_validated')
		default:
			return refused(opened.refusal)
	}
}

async function bookedMeanwhile(
	{ booking: { appointments } }: OpenPaymentPageDeps,
	{ draftId }: NewPendingCheckout,
	refusal: OpenPageRefusal,
): Promise<Outcome<PaymentStart, OpenPageRefusal>> {
	const appointmentId = await appointments.idOfDraft(draftId)
	return appointmentId === null ? refused(refusal) : accepted({ next: 'booked', appointmentId })
}

async function takeSlotWithAttempt(
	deps: OpenPaymentPageDeps,
	{ requested, checkout, input }: Paying,
	{
		paymentReference,
		attempt,
		caller,
		expiresAt,
	}: {
		paymentReference: string
		attempt: Statement[]
		caller: { userId: string | null; networkKey: string | null }
		expiresAt: Instant
	},
): Promise<TakeRefusal | RefusalOf<typeof constraints> | 'booked_before' | null> {
	const { choices, contact, seen, now } = input
	const { draft, shop, hold } = requested
	const { checkoutId } = checkout
	const search = draftSearch(requested, postedDays(seen.startsAt, now), now)
	const holdId = newId()
	const withHold = hold?.startsAt === seen.startsAt ? heldSearch(search, hold) : search
	const write = (times: WantedTime[]) =>
		writeAsFirst(!input.read.hasPendingCheckout, (isFirst) =>
			writeIdempotent(deps.writeBatch, [
				...(input.alongside ?? []),
				deps.booking.holds.releaseHold(draft.id),
				...deps.booking.holds.releaseOldestUnpaid(draft.id, contact, caller, now),
				...holdTimes(deps, times, {
					id: holdId,
					draftId: draft.id,
					shopId: shop.id,
					startsAt: seen.startsAt,
					expiresAt,
					renewedAt: hold?.renewedAt ?? null,
					contact,
					caller,
					checkoutId,
					now,
				}),
				...deps.booking.drafts.saveCheckoutChoices(draft.id, choices, now),
				...releaseOthers(deps, checkout, { isFirst, now }),
				...deps.booking.checkouts.insertPendingCheckout(checkout),
				...deps.loyalty.savingUses.keepUses(checkout, now),
				...takeReferral(deps, { ...checkout, now }),
				...attempt,
				...deps.messaging.outbox.insertPaymentMessage({
					kind: 'payment_unfinished',
					paymentReference,
					onceFor: checkoutId,
					dueAt: now + REMINDER_MS,
					now,
				}),
			]),
		)
	const taken = await unlessBooked(() => takeSlot(withHold, seen.startsAt, write, constraints))
	if (taken === 'booked_before') return taken
	return taken.ok ? null : taken.refusal
}
