import type { ChangeRefusal } from '#app/domain/booking/change-refusal.ts'
import type { ChangedBill } from '#app/domain/booking/change-visit.ts'
import { tipIn } from '#app/domain/booking/tip.ts'
import { cashbackSpentLines } from '#app/domain/loyalty/cashback-lines.ts'
import { reversedLines } from '#app/domain/payments/ledger-lines.ts'
import { isRefundNotDue } from '#app/domain/payments/refund-repository.server.ts'
import { repayWriteOffs } from '#app/flows/lifecycle/repay-write-offs.server.ts'
import { tellShopMoved } from '#app/flows/lifecycle/tell-shop.server.ts'
import { timeText } from '#app/kernel/civil.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { remindersOf } from '#app/kernel/quiet-hours.server.ts'
import { type Statement, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import {
	type ChangeableVisit,
	type ChangePlan,
	planChange,
	type ReadChangeDeps,
	readChangeable,
	type WantedChange,
} from './plan-change.server.ts'
import { takeAssigned } from './take-slot.server.ts'

type ChangeDeps = ReadChangeDeps &
	Pick<Repositories, 'refunds' | 'ledger' | 'outbox' | 'visitMails' | 'shopDeliveries' | 'writeBatch'>

/** The sums of a bill that a customer was shown, in one text. */
export function shownSums({ totalKobo, backKobo, keptKobo, cashbackBackKobo }: ChangedBill): string {
	return [totalKobo, backKobo, keptKobo, cashbackBackKobo].join('-')
}

/**
 * Changes the service or the person of an appointment, until the cut-off for moving (D53). One write releases the time and
 * takes the new one, changes services and amounts, and gives back what the new bill does not need: money while it is
 * refundable, cashback, and a promo code or reward that no longer fits. It counts as a move. `sequence` and `shown` are
 * what the customer saw; a change that was made already is none.
 * Refuses what `planChange` refuses, 'visit_changed' and 'price_changed' where the customer saw something else, and
 * 'too_many_moves'; then nothing is changed.
 */
export async function changeAppointment(
	deps: ChangeDeps,
	asked: { appointmentId: string; wanted: WantedChange; sequence: number; shown: string; now: Instant },
): Promise<Outcome<{ isChanged: boolean }, ChangeRefusal>> {
	const { wanted, sequence, shown, now } = asked
	const found = await readChangeable(deps, asked)
	if (!found) return refused('invalid_selection')
	if (found.visit.sequence !== sequence)
		return isAsWanted(found, wanted) ? accepted({ isChanged: false }) : refused('visit_changed')
	const planned = planChange(found, wanted, now)
	if (!planned.ok) return planned
	const plan = planned.value
	if (shownSums(plan.bill) !== shown) return refused('price_changed')
	try {
		const taken = await takeAssigned(plan.assignments, (times) =>
			writeIdempotent(deps.writeBatch, [
				...deps.visitChanges.requireAsRead({ visit: found.visit, service: changedService(plan) }),
				deps.availability.releaseTimeOf(found.visit.appointmentId),
				...deps.availability.takeTime(
					{ appointmentId: found.visit.appointmentId },
					found.visit.shopId,
					times,
					now,
				),
				...inBooking(deps, found, plan, now),
				...inLoyalty(deps, found, plan, now),
				...inPayments(deps, found, plan, now),
				...tellOfChange(deps, found, plan, now),
			]),
		)
		return taken.ok ? accepted({ isChanged: true }) : taken
	} catch (error) {
		// Another request was first, or this one, whose answer was lost: the visit says which.
		if (!isViolation(error, 'visit_changed') && !isRefundNotDue(error)) throw error
		const after = await readChangeable(deps, asked)
		return after && isAsWanted(after, wanted) ? accepted({ isChanged: true }) : refused('visit_changed')
	}
}

function isAsWanted(
	{ visit }: ChangeableVisit,
	{ position, serviceId, staffMemberId, startsAt }: WantedChange,
): boolean {
	const there = visit.services[position]
	if (!there || visit.startsAt !== startsAt || visit.changedAt === null) return false
	return (
		(serviceId === null || there.id === serviceId) &&
		(staffMemberId === null || there.staffMemberId === staffMemberId)
	)
}

function changedService({ position, service }: ChangePlan) {
	return service && { position, to: service }
}

function inBooking(
	{ visitChanges, appointments }: ChangeDeps,
	{ visit, appointment }: ChangeableVisit,
	plan: ChangePlan,
	now: Instant,
): Statement[] {
	const { startsAt, endsAt, refundableUntilAt, bill } = plan
	const { date, minute } = civilAt(appointment.shop.timeZone, startsAt)
	return [
		...visitChanges.changeVisit({
			visit,
			service: changedService(plan),
			bill,
			when: {
				...{ startsAt, endsAt, refundableUntilAt },
				scheduledDate: date,
				scheduledTime: timeText(minute),
			},
			now,
		}),
		...appointments.handOver(visit.appointmentId),
	]
}

/** The reward that no longer fits, and the cashback that the new bill does not need. */
function inLoyalty(
	{ savingUses, ledger }: ChangeDeps,
	{ visit, uses }: ChangeableVisit,
	{ bill }: ChangePlan,
	now: Instant,
): Statement[] {
	const { appointmentId, checkoutId, shopId, saving } = visit
	const cashbackAccountId = uses?.cashbackAccountId ?? null
	const back = bill.cashbackBackKobo
	return [
		...(bill.isSavingLost && saving?.kind === 'reward' ? savingUses.giveBackReward(checkoutId, now) : []),
		...(back === 0 || cashbackAccountId === null
			? []
			: [
					...ledger.postEntry({
						occasion: `cashback-returned:${appointmentId}:${now}`,
						lines: cashbackSpentLines({ shopId, cashbackAccountId, amountKobo: -back }),
						occurredAt: now,
						now,
					}),
					...repayWriteOffs({ ledger }, savingUses.repaymentOfPart(checkoutId, back), now),
					...savingUses.lowerCashback(checkoutId, back),
				]),
	]
}

/** The difference that goes back, and what the shop and its staff are due less. */
function inPayments(
	{ payments, refunds, ledger }: ChangeDeps,
	{ payment }: ChangeableVisit,
	{ bill }: ChangePlan,
	now: Instant,
): Statement[] {
	const { backKobo: amountKobo, paidKobo } = bill
	if (amountKobo === 0 || !payment?.received) return []
	const { paymentReference, shopId, partRefunds } = payment
	const { currency, staffTipKobo } = payment.received
	const part = partRefunds.length + 1
	const tipLeftKobo = tipIn(bill, paidKobo)
	return [
		refunds.insertRefund({
			...{ id: newId(), paymentReference, part, amountKobo, currency },
			reason: 'visit_changed',
			now,
		}),
		payments.setStaffTip(paymentReference, tipLeftKobo),
		...ledger.postEntry({
			occasion: `changed:${paymentReference}:${part}`,
			lines: reversedLines({
				...{ paymentReference, currency, shopId, amountKobo },
				tipKobo: staffTipKobo - tipLeftKobo,
			}),
			occurredAt: now,
			now,
		}),
	]
}

function tellOfChange(
	deps: ChangeDeps,
	{ visit: { appointmentId }, appointment: { shop } }: ChangeableVisit,
	{ startsAt, bill: { backKobo, cashbackBackKobo } }: ChangePlan,
	now: Instant,
): Statement[] {
	const messageId = newId()
	return [
		...deps.outbox.insertChangeMessage({
			id: messageId,
			kind: 'changed',
			dedupeKey: `changed:${messageId}`,
			facts: { backKobo, cashbackBackKobo },
			appointmentId,
			now,
		}),
		...deps.visitMails.insertReminders(appointmentId, remindersOf(shop.timeZone, startsAt, now), now),
		tellShopMoved(deps, { appointmentId, now }),
		deps.outbox.insertShopMessage({
			id: newId(),
			kind: 'shop_changed',
			onceFor: messageId,
			appointmentId,
			now,
		}),
	]
}
