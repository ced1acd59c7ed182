import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import { isSecondBookingOfDraft } from '#app/domain/booking/booking-write.server.ts'
import type { CheckoutChoices } from '#app/domain/booking/draft-repository.server.ts'
import { paymentHoldExpiry } from '#app/domain/booking/hold-policy.ts'
import type { NewCheckout, NewPendingCheckout } from '#app/domain/booking/new-booking.ts'
import { firstCheckAt } from '#app/domain/payments/check-times.ts'
import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import type { Payment } from '#app/domain/payments/payment.ts'
import { newPaymentReference } from '#app/domain/payments/payment-reference.server.ts'
import type { PaymentRefusal } from '#app/domain/payments/payment-refusal.ts'
import { isSecondOpenAttempt } from '#app/domain/payments/payment-repository.server.ts'
import {
	type DraftWithCalendar,
	heldSearch,
	postedDays,
	slotSearchOf,
} from '#app/flows/booking/read-draft.server.ts'
import type { ReadForBooking } from '#app/flows/booking/read-for-booking.server.ts'
import { takeReferral } from '#app/flows/booking/take-referral.server.ts'
import { takeSlot } from '#app/flows/booking/take-slot.server.ts'
import { keepSavings } from '#app/flows/lifecycle/repay-write-offs.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import {
	type AskPaymentPageDeps,
	askForPaymentPage,
	ConcurrentAttemptError,
	type PaymentStart,
	SAME_PRESS_MS,
	waitForConcurrentAttempt,
} from './ask-payment-page.server.ts'
import { signCheckoutCopy } from './checkout-copy.server.ts'

export type OpenPaymentPageDeps = Pick<
	Repositories,
	| 'drafts'
	| 'holds'
	| 'availability'
	| 'appointments'
	| 'checkouts'
	| 'countedActs'
	| 'payments'
	| 'ledger'
	| 'outbox'
	| 'savingUses'
	| 'referralCodes'
	| 'writeBatch'
> &
	AskPaymentPageDeps

export type StartPaymentInput = {
	choices: CheckoutChoices & { paymentChoice: 'online' }
	/** As it is stored, already checked: a guest's, or that of a customer's profile. */
	contact: NewCheckout['contact']
	userId: string | null
	/** What the page showed: compared, never charged (D3). */
	seen: { startsAt: Instant; totalKobo: Kobo; cashbackKobo: Kobo; dueKobo: Kobo }
	read: ReadForBooking & { payments: readonly Payment[] }
	networkKey: string | null
	/** Whoever gave the code of a friend has signed in on this device (D41). */
	isSameDevice?: boolean
	now: Instant
}

/** When the reminder of an unfinished payment is due; many customers pay within seconds (R36). */
const REMINDER_MS = 8 * MINUTE_MS

export type Paying = {
	paystack: OnlinePayments
	email: string
	requested: DraftWithCalendar
	checkout: NewPendingCheckout
	input: StartPaymentInput
}

/**
 * Takes the slot and inserts the attempt, asks Paystack for its payment page, and stores the address of the page. The
 * process may end after each of the three (R33, R34). Gives where the customer goes; refuses what `takeSlot` refuses,
 * 'payment_not_validated', 'payment_not_started', 'payment_no_url' and 'invalid_amount'.
 */
export async function openPaymentPage(
	deps: OpenPaymentPageDeps,
	paying: Paying,
): Promise<Outcome<PaymentStart, BookingRefusal | PaymentRefusal>> {
	const paymentReference = newPaymentReference()
	try {
		const taken = await takeSlotAndInsertAttempt(deps, paying, paymentReference)
		if (!taken.ok && taken.refusal === 'slot_taken')
			return bookedMeanwhile(deps, paying.checkout, taken.refusal)
		if (!taken.ok) return refused(taken.refusal === 'price_changed' ? 'payment_not_validated' : taken.refusal)
	} catch (error) {
		if (isSecondBookingOfDraft(error)) return bookedMeanwhile(deps, paying.checkout, 'payment_not_validated')
		if (!(error instanceof ConcurrentAttemptError)) throw error
		return waitForConcurrentAttempt(deps, paying.checkout)
	}
	const { checkout, paystack } = paying
	return askForPaymentPage(deps, {
		paystack,
		paymentReference,
		amountKobo: checkout.dueKobo,
		email: paying.email,
		description: `${checkout.services.map(({ name }) => name).join(', ')} at ${paying.requested.shop.name}`,
		checkoutCopy: await signCheckoutCopy(paystack.linkKeys, paymentReference, checkout),
	})
}

/** A draft that was booked since it was read answers with its appointment, and with `refusal` where it has none. */
async function bookedMeanwhile(
	{ appointments }: OpenPaymentPageDeps,
	{ draftId }: NewPendingCheckout,
	refusal: BookingRefusal | PaymentRefusal,
): Promise<Outcome<PaymentStart, BookingRefusal | PaymentRefusal>> {
	const appointmentId = await appointments.idOfDraft(draftId)
	return appointmentId === null ? refused(refusal) : accepted({ next: 'booked', appointmentId })
}

function takeSlotAndInsertAttempt(
	deps: OpenPaymentPageDeps,
	{ paystack, requested, checkout, input }: Paying,
	paymentReference: string,
): Promise<Outcome<unknown, BookingRefusal>> {
	const { choices, contact, userId, seen, read, now } = input
	const { draft, shop, hold } = requested
	const caller = { userId, networkKey: hold?.networkKey ?? input.networkKey }
	const { checkoutId, dueKobo } = checkout
	const search = slotSearchOf(requested, postedDays(seen.startsAt, now), now)
	const expiresAt = paymentHoldExpiry(paystack.channels, now)
	const holdId = newId()
	const knownAttempts = read.payments.filter(
		({ status, createdAt }) => status === 'open' || now - createdAt > SAME_PRESS_MS,
	)
	return takeSlot(
		hold?.startsAt === seen.startsAt ? heldSearch(search, hold) : search,
		seen.startsAt,
		async (times) => {
			try {
				await writeIdempotent(deps.writeBatch, [
					deps.holds.releaseHold(draft.id),
					...deps.holds.releaseOldestUnpaid(draft.id, contact, caller, now),
					...deps.availability.takeTime({ holdId, heldUntilAt: expiresAt }, shop.id, times, now),
					...deps.holds.insertHold({
						id: holdId,
						draftId: draft.id,
						shopId: shop.id,
						segmentCount: times.length,
						startsAt: seen.startsAt,
						expiresAt,
						renewedAt: hold?.renewedAt ?? null,
						contact,
						caller,
						checkoutId,
						now,
					}),
					...deps.drafts.saveCheckoutChoices(draft.id, choices, now),
					...deps.checkouts.insertPendingCheckout(checkout),
					...keepSavings(deps, checkout, { usedAt: now, now }),
					...takeReferral(deps, { ...checkout, isSameDevice: input.isSameDevice === true, now }),
					deps.payments.replaceAttempts(knownAttempts.map((payment) => payment.paymentReference)),
					deps.payments.insertAttempt({
						paymentReference,
						checkoutId,
						amountKobo: dueKobo,
						mode: paystack.mode,
						expiresAt,
						nextCheckAt: firstCheckAt(now),
						now,
					}),
					deps.payments.attemptCeiling(paymentReference, now),
					...deps.countedActs.insertAct({
						kind: 'payment',
						subjectId: paymentReference,
						shopId: shop.id,
						caller,
						now,
					}),
					...deps.outbox.insertPaymentMessage({
						kind: 'payment_unfinished',
						paymentReference,
						onceFor: checkoutId,
						dueAt: now + REMINDER_MS,
						now,
					}),
				])
			} catch (error) {
				throw isSecondOpenAttempt(error) ? new ConcurrentAttemptError() : error
			}
		},
	)
}
