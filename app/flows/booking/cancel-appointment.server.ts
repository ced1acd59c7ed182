import type { ClosedRefusal } from '#app/domain/booking/appointment/appointment-state-refusal.ts'
import {
	isRefundDue,
	type MoneyOnCancelling,
	moneyOnCancelling,
	whyOver,
} from '#app/domain/booking/appointment/cancellation-policy.ts'
import { alertLine, findPaymentHold, type Payment, paidAheadKobo } from '#app/domain/payments/payment.ts'
import { isRefundNotDue } from '#app/domain/payments/refund-repository.server.ts'
import { isHoldOver } from '#app/domain/payments/transaction-repository.server.ts'
import {
	onAppointmentUndone,
	type UndoneAppointment,
} from '#app/flows/lifecycle/on-appointment-undone.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary/booking.ts'
import {
	refusalOfWrite,
	type Statement,
	type WriteFailure,
	writeIdempotent,
} from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import {
	type Attempt,
	actAs,
	type ByCustomer,
	type ByShop,
	type RefusalFor,
} from './act-on-appointment.server.ts'

type CancelDeps = Pick<
	Repositories,
	'booking' | 'payments' | 'loyalty' | 'messaging' | 'shops' | 'writeBatch'
> & {
	/** Gets a line for the operator, without personal data. */
	log: (line: string) => void
}
/** The customer is told the shop's reason. */
type ByShopWithReason = ByShop & { reason: string }

export type Cancelled = {
	/** 'disputed', 'part_back': the held payment is not refunded (S19, D78). */
	money: MoneyOnCancelling
	/** Refunded online. */
	refundedKobo: Kobo
	/** The shop refunds in person what was paid there or by transfer. */
	byShopKobo: Kobo
	cashbackKobo: Kobo
	hadReward: boolean
}

export type CancelRefusal =
	| ClosedRefusal
	| 'visit_not_found'
	| 'own_visit'
	| 'appointment_not_ahead'
	| 'reason_missing'
	| WriteFailure

const isPaymentChanged = (error: unknown) => isRefundNotDue(error) || isHoldOver(error)

const isHeld = (money: MoneyOnCancelling) => money === 'disputed' || money === 'part_back'

/** In letters. */
const reasonLength = { min: 3, max: 200 }

/**
 * Cancels an appointment. Its customer may cancel until it starts (C66), by the policy; the shop until it is closed,
 * with a full refund (D52). One write changes the status, releases time and promo use, queues messages, and refunds or
 * forfeits the rest (D37). A repeat gives the same answer. A disputed payment is not refunded: the operator is told
 * (S19).
 * Refuses:
 * - 'visit_not_found', also by a handed link to a visit with money, a saving or an account;
 * - what `actOnAppointment` refuses to the shop;
 * - to the customer an appointment not ahead, to the shop a closed or cancelled one;
 * - 'reason_missing' to the shop without 3 to 200 letters.
 */
export function cancelAppointment<By extends ByCustomer | ByShopWithReason>(
	deps: CancelDeps,
	{ by, now }: { by: By; now: Instant },
): Promise<Outcome<Cancelled, RefusalFor<By, CancelRefusal>>> {
	const reason = by.kind === 'shop' ? by.reason.trim() : null
	const isHanded = by.kind === 'customer' && by.isHanded === true
	return actAs(deps, { by, isChangedMeanwhile: isPaymentChanged, now }, (attempt) =>
		cancelAsRead(deps, attempt, { reason, isHanded, now }),
	)
}

type Cancellation = { reason: string | null; now: Instant }

async function cancelAsRead(
	deps: CancelDeps,
	attempt: Attempt,
	{ reason, isHanded, now }: Cancellation & { isHanded: boolean },
): Promise<Outcome<Cancelled, CancelRefusal>> {
	const { appointmentId, policy, toClose } = attempt
	const [appointment, payment, uses] = await Promise.all([
		deps.booking.appointments.appointment(appointmentId),
		deps.payments.attempts.paymentOfAppointment(appointmentId),
		deps.loyalty.savingUses.usesOfAppointment(appointmentId),
	])
	if (!appointment) return refused('visit_not_found')
	const paid = { ...appointment, paidKobo: paidAheadKobo(appointment.paidKobo, payment) }
	const cancelled = reason === null ? paid : { ...paid, cancellationReason: reason }
	const money = moneyOnCancelling(cancelled, appointment.cancelledAt ?? now, findPaymentHold(payment))
	const sums = {
		money,
		refundedKobo: money === 'refunded' ? paid.paidKobo : 0,
		byShopKobo: toClose?.paidAtShopKobo ?? 0,
		cashbackKobo: uses?.cashbackKobo ?? 0,
		hadReward: toClose?.hasReward ?? (uses !== null && uses.rewardId !== null),
	}
	const isAtStake = money !== 'nothing_paid' || payment !== null || sums.cashbackKobo > 0 || sums.hadReward
	if (isHanded && (isAtStake || appointment.isOfAccount)) return refused('visit_not_found')
	if (appointment.status === 'CANCELLED' && policy.repeatsCancellation) return accepted(sums)
	const over = whyOver(policy, appointment, now)
	if (over) return refused(over)
	if (reason !== null && (reason.length < reasonLength.min || reason.length > reasonLength.max))
		return refused('reason_missing')
	const savings = uses && { uses, shopId: appointment.shop.id, isRefunded: isRefundDue(cancelled, now) }
	let status: AppointmentStatus | undefined
	try {
		const asRead = attempt.requireAsRead(appointment)
		status = await writeCancellation(deps, attempt, { reason, asRead, payment, money, savings, now })
	} catch (error) {
		return refused(refusalOfWrite(error, {}))
	}
	// Another tab may have been first, so the status after the batch counts.
	if (status !== 'CANCELLED') return refused(policy.endsAtStart ? 'appointment_not_ahead' : 'busy')
	if (isHeld(money) && payment)
		deps.log(
			alertLine(
				payment.paymentReference,
				money === 'disputed'
					? 'its visit was cancelled in time while its payer disputes it: no refund was sent'
					: 'its visit was cancelled in time while a part of it waits for you: npm run ops -- parts-back',
			),
		)
	return accepted(sums)
}

async function writeCancellation(
	deps: CancelDeps,
	{ appointmentId, by, alongside }: Attempt,
	input: Cancellation &
		Pick<UndoneAppointment, 'savings'> & {
			asRead: Statement
			payment: Payment | null
			money: MoneyOnCancelling
		},
): Promise<AppointmentStatus | undefined> {
	const { reason, asRead, payment, money, savings, now } = input
	const refund =
		money === 'refunded' && payment?.received
			? { payment: { ...payment, received: payment.received }, reason: 'cancelled' as const }
			: null
	const { status } = await writeIdempotent(deps.writeBatch, {
		alongside: await alongside,
		stillHeld: isHeld(money) && payment ? [deps.payments.attempts.requireHeld(payment.paymentReference)] : [],
		asRead,
		cancelled: deps.booking.appointments.cancelAppointment(appointmentId, {
			by,
			cancellationReason: reason,
			now,
		}),
		refundDecided: refund
			? [deps.payments.attempts.decideRefundOfCancelled(refund.payment.paymentReference, now)]
			: [],
		followUps: onAppointmentUndone(deps, { appointmentId, change: 'cancelled', by, refund, savings, now }),
		status: deps.booking.appointments.statusOf(appointmentId),
	})
	return status[0]
}
