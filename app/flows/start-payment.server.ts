import type { AvailabilityRepository } from '#app/domain/availability/availability-repository.server.ts'
import type { AppointmentRepository } from '#app/domain/booking/appointment-repository.server.ts'
import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import { refundableUntil } from '#app/domain/booking/cancellation-policy.ts'
import type { CheckoutRepository } from '#app/domain/booking/checkout-repository.server.ts'
import { amountDueNow, depositFor } from '#app/domain/booking/deposit.ts'
import type { CheckoutChoices, DraftRepository } from '#app/domain/booking/draft-repository.server.ts'
import { paymentHoldExpiry } from '#app/domain/booking/hold-policy.ts'
import type { HoldRepository } from '#app/domain/booking/hold-repository.server.ts'
import type { NewCheckout, NewPendingCheckout } from '#app/domain/booking/new-booking.ts'
import { writeKeyed } from '#app/domain/booking/refusal-of-write.server.ts'
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
import { contentId, newId } from '#app/kernel/id.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { applyChoices } from './apply-choices.server.ts'
import { keepingChoices, type ReadForBooking, refusalBeforeBooking } from './judge-booking.server.ts'
import { newCheckout } from './new-booking.server.ts'
import { heldSearch, postedDays, slotSearchOf, type VisitWithCalendar } from './read-visit.server.ts'
import { type SettlePaymentDeps, settlePayment } from './settle-payment.server.ts'
import { takeSlot } from './take-slot.server.ts'

export type StartPaymentDeps = SettlePaymentDeps & {
	paystack: OnlinePayments | null
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
const SAME_PRESS_MS = 15_000
/** An open try is used again while this much of its time is left. */
const ENOUGH_TIME_MS = 3 * MINUTE_MS
/** Each try keeps the time anew; somebody who does not pay does not keep it for ever. */
const MOST_TRIES = 8
/** When somebody who has not paid yet is written to; many pay within seconds (R36). */
const REMINDER_MS = 8 * MINUTE_MS
const POLL_MS = 300
const POLLS = 12

/**
 * Starts paying a draft online (guide: paystack, "The integration" 1). The first write takes everything that the payment
 * is for: the checkout with all that was agreed, the try itself, and the time, for as long as paying may take. Then
 * Paystack is asked for its page, whose address the second write keeps. The same press sent twice, and a second tab, get
 * the same page (R33); before a new try, Paystack is asked about the earlier ones, so that nobody pays twice unawares.
 * Refuses what a booking is refused for, and 'invalid_amount' for nothing to pay, 'missing_email', 'too_many_payments',
 * 'payment_not_validated' when what is paid for changed meanwhile, 'payment_not_started', 'payment_no_url'.
 */
export async function startPayment(
	deps: StartPaymentDeps,
	input: StartPaymentInput,
): Promise<Outcome<PaymentStart, BookingRefusal>> {
	const { choices, seen, read, now } = input
	const { visit } = read
	if (!visit) return refused('session_error')
	const { appointmentId } = visit.draft
	if (appointmentId !== null) return accepted({ next: 'booked', appointmentId })
	const wished = { ...visit, ...applyChoices(visit, choices, now) }
	const started = await start(deps, input, wished)
	return keepingChoices(deps, started, { visit, wished, choices, startsAt: seen.startsAt, now })
}

async function start(
	deps: StartPaymentDeps,
	input: StartPaymentInput,
	wished: VisitWithCalendar,
): Promise<Outcome<PaymentStart, BookingRefusal>> {
	const { paystack } = deps
	const { contact, seen, read, now } = input
	const refusal = refusalBeforeBooking(wished, read, { ...input, isOnlineOffered: paystack !== null })
	if (refusal) return refused(refusal)
	if (!paystack) return refused('invalid_selection')
	const dueKobo = amountDueNow(depositFor(wished.shop, read.noShowCount), wished.quote.totalKobo)
	if (dueKobo !== seen.dueKobo) return refused('price_changed')
	if (dueKobo <= 0) return refused('invalid_amount')
	if (contact.email === null) return refused('missing_email')

	const checkout = await pendingCheckout(wished, input, dueKobo)
	const earlier = await earlierPayment(deps, read.payments, checkout, now)
	if (earlier) return accepted(earlier)
	if (read.payments.length >= MOST_TRIES) return refused('too_many_payments')
	return pay(deps, { paystack, email: contact.email, wished, checkout, input })
}

/** The visit as it is agreed to now. Its id is made of all that is in it: the same visit is the same checkout. */
async function pendingCheckout(
	wished: VisitWithCalendar,
	input: StartPaymentInput,
	dueKobo: Kobo,
): Promise<NewPendingCheckout> {
	const { startsAt } = input.seen
	const { checkoutId: _, clientId, now, ...checkout } = newCheckout(wished, input)
	const frozen = {
		...checkout,
		services: checkout.services.map((service, position) => {
			const { staff, bufferMinutes = 0 } = wished.draft.services[position] ?? {}
			return {
				...service,
				bufferMinutes,
				staffMemberId: staff?.kind === 'named' ? staff.staffMemberId : null,
			}
		}),
		startsAt,
		refundableUntilAt: refundableUntil(startsAt, wished.shop.freeCancellationMinutes),
		dueKobo,
	}
	return { ...frozen, checkoutId: await contentId(JSON.stringify(frozen)), clientId, now }
}

/** What the customer did before: a page that is still open for the same visit, or money that has arrived. */
async function earlierPayment(
	deps: StartPaymentDeps,
	payments: readonly Payment[],
	{ checkoutId }: NewPendingCheckout,
	now: Instant,
): Promise<PaymentStart | null> {
	const decided = payments.find(({ received }) => received !== null && received.outcome !== 'refund')
	if (decided) return { next: 'payment', reference: decided.reference }
	const open = payments.find(
		(payment) =>
			payment.checkoutId === checkoutId &&
			payment.status === 'open' &&
			payment.seenStatus !== 'failed' &&
			payment.expiresAt - now > ENOUGH_TIME_MS,
	)
	if (open?.authorizationUrl && now - open.createdAt < SAME_PRESS_MS)
		return { next: 'pay', url: open.authorizationUrl }
	const unpaid = payments.filter(
		({ received, authorizationUrl }) => received === null && authorizationUrl !== null,
	)
	const asked = await Promise.all(unpaid.map(({ reference }) => settlePayment(deps, { reference, now })))
	const paid = asked.find((settlement) => settlement.kind === 'decided')
	if (paid?.kind === 'decided') return { next: 'payment', reference: paid.payment.reference }
	return open?.authorizationUrl ? { next: 'pay', url: open.authorizationUrl } : null
}

type Paying = {
	paystack: OnlinePayments
	email: string
	wished: VisitWithCalendar
	checkout: NewPendingCheckout
	input: StartPaymentInput
}

async function pay(deps: StartPaymentDeps, paying: Paying): Promise<Outcome<PaymentStart, BookingRefusal>> {
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
		await keepAddress(deps, reference, answer.authorizationUrl)
		return accepted({ next: 'pay', url: answer.authorizationUrl })
	}
	deps.log(`payment ${reference}: not started (${'why' in answer ? answer.why : answer.outcome})`)
	await deps.writeBatch([deps.payments.giveUpAttempt(reference, statusAfter(answer))])
	return refused(refusalOfStart(answer))
}

/** The time may be taken, and the checkout be none any more, because this very visit was booked since it was read. */
async function bookedMeanwhile(
	{ appointments }: StartPaymentDeps,
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

/** The customer can pay even if the address could not be kept: the try itself is there, and its money is found. */
async function keepAddress(
	deps: StartPaymentDeps,
	reference: string,
	authorizationUrl: string,
): Promise<void> {
	try {
		await writeKeyed(deps.writeBatch, [deps.payments.openAttempt(reference, authorizationUrl)])
	} catch (error) {
		deps.log(`payment ${reference}: its page was not kept (${error instanceof Error ? error.name : 'error'})`)
	}
}

class SecondTap extends Error {}

function takeTimeAndTry(
	deps: StartPaymentDeps,
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
						id: newId(),
						kind: 'payment_unfinished',
						dedupeKey: `payment-unfinished:${checkoutId}`,
						reference,
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
	deps: StartPaymentDeps,
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
