import type { AvailabilityRepository } from '#app/domain/availability/availability-repository.server.ts'
import type { AppointmentRepository } from '#app/domain/booking/appointment-repository.server.ts'
import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import type { CheckoutRepository } from '#app/domain/booking/checkout-repository.server.ts'
import type { CheckoutChoices, DraftRepository } from '#app/domain/booking/draft-repository.server.ts'
import { paymentHoldExpiry } from '#app/domain/booking/hold-policy.ts'
import type { HoldRepository } from '#app/domain/booking/hold-repository.server.ts'
import type { NewCheckout, NewPendingCheckout } from '#app/domain/booking/new-booking.ts'
import { type WriteBatch, writeKeyed } from '#app/domain/booking/refusal-of-write.server.ts'
import type { OutboxRepository } from '#app/domain/messaging/outbox-repository.server.ts'
import { nextCheckAt } from '#app/domain/payments/check-times.ts'
import { type OnlinePayments, returnPage } from '#app/domain/payments/online-payments.server.ts'
import type { Payment } from '#app/domain/payments/payment.ts'
import { signPaymentLink } from '#app/domain/payments/payment-link.server.ts'
import { newPaymentReference } from '#app/domain/payments/payment-reference.server.ts'
import {
	isSecondOpenAttempt,
	type PaymentRepository,
} from '#app/domain/payments/payment-repository.server.ts'
import type { StartOutcome } from '#app/domain/payments/paystack-gateway.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { ReadForBooking } from './judge-booking.server.ts'
import { heldSearch, postedDays, slotSearchOf, type VisitWithCalendar } from './read-visit.server.ts'
import { takeSlot } from './take-slot.server.ts'

export type OpenPaymentPageDeps = {
	drafts: Pick<DraftRepository, 'saveCheckoutChoices'>
	holds: Pick<HoldRepository, 'insertHold' | 'releaseHold'>
	availability: Pick<AvailabilityRepository, 'takeTime'>
	appointments: Pick<AppointmentRepository, 'idOfDraft'>
	checkouts: Pick<CheckoutRepository, 'insertPendingCheckout'>
	payments: Pick<
		PaymentRepository,
		'paymentsOfDraft' | 'insertAttempt' | 'replaceAttempts' | 'openAttempt' | 'giveUpAttempt'
	>
	outbox: Pick<OutboxRepository, 'insertPaymentMessage'>
	writeBatch: WriteBatch
	log: (line: string) => void
	/** Waits; the time is the caller's, so that a test need not. */
	pause: (milliseconds: number) => Promise<void>
}

export type StartPaymentInput = {
	choices: CheckoutChoices & { paymentChoice: 'online' }
	/** As it is stored, already checked: a guest's, or that of a customer's profile. */
	contact: NewCheckout['contact']
	userId: string | null
	/** What the page showed: compared, never charged (decision D3). */
	seen: { startsAt: Instant; totalKobo: Kobo; dueKobo: Kobo }
	read: ReadForBooking & { payments: readonly Payment[] }
	networkKey: string | null
	now: Instant
}

/** Where the customer goes: to Paystack's page, to what an earlier payment of the same visit has become, or to the visit. */
export type PaymentStart =
	| { next: 'pay'; url: string }
	| { next: 'payment'; reference: string }
	| { next: 'booked'; appointmentId: string }

/** A try in its first moments is the same press, sent twice. */
export const SAME_PRESS_MS = 15_000
/** When somebody who has not paid yet is written to; many pay within seconds (R36). */
const REMINDER_MS = 8 * MINUTE_MS
const POLL_MS = 300
const POLLS = 12

export type Paying = {
	paystack: OnlinePayments
	email: string
	wished: VisitWithCalendar
	checkout: NewPendingCheckout
	input: StartPaymentInput
}

/**
 * Takes the time, writes the try, asks Paystack for its page and keeps the address: three writes and calls, of which each
 * may be the last (R33, R34).
 */
export async function openPaymentPage(
	deps: OpenPaymentPageDeps,
	paying: Paying,
): Promise<Outcome<PaymentStart, BookingRefusal>> {
	const reference = newPaymentReference()
	try {
		const taken = await takeTimeAndTry(deps, paying, reference)
		if (!taken.ok) return bookedMeanwhile(deps, paying.checkout, taken.refusal)
	} catch (error) {
		if (!(error instanceof SecondTap)) throw error
		return otherTapsPage(deps, paying)
	}
	const { checkout } = paying
	const { appOrigin, channels, gateway, linkKeys } = paying.paystack
	const token = await signPaymentLink(linkKeys, reference)
	const answer = await gateway.initialize({
		reference,
		amountKobo: checkout.dueKobo,
		email: paying.email,
		callbackUrl: appOrigin + returnPage(token),
		cancelUrl: appOrigin + returnPage(token, '&cancelled=true'),
		channels,
		description: `${checkout.services.map(({ name }) => name).join(', ')} at ${paying.wished.shop.name}`,
	})
	if (answer.outcome === 'started') {
		await keepAnswer(deps, reference, deps.payments.openAttempt(reference, answer.authorizationUrl))
		return accepted({ next: 'pay', url: answer.authorizationUrl })
	}
	deps.log(`payment ${reference}: not started (${'why' in answer ? answer.why : answer.outcome})`)
	await keepAnswer(deps, reference, deps.payments.giveUpAttempt(reference, statusAfter(answer)))
	return refused(refusalOfStart(answer))
}

/** The time may be taken, and the checkout be none any more, because this very visit was booked since it was read. */
async function bookedMeanwhile(
	{ appointments }: OpenPaymentPageDeps,
	{ draftId }: NewPendingCheckout,
	refusal: BookingRefusal,
): Promise<Outcome<PaymentStart, BookingRefusal>> {
	if (refusal !== 'slot_taken' && refusal !== 'invalid_selection') return refused(refusal)
	const appointmentId = await appointments.idOfDraft(draftId)
	if (appointmentId !== null) return accepted({ next: 'booked', appointmentId })
	// A broken foreign key: a price is no longer what was read.
	return refused(refusal === 'invalid_selection' ? 'payment_not_validated' : refusal)
}

/** Money under a try that may have been started all the same is still looked for. */
function statusAfter(answer: StartOutcome): 'not_started' | 'replaced' {
	return answer.outcome === 'refused' ? 'not_started' : 'replaced'
}

function refusalOfStart(answer: StartOutcome): BookingRefusal {
	if (answer.outcome === 'no_url') return 'payment_no_url'
	const isAmount = answer.outcome === 'refused' && answer.why === 'invalid_amount'
	return isAmount ? 'invalid_amount' : 'payment_not_started'
}

/**
 * What Paystack answered is kept if it can be: the try itself is there, so its money is found all the same, and the customer
 * gets their answer.
 */
async function keepAnswer(
	deps: OpenPaymentPageDeps,
	reference: string,
	statement: Parameters<WriteBatch>[0][number],
): Promise<void> {
	try {
		await writeKeyed(deps.writeBatch, [statement])
	} catch (error) {
		deps.log(
			`payment ${reference}: Paystack's answer was not kept (${error instanceof Error ? error.name : 'error'})`,
		)
	}
}

class SecondTap extends Error {}

function takeTimeAndTry(
	deps: OpenPaymentPageDeps,
	{ paystack, wished, checkout, input }: Paying,
	reference: string,
): Promise<Outcome<null, BookingRefusal>> {
	const { choices, contact, seen, read, now } = input
	const { draft, shop, hold } = wished
	const { checkoutId, dueKobo } = checkout
	const search = slotSearchOf(wished, postedDays(seen.startsAt, now), now)
	const expiresAt = paymentHoldExpiry(paystack.channels, now)
	const holdId = newId()
	const seenTries = read.payments.filter(
		({ status, createdAt }) => status === 'open' || now - createdAt > SAME_PRESS_MS,
	)
	return takeSlot(
		hold?.startsAt === seen.startsAt ? heldSearch(search, hold) : search,
		seen.startsAt,
		async (times) => {
			try {
				await writeKeyed(deps.writeBatch, [
					deps.holds.releaseHold(draft.id),
					...deps.availability.takeTime({ holdId, heldUntilAt: expiresAt }, shop.id, times, now),
					deps.holds.insertHold({
						id: holdId,
						draftId: draft.id,
						shopId: shop.id,
						segmentCount: times.length,
						startsAt: seen.startsAt,
						expiresAt,
						renewedAt: hold?.renewedAt ?? null,
						contactEmail: contact.email,
						contactPhone: contact.phone,
						networkKey: hold?.networkKey ?? input.networkKey,
						checkoutId,
						now,
					}),
					...deps.drafts.saveCheckoutChoices(draft.id, choices, now),
					...deps.checkouts.insertPendingCheckout(checkout),
					deps.payments.replaceAttempts(seenTries.map((payment) => payment.reference)),
					deps.payments.insertAttempt({
						reference,
						checkoutId,
						amountKobo: dueKobo,
						mode: paystack.mode,
						expiresAt,
						nextCheckAt: nextCheckAt({ expiresAt, checkCount: 0 }, now),
						now,
					}),
					deps.outbox.insertPaymentMessage({
						kind: 'payment_unfinished',
						reference,
						onceFor: checkoutId,
						dueAt: now + REMINDER_MS,
						now,
					}),
				])
			} catch (error) {
				throw isSecondOpenAttempt(error) ? new SecondTap() : error
			}
		},
	)
}

/** The other tap is asking Paystack for the page right now. */
async function otherTapsPage(
	deps: OpenPaymentPageDeps,
	{ checkout }: Paying,
): Promise<Outcome<PaymentStart, BookingRefusal>> {
	for (let poll = 0; poll < POLLS; poll++) {
		const payments = await deps.payments.paymentsOfDraft(checkout.draftId)
		const other = payments.find(
			({ checkoutId, status }) =>
				checkoutId === checkout.checkoutId && (status === 'created' || status === 'open'),
		)
		if (!other) break
		if (other.authorizationUrl) return accepted({ next: 'pay', url: other.authorizationUrl })
		await deps.pause(POLL_MS)
	}
	return refused('payment_not_started')
}
