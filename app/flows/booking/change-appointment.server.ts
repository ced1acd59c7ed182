import type { WantedTime } from '#app/domain/availability/calendar-entry-repository.server.ts'
import type { AppointmentParty } from '#app/domain/booking/appointment/appointment-policy.ts'
import type { ClosedRefusal } from '#app/domain/booking/appointment/appointment-state-refusal.ts'
import { whyOver } from '#app/domain/booking/appointment/cancellation-policy.ts'
import type { ChangedBill } from '#app/domain/booking/appointment/change-appointment.ts'
import type { RefusalOf } from '#app/domain/booking/booking-wording.ts'
import { priceConstraints } from '#app/domain/booking/checkout/money-refusal.ts'
import { tipIn } from '#app/domain/booking/checkout/price-draft.ts'
import { cashbackSpentLines } from '#app/domain/loyalty/cashback-lines.ts'
import { reversedLines } from '#app/domain/payments/ledger-lines.ts'
import { isRefundNotDue } from '#app/domain/payments/refund-repository.server.ts'
import { repayWriteOffs } from '#app/flows/lifecycle/cashback.server.ts'
import { onAppointmentMoved } from '#app/flows/lifecycle/on-appointment-moved.server.ts'
import { timeText } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { type Statement, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import {
	type Attempt,
	actAs,
	type ByCustomer,
	type ByShop,
	type RefusalFor,
} from './act-on-appointment.server.ts'
import {
	type ChangeableAppointment,
	type ChangePlan,
	type PlanChangeRefusal,
	planChange,
	type ReadChangeDeps,
	readChangeable,
	type WantedChange,
} from './plan-change.server.ts'
import { type TakeRefusal, takeAssigned } from './take-slot.server.ts'

type ChangeDeps = ReadChangeDeps & Pick<Repositories, 'payments' | 'messaging' | 'shops' | 'writeBatch'>
const constraints = { ...priceConstraints, too_many_moves: 'too_many_moves' } as const

export type ChangeAppointmentRefusal =
	| PlanChangeRefusal
	| TakeRefusal
	| RefusalOf<typeof constraints>
	| ClosedRefusal
	| 'visit_changed'
	| 'visit_not_found'
	| 'own_visit'

type WantedChangeOf = { wanted: WantedChange; sequence: number; shown: string; now: Instant }

/** The sums of a shown bill as one text. */
export function shownSums({ totalKobo, backKobo, keptKobo, cashbackBackKobo }: ChangedBill): string {
	return [totalKobo, backKobo, keptKobo, cashbackBackKobo].join('-')
}

/**
 * Changes the service or person of an appointment: by its customer until the cut-off for moving (D53), by the shop
 * until it is closed. One write swaps the times, changes services and amounts, refunds a refundable difference, and
 * releases savings that no longer fit. A customer's change counts as a move. A repeat changes nothing. Refuses what
 * `planChange` refuses, 'visit_changed' and 'price_changed' where `sequence` or `shown` differ, and 'too_many_moves'.
 */
export function changeAppointment<By extends ByCustomer | ByShop>(
	deps: ChangeDeps,
	{ by, ...input }: WantedChangeOf & { by: By },
): Promise<Outcome<{ isChanged: boolean }, RefusalFor<By, ChangeAppointmentRefusal>>> {
	return actAs(deps, { by, isChangedMeanwhile: isRefundNotDue, now: input.now }, (attempt) =>
		changeAsRead(deps, attempt, input),
	)
}

async function changeAsRead(
	deps: ChangeDeps,
	attempt: Attempt,
	{ wanted, sequence, shown, now }: WantedChangeOf,
): Promise<Outcome<{ isChanged: boolean }, ChangeAppointmentRefusal>> {
	const { appointmentId, by, policy, isAgain } = attempt
	const found = await readChangeable(deps, { appointmentId, wanted, now })
	if (!found) return refused('visit_not_found')
	const over = whyOver(policy, found.appointment, now)
	// An earlier attempt, or another request, may have made this change.
	if (isAgain || found.toChange.sequence !== sequence)
		return isAsWanted(found, wanted) ? accepted({ isChanged: isAgain }) : refused(over ?? 'visit_changed')
	if (over) return refused(over)
	const planned = planChange(found, wanted, now, policy)
	if (!planned.ok) return planned
	const plan = planned.value
	if (shownSums(plan.bill) !== shown) return refused('price_changed')
	const write = async (times: WantedTime[]) =>
		writeIdempotent(deps.writeBatch, [
			...(await attempt.alongside),
			...deps.booking.appointments.requireChangeAsRead({
				appointment: found.toChange,
				service: changedService(plan),
			}),
			deps.availability.calendar.releaseTimeOf(appointmentId),
			...deps.availability.calendar.takeTime({ appointmentId }, found.toChange.shopId, times, now),
			...inBooking(deps, found, plan, { by, now }),
			...inLoyalty(deps, found, plan, now),
			...inPayments(deps, found, plan, now),
			...onAppointmentMoved(deps, {
				appointmentId,
				by,
				change: 'changed',
				facts: messageFacts(plan, found),
				startsAt: plan.startsAt,
				timeZone: found.appointment.shop.timeZone,
				now,
			}),
		])
	const taken = await takeAssigned(plan.assignments, write, constraints)
	return taken.ok ? accepted({ isChanged: true }) : taken
}

function isAsWanted(
	{ toChange: appointment }: ChangeableAppointment,
	{ position, serviceId, staffMemberId, startsAt }: WantedChange,
): boolean {
	const there = appointment.services[position]
	if (!there || appointment.startsAt !== startsAt || appointment.changedAt === null) return false
	return (
		(serviceId === null || there.id === serviceId) &&
		(staffMemberId === null || there.staffMemberId === staffMemberId)
	)
}

function changedService({ position, service }: ChangePlan) {
	return service && { position, to: service }
}

function inBooking(
	{ booking: { appointments } }: ChangeDeps,
	{ toChange, appointment }: ChangeableAppointment,
	plan: ChangePlan,
	{ by, now }: { by: AppointmentParty; now: Instant },
): Statement[] {
	const { startsAt, endsAt, refundableUntilAt, bill } = plan
	const { date, minute } = civilAt(appointment.shop.timeZone, startsAt)
	return [
		...appointments.writeChange({
			appointment: toChange,
			service: changedService(plan),
			bill,
			when: { startsAt, endsAt, refundableUntilAt, scheduledDate: date, scheduledTime: timeText(minute) },
			by,
			now,
		}),
		...appointments.handOver(toChange.appointmentId),
	]
}

/** Releases the reward that no longer fits, and unneeded cashback. */
function inLoyalty(
	{ loyalty: { savingUses }, payments }: ChangeDeps,
	{ toChange: appointment, uses }: ChangeableAppointment,
	{ bill }: ChangePlan,
	now: Instant,
): Statement[] {
	const { appointmentId, checkoutId, shopId, saving } = appointment
	const cashbackAccountId = uses?.cashbackAccountId ?? null
	const back = bill.cashbackBackKobo
	return [
		...(bill.isSavingLost && saving?.kind === 'reward' ? savingUses.releaseReward(checkoutId, now) : []),
		...(back === 0 || cashbackAccountId === null
			? []
			: [
					...payments.ledger.postEntry({
						key: `cashback-returned:${appointmentId}:${now}`,
						lines: cashbackSpentLines({ shopId, cashbackAccountId, amountKobo: -back }),
						now,
					}),
					...repayWriteOffs({ payments }, savingUses.repaymentOfPart(checkoutId, back), now),
					...savingUses.lowerCashback(checkoutId, back),
				]),
	]
}

function inPayments(
	{ payments: { attempts, refunds, ledger } }: ChangeDeps,
	{ payment }: ChangeableAppointment,
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
		attempts.requireFree(paymentReference),
		refunds.insertRefund({ paymentReference, part, amountKobo, currency, reason: 'visit_changed', now }),
		attempts.setStaffTip(paymentReference, tipLeftKobo),
		...ledger.postEntry({
			key: `changed:${paymentReference}:${part}`,
			lines: reversedLines({
				paymentReference,
				currency,
				shopId,
				amountKobo,
				tipKobo: staffTipKobo - tipLeftKobo,
			}),
			now,
		}),
	]
}

/** What the customer's message says of the money. */
function messageFacts(
	{ bill: { backKobo, cashbackBackKobo } }: ChangePlan,
	{ appointment: { repaidKobo } }: ChangeableAppointment,
) {
	return { backKobo, cashbackBackKobo, cashbackRepaidKobo: Math.min(repaidKobo, cashbackBackKobo) }
}
