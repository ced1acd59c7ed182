import type { AvailabilityRepository } from '#app/domain/availability/availability-repository.server.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import type { FrozenVisit } from '#app/domain/booking/checkout-repository.server.ts'
import { isHoldAlive } from '#app/domain/booking/hold-policy.ts'
import {
	isForLater,
	isSecondBookingOfDraft,
	refusalOfWrite,
	type WriteBatch,
	writeKeyed,
} from '#app/domain/booking/refusal-of-write.server.ts'
import type { OutboxRepository } from '#app/domain/messaging/outbox-repository.server.ts'
import { judgePayment } from '#app/domain/payments/judge-payment.ts'
import { receivedLines } from '#app/domain/payments/ledger-lines.ts'
import { postEntry } from '#app/domain/payments/ledger-repository.server.ts'
import { OFFER_HOURS, type Payment, type ReceivedMoney } from '#app/domain/payments/payment.ts'
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
import { decided, isDecided, type Settlement } from './settlement.ts'
import { takeSlot } from './take-slot.server.ts'

export type SettlePaidDeps = BookPaidVisitDeps & {
	payments: Pick<PaymentRepository, 'payment' | 'insertTransaction'>
	availability: Pick<AvailabilityRepository, 'calendarOf'>
	refunds: Pick<RefundRepository, 'insertRefund'>
	outbox: Pick<OutboxRepository, 'insertPaymentMessage'>
	writeBatch: WriteBatch
}

/** A payment of which Paystack says that its money has come, and what it was for. */
export type Settling = {
	deps: SettlePaidDeps
	payment: Payment
	visit: FrozenVisit
	verified: VerifiedPayment
	now: Instant
}

/**
 * The right amount has come: it becomes the appointment at the time that its hold keeps, else at the same time where that is
 * free all the same; an offer of other times where it is not; a refund where the visit was booked by another way.
 */
export async function settlePaid(settling: Settling): Promise<Settlement> {
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
			deps.outbox.insertPaymentMessage({ kind: 'other_time_offered', reference, now }),
		])
	} catch (error) {
		if (!isOfferOfBookedVisit(error)) throw error
		return giveBack(settling, 'second_payment')
	}
}

/** What came goes back, for a reason of ours. */
export async function giveBack(settling: Settling, reason: RefundReason): Promise<Settlement> {
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
			deps.outbox.insertPaymentMessage({ kind: 'refund_started', reference, now }),
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
