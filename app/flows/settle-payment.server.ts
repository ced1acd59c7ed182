import type { AvailabilityRepository } from '#app/domain/availability/availability-repository.server.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import type { CheckoutRepository, FrozenVisit } from '#app/domain/booking/checkout-repository.server.ts'
import { isHoldAlive } from '#app/domain/booking/hold-policy.ts'
import {
	isForLater,
	isSecondBookingOfDraft,
	refusalOfWrite,
	type WriteBatch,
	writeKeyed,
} from '#app/domain/booking/refusal-of-write.server.ts'
import type { OutboxRepository } from '#app/domain/messaging/outbox-repository.server.ts'
import { nextCheckAt } from '#app/domain/payments/check-times.ts'
import { judgePayment } from '#app/domain/payments/judge-payment.ts'
import { receivedLines } from '#app/domain/payments/ledger-lines.ts'
import { postEntry } from '#app/domain/payments/ledger-repository.server.ts'
import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import { ATTEMPT_HOURS, OFFER_HOURS, type Payment, type ReceivedMoney } from '#app/domain/payments/payment.ts'
import {
	isOfferOfBookedVisit,
	isSettledBefore,
	type PaymentRepository,
} from '#app/domain/payments/payment-repository.server.ts'
import type { RefundRepository } from '#app/domain/payments/refund-repository.server.ts'
import type { VerifiedPayment } from '#app/domain/payments/verified-payment.ts'
import { dateOfInstant } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { PaymentOutcome, RefundReason } from '#app/kernel/vocabulary.ts'
import { withFreshReference } from './new-booking.server.ts'
import {
	type BookPaidVisitDeps,
	bookingStatements,
	paidAppointment,
	paidVisitSearch,
	type TimeToBook,
	tipIn,
} from './paid-visit.server.ts'
import { calendarWindow } from './read-visit.server.ts'
import { takeSlot } from './take-slot.server.ts'

export type SettlePaymentDeps = BookPaidVisitDeps & {
	/** Null where paying online is not set up: then nothing can be asked. */
	paystack: Pick<OnlinePayments, 'gateway' | 'mode'> | null
	payments: Pick<PaymentRepository, 'payment' | 'noteChecked' | 'insertTransaction'>
	checkouts: Pick<CheckoutRepository, 'frozenVisit'>
	availability: Pick<AvailabilityRepository, 'calendarOf'>
	refunds: Pick<RefundRepository, 'insertRefund'>
	outbox: Pick<OutboxRepository, 'insertPaymentMessage'>
	writeBatch: WriteBatch
	/** Gets a line for what an operator should know of: references and codes, nothing about a person. */
	log: (line: string) => void
}

export type DecidedPayment = Payment & { received: ReceivedMoney }

export type Settlement =
	| { kind: 'unknown_reference' }
	/** No money yet, as far as is known. `seen`: Paystack's last word; null when it, or the database, did not answer: ask again. */
	| { kind: 'waiting'; payment: Payment; seen: 'unfinished' | 'failed' | null }
	/** Money has arrived: `payment.received.outcome` says what became of it. */
	| { kind: 'decided'; payment: DecidedPayment }

/**
 * Asks Paystack what became of a payment and does what follows, once, whoever asks and however many at a time: the return
 * page, the webhook, 'Check payment', the sweeper (guide: paystack, "The integration" 2, 3, 5). Money that arrived becomes
 * the appointment; an offer of other times where its time is gone; a refund where it cannot be either. One write with the
 * claim of the reference in it decides, and whoever comes second is told what the first one did.
 */
export async function settlePayment(
	deps: SettlePaymentDeps,
	{ reference, isSweep = false, now }: { reference: string; isSweep?: boolean; now: Instant },
): Promise<Settlement> {
	const [payment, visit] = await Promise.all([
		deps.payments.payment(reference),
		deps.checkouts.frozenVisit(reference),
	])
	if (!payment || !visit) return { kind: 'unknown_reference' }
	if (isDecided(payment)) return { kind: 'decided', payment }

	const answer = await verify(deps, payment)
	const verdict = answer.outcome === 'found' ? judgePayment(answer.payment, payment) : answer.outcome
	switch (verdict) {
		case 'paid':
		case 'amount_mismatch':
		case 'currency_mismatch': {
			if (answer.outcome !== 'found') throw new Error('a verdict without a payment')
			const settling = { deps, payment, visit, verified: answer.payment, now }
			return verdict === 'paid' ? settlePaid(settling) : giveBack(settling, verdict)
		}
		case 'wrong_mode':
		case 'wrong_reference':
			deps.log(`payment ${reference}: Paystack answered with another one (${verdict})`)
			return waiting(deps, payment, null, { isSweep, now })
		case 'failed':
		case 'reversed':
			return waiting(deps, payment, 'failed', { isSweep, now })
		case 'unfinished':
		case 'not_found':
			return waiting(deps, payment, 'unfinished', { isSweep, now })
		case 'unknown':
			return waiting(deps, payment, null, { isSweep, now })
	}
}

/** Another key's payments are not asked about: this one does not know them. */
async function verify({ paystack }: SettlePaymentDeps, { reference, mode }: Payment) {
	if (!paystack || paystack.mode !== mode) return { outcome: 'unknown' } as const
	return paystack.gateway.verify(reference)
}

function isDecided(payment: Payment): payment is DecidedPayment {
	return payment.received !== null
}

/** No money yet. What Paystack said is kept when it is news, and the sweeper's next turn is set. */
async function waiting(
	{ payments, writeBatch }: SettlePaymentDeps,
	payment: Payment,
	seen: 'unfinished' | 'failed' | null,
	{ isSweep, now }: { isSweep: boolean; now: Instant },
): Promise<Settlement> {
	if (isSweep || (seen !== null && seen !== payment.seenStatus)) {
		const isOver = now - payment.createdAt > ATTEMPT_HOURS * HOUR_MS
		await writeBatch([
			payments.noteChecked(payment.reference, seen, isOver && isSweep ? null : nextCheckAt(payment, now)),
		])
	}
	return { kind: 'waiting', payment, seen }
}

type Settling = {
	deps: SettlePaymentDeps
	payment: Payment
	visit: FrozenVisit
	verified: VerifiedPayment
	now: Instant
}

async function settlePaid(settling: Settling): Promise<Settlement> {
	const { visit, payment, now } = settling
	if (visit.bookedAppointmentId !== null) return giveBack(settling, 'second_payment')
	// A visit that has begun is booked by nobody, however long its time was kept.
	if (visit.startsAt <= now) return offerOtherTime(settling)
	let refusal: BookingRefusal | null = 'slot_taken'
	if (visit.heldUntilAt !== null && isHoldAlive({ expiresAt: visit.heldUntilAt }, now)) {
		try {
			return await book(settling, 'held')
		} catch (error) {
			const other = await settledOtherwise(settling, error)
			if (other) return other
			refusal = refusalOfWrite(error)
		}
	}
	// The time that was held is gone, or never was: perhaps it is free all the same.
	if (refusal === 'slot_taken') {
		let settled: Settlement | null = null
		const search = await searchForPaid(settling)
		const taken = await takeSlot(search, visit.startsAt, async (times) => {
			try {
				settled = await book(settling, times)
			} catch (error) {
				settled = await settledOtherwise(settling, error)
				if (!settled) throw error
			}
		})
		if (taken.ok && settled) return settled
		refusal = taken.ok ? null : taken.refusal
	}
	if (refusal !== null && isForLater(refusal)) return { kind: 'waiting', payment, seen: null }
	if (refusal === 'promo_not_valid') return giveBack(settling, 'promo_used_up')
	return offerOtherTime(settling)
}

/** The shop's notice does not take away a time that was paid for while it was kept, whenever that was heard of. */
async function searchForPaid({ deps, visit, payment, verified, now }: Settling): Promise<SlotSearch> {
	const days = { firstDate: dateOfInstant(visit.startsAt, -1), dayCount: 3 }
	const calendar = await deps.availability.calendarOf(
		{ paymentReference: payment.reference },
		calendarWindow(days.firstDate, days.dayCount),
		now,
	)
	const search = paidVisitSearch(visit, calendar, days, now)
	const isPaidInTime = isHoldAlive(payment, verified.paidAt ?? now)
	const { earliestStartAt } = search
	return {
		...search,
		earliestStartAt: isPaidInTime ? Math.min(earliestStartAt, visit.startsAt) : earliestStartAt,
	}
}

/** What another write made of it: the same payment settled at the same time, or the draft booked by another way. */
async function settledOtherwise(settling: Settling, error: unknown): Promise<Settlement | null> {
	if (isSettledBefore(error)) return settledMeanwhile(settling)
	return isSecondBookingOfDraft(error) ? giveBack(settling, 'second_payment') : null
}

async function settledMeanwhile({ deps, payment }: Settling): Promise<Settlement> {
	const settled = await deps.payments.payment(payment.reference)
	return settled && isDecided(settled)
		? { kind: 'decided', payment: settled }
		: { kind: 'waiting', payment, seen: null }
}

async function book(settling: Settling, time: TimeToBook): Promise<Settlement> {
	const { deps, payment, visit, now } = settling
	const { reference, amountKobo } = payment
	const appointment = paidAppointment(visit, { startsAt: visit.startsAt, paidKobo: amountKobo, now })
	const received = receivedMoney(settling, 'booked', appointment.appointmentId)
	await withFreshReference(appointment, () =>
		writeKeyed(deps.writeBatch, [
			...receivingStatements(settling, received),
			...bookingStatements(deps, { reference, visit, appointment, time, now }),
		]),
	)
	return decided(payment, received)
}

async function offerOtherTime(settling: Settling): Promise<Settlement> {
	const { deps, payment, now } = settling
	const { reference } = payment
	const received = receivedMoney(settling, 'offered')
	try {
		return await write(settling, received, null, [
			deps.outbox.insertPaymentMessage({
				id: newId(),
				kind: 'other_time_offered',
				dedupeKey: `other-time-offered:${reference}`,
				reference,
				dueAt: now,
				now,
			}),
		])
	} catch (error) {
		if (!isOfferOfBookedVisit(error)) throw error
		return giveBack(settling, 'second_payment')
	}
}

async function giveBack(settling: Settling, reason: RefundReason): Promise<Settlement> {
	const { deps, payment, now } = settling
	const { reference } = payment
	const received = receivedMoney(settling, 'refund')
	const { amountKobo, currency } = received
	return write(
		settling,
		received,
		{ reason, status: 'requested', amountKobo, requestedAt: now, changedAt: now },
		[
			deps.refunds.insertRefund({ id: newId(), reference, amountKobo, currency, reason, now }),
			deps.outbox.insertPaymentMessage({
				id: newId(),
				kind: 'refund_started',
				dedupeKey: `refund-started:${reference}`,
				reference,
				dueAt: now,
				now,
			}),
		],
	)
}

async function write(
	settling: Settling,
	received: ReceivedMoney,
	refund: Payment['refund'],
	statements: Parameters<WriteBatch>[0],
): Promise<Settlement> {
	const { deps, payment } = settling
	try {
		await writeKeyed(deps.writeBatch, [...receivingStatements(settling, received), ...statements])
		return decided(payment, received, refund)
	} catch (error) {
		if (isSettledBefore(error)) return settledMeanwhile(settling)
		if (isForLater(refusalOfWrite(error))) return { kind: 'waiting', payment, seen: null }
		throw error
	}
}

function receivedMoney(
	{ payment, visit, verified, now }: Settling,
	outcome: PaymentOutcome,
	appointmentId: string | null = null,
): ReceivedMoney {
	// A fee that the customer bore on top is not owed to them; of a wrong amount or currency all of it is.
	const isAsAgreed = judgePayment(verified, payment) === 'paid'
	return {
		outcome,
		appointmentId,
		amountKobo: isAsAgreed ? payment.amountKobo : verified.amountKobo,
		currency: verified.currency,
		staffTipKobo: outcome === 'booked' ? tipIn(visit, payment.amountKobo) : 0,
		paidAt: verified.paidAt ?? now,
		decidedAt: now,
		offerExpiresAt: outcome === 'offered' ? now + OFFER_HOURS * HOUR_MS : null,
		disputedAt: null,
	}
}

/** The claim of the reference, first of all, and the money in the ledger. */
function receivingStatements({ deps, payment, visit, verified, now }: Settling, received: ReceivedMoney) {
	const { reference } = payment
	const { amountKobo, currency, staffTipKobo, paidAt, outcome, appointmentId, offerExpiresAt } = received
	const feeKobo = Math.min(verified.feesKobo, verified.amountKobo)
	return [
		...deps.payments.insertTransaction({
			id: newId(),
			reference,
			appointmentId,
			amountKobo,
			currency,
			feeKobo,
			staffTipKobo,
			transactionType: verified.channel === 'card' || verified.channel === null ? 'CARD' : 'TRANSFER',
			description: `${visit.services.map(({ name }) => name).join(', ')} at ${visit.shop.name}`,
			paidAt,
			outcome,
			offerExpiresAt,
			now,
		}),
		...postEntry({
			occasion: `payment:${reference}`,
			lines: receivedLines({
				reference,
				currency,
				owedKobo: amountKobo,
				paidKobo: verified.amountKobo,
				feeKobo,
			}),
			occurredAt: paidAt,
			now,
		}),
	]
}

function decided(payment: Payment, received: ReceivedMoney, refund: Payment['refund'] = null): Settlement {
	return { kind: 'decided', payment: { ...payment, status: 'paid', seenStatus: 'success', received, refund } }
}
