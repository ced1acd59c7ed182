import { tipIn } from '#app/domain/booking/checkout/price-draft.ts'
import { reversedLines } from '#app/domain/payments/ledger-lines.ts'
import { isRefundStuck } from '#app/domain/payments/money-timeline.ts'
import type { Payment, ReceivedMoney } from '#app/domain/payments/payment.ts'
import { isPaymentReference } from '#app/domain/payments/payment-reference.server.ts'
import { isRefundNotDue } from '#app/domain/payments/refund-repository.server.ts'
import type { ReturnedPart } from '#app/domain/payments/returned-part-repository.server.ts'
import {
	type AppointmentRefundedDeps,
	onAppointmentRefunded,
} from '#app/flows/lifecycle/on-appointment-refunded.server.ts'
import { onPlanRefunded, type PlanRefundedDeps } from '#app/flows/lifecycle/refund-plan.server.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { RefundReason } from '#app/kernel/vocabulary/payments.ts'
import {
	refusalOfWrite,
	type Statement,
	statementsOf,
	type WriteFailure,
} from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type RefundMove, refundMoveStatements } from './move-refund.server.ts'
import { paymentOfAppointment } from './refund-by-operator.server.ts'
import { refundOfCancelled, refundStatements } from './refund-payment.server.ts'

type Deps = AppointmentRefundedDeps &
	PlanRefundedDeps &
	Pick<Repositories, 'payments' | 'loyalty' | 'messaging' | 'shops' | 'writeBatch'>

/**
 * `payment_not_found`: no money came by that reference. `no_part_waits`: no part is undecided. `part_amount_missing`:
 * the provider told no amount. `refund_on_its_way`: the provider has its whole refund. `payment_disputed`: another
 * dispute is open (S19). `payment_changed`: another request was first.
 */
export type PartRefusal =
	| 'payment_not_found'
	| 'no_part_waits'
	| 'part_amount_missing'
	| 'more_than_left'
	| 'refund_on_its_way'
	| 'payment_disputed'
	| 'payment_changed'

type DecidedPayment = Payment & { received: ReceivedMoney }

/** `bookedKobo` is the provider's sum, or the operator's. */
export type PartToBook = { payment: DecidedPayment; part: ReturnedPart; bookedKobo: Kobo; isLast: boolean }

/** What `bookReturnedPart` would book, with its refusals. */
export async function readPartToBook(
	deps: Pick<Deps, 'payments' | 'booking'>,
	{ givenReference, amountKobo }: { givenReference: string; amountKobo: Kobo | null },
): Promise<Outcome<PartToBook, PartRefusal>> {
	const payment = isPaymentReference(givenReference)
		? await deps.payments.attempts.payment(givenReference)
		: await paymentOfAppointment(deps, givenReference)
	if (!payment || payment === 'not_paid_online' || !payment.received) return refused('payment_not_found')
	const { received, refund } = payment
	const parts = await deps.payments.returnedParts.partsOf(payment.paymentReference)
	const [part, ...others] = parts.filter(({ decidedAt }) => decidedAt === null)
	if (!part) return refused('no_part_waits')
	const bookedKobo = amountKobo ?? part.amountKobo
	if (bookedKobo === null) return refused('part_amount_missing')
	const isLast = others.length === 0 && received.disputedAt === null
	const found = { payment: { ...payment, received }, part, bookedKobo, isLast }
	if (bookedKobo === 0) return accepted(found)
	if (received.disputedAt !== null) return refused('payment_disputed')
	if (refund && !isAtRest(refund.status)) return refused('refund_on_its_way')
	const leftKobo = unrefundedKobo(found.payment)
	const isSome = bookedKobo <= leftKobo || bookedKobo === leftKobo + unsentKobo(found.payment)
	return isSome ? accepted(found) : refused('more_than_left')
}

/**
 * Books money refunded at the provider but not from here, as the operator decides (D78): the ledger follows the
 * provider, and the rest stays with visit and shop. A part of all that is left is a whole refund; `amountKobo` 0
 * changes nothing. The rest of a visit cancelled in time is refunded (S19).
 */
export async function bookReturnedPart(
	deps: Deps,
	input: { givenReference: string; amountKobo: Kobo | null; now: Instant },
): Promise<Outcome<PartToBook, PartRefusal | WriteFailure>> {
	const { now } = input
	const found = await readPartToBook(deps, input)
	if (!found.ok) return found
	const { payment, part, bookedKobo } = found.value
	const { paymentReference, shopId, received } = payment
	// Its instant tells the ledger whether a part was refunded before the whole or belongs to it.
	if (received.outcome === 'refund' && now <= received.resolvedAt) return refused('payment_changed')
	const act = deps.shops.shopActs.insertAct({
		...{ id: newId(), shopId, kind: 'payment_refunded', now },
		subjectId: received.appointmentId ?? paymentReference,
		summary: `${paymentReference}, ${formatNaira(bookedKobo)}`,
	})
	try {
		await deps.writeBatch([
			...act,
			deps.payments.returnedParts.decide(part.id, bookedKobo, now),
			deps.payments.attempts.requireAsRead(paymentReference, received),
			...(await bookedStatements(deps, found.value, now)),
		])
		return found
	} catch (error) {
		const isChanged = ['part_decided', 'visit_changed', 'payment_is_final'].some((word) =>
			isViolation(error, word),
		)
		if (isChanged || isRefundNotDue(error)) return refused('payment_changed')
		return refused(refusalOfWrite(error, {}))
	}
}

async function bookedStatements(deps: Deps, toBook: PartToBook, now: Instant): Promise<Statement[]> {
	const { payment, bookedKobo } = toBook
	const leftKobo = unrefundedKobo(payment)
	if (bookedKobo > 0 && bookedKobo >= leftKobo) return wholeStatements(deps, toBook, now)
	switch (payment.received.outcome) {
		case 'booked':
			return ofAppointment(deps, toBook, now)
		case 'subscribed':
			return bookedKobo === 0
				? []
				: [...lessDue(deps, toBook, { tipKobo: 0, now }), ...partStatements(deps, toBook, now)]
		case 'offered':
			return bookedKobo === 0 ? [] : ofOffer(deps, toBook, now)
		case 'refund':
			return bookedKobo === 0
				? []
				: [
						deps.payments.refunds.lowerRefund(payment.paymentReference, leftKobo, leftKobo - bookedKobo),
						...partStatements(deps, toBook, now),
					]
	}
}

/** May include differences that were not sent yet. */
async function wholeStatements(
	deps: Deps,
	{ payment, part, bookedKobo }: PartToBook,
	now: Instant,
): Promise<Statement[]> {
	const { received, refund, partRefunds } = payment
	const leftKobo = unrefundedKobo(payment)
	const unsent = bookedKobo > leftKobo ? partRefunds.filter(({ status }) => status === 'requested') : []
	const moves = [
		...unsent.map((one) => ({ part: one.part, amountKobo: one.amountKobo })),
		...(leftKobo > 0 ? [{ part: 0, amountKobo: leftKobo }] : []),
	]
	return [
		...(refund || leftKobo === 0
			? []
			: [
					...(await onAppointmentRefunded(deps, received, now)),
					...(await onPlanRefunded(deps, payment, now)),
					...refundStatements(deps, payment, refundReason(part), now),
				]),
		...moves.flatMap((move) => moveStatements(deps, payment, part, move, now)),
	]
}

/** The rest of a visit cancelled in time is refunded. */
async function ofAppointment(deps: Deps, toBook: PartToBook, now: Instant): Promise<Statement[]> {
	const { payment, bookedKobo, isLast } = toBook
	const { received } = payment
	const appointment =
		received.appointmentId === null
			? null
			: await deps.booking.appointments.appointment(received.appointmentId)
	if (!appointment) throw new Error(`payment ${payment.paymentReference} has booked no visit`)
	const leftKobo = received.leftKobo - bookedKobo
	const staffTipKobo = Math.min(received.staffTipKobo, tipIn(appointment, leftKobo))
	const tipKobo = received.staffTipKobo - staffTipKobo
	const rest = { ...payment, received: { ...received, leftKobo, staffTipKobo } }
	return [
		...(bookedKobo === 0
			? []
			: [
					...(await onAppointmentRefunded(deps, received, now, {
						amountKobo: bookedKobo - tipKobo,
						number: nextPart(payment),
					})),
					...lessDue(deps, toBook, { tipKobo, now }),
					...partStatements(deps, toBook, now),
					deps.payments.attempts.setStaffTip(payment.paymentReference, staffTipKobo),
					deps.booking.appointments.lowerPaid(appointment.appointmentId, leftKobo),
				]),
		...(appointment.status === 'CANCELLED' && isLast ? refundOfCancelled(deps, rest, appointment, now) : []),
	]
}

/** The offer is over, and the rest is refunded. */
function ofOffer(deps: Deps, toBook: PartToBook, now: Instant): Statement[] {
	const { payment, part, bookedKobo } = toBook
	const { paymentReference, received } = payment
	return [
		deps.payments.attempts.decideRefund(paymentReference, now, 'offered'),
		...partStatements(deps, toBook, now),
		deps.payments.refunds.insertRefund({
			...{ paymentReference, currency: received.currency, reason: refundReason(part), now },
			amountKobo: received.leftKobo - bookedKobo,
		}),
		...deps.messaging.outbox.insertPaymentMessage({ kind: 'refund_started', paymentReference, now }),
	]
}

function partStatements(deps: Deps, { payment, part, bookedKobo }: PartToBook, now: Instant): Statement[] {
	const { paymentReference, received } = payment
	const number = nextPart(payment)
	return [
		deps.payments.refunds.insertRefund({
			...{ paymentReference, part: number, amountKobo: bookedKobo },
			...{ currency: received.currency, reason: refundReason(part), now },
		}),
		...moveStatements(deps, payment, part, { part: number, amountKobo: bookedKobo }, now),
	]
}

/** Stands before the payer's refund, since the payer must first be owed the money. */
function lessDue(
	{ payments: { ledger } }: Deps,
	{ payment, bookedKobo: amountKobo }: PartToBook,
	{ tipKobo, now }: { tipKobo: Kobo; now: Instant },
): Statement[] {
	const { paymentReference, shopId, received } = payment
	const { currency } = received
	return ledger.postEntry({
		key: `changed:${paymentReference}:${nextPart(payment)}`,
		lines: reversedLines({ paymentReference, currency, shopId, amountKobo, tipKobo }),
		now,
	})
}

function moveStatements(
	deps: Deps,
	{ paymentReference, received }: DecidedPayment,
	{ status, providerRefundId }: ReturnedPart,
	move: Pick<RefundMove, 'part' | 'amountKobo'>,
	now: Instant,
): Statement[] {
	if (status === 'requested') return []
	const { currency } = received
	return [
		...statementsOf(
			refundMoveStatements(deps, { ...move, paymentReference, currency, status, providerRefundId, now }),
		),
	]
}

function refundReason({ cause }: ReturnedPart): RefundReason {
	return cause === 'dispute' ? 'dispute_lost' : 'by_operator'
}

/** What is not refunded yet, as far as is known here. */
function unrefundedKobo({ received, refund }: DecidedPayment): Kobo {
	return refund ? refund.amountKobo : received.leftKobo
}

/** Differences that were not sent, since the payment is held. */
function unsentKobo({ partRefunds }: DecidedPayment): Kobo {
	return partRefunds.reduce(
		(sum, { status, amountKobo }) => (status === 'requested' ? sum + amountKobo : sum),
		0,
	)
}

/** The provider does not have the refund, or has stopped it. */
function isAtRest(status: NonNullable<DecidedPayment['refund']>['status']): boolean {
	return status === 'requested' || isRefundStuck(status)
}

function nextPart({ partRefunds }: DecidedPayment): number {
	return partRefunds.length + 1
}
