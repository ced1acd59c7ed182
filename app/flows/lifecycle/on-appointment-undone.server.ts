import {
	type AppointmentParty,
	appointmentPolicies,
} from '#app/domain/booking/appointment/appointment-policy.ts'
import { cashbackSpentLines } from '#app/domain/loyalty/cashback-lines.ts'
import type { AppointmentUses } from '#app/domain/loyalty/saving-use-repository.server.ts'
import { reversedLines } from '#app/domain/payments/ledger-lines.ts'
import type { Payment, ReceivedMoney } from '#app/domain/payments/payment.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { RefundReason } from '#app/kernel/vocabulary/payments.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { repayWriteOffs } from './cashback.server.ts'
import { tellShopCancelled } from './tell-shop.server.ts'

export type UndoneAppointment = {
	appointmentId: string
	/** As read before the batch; null without a refund. */
	refund: { payment: Payment & { received: ReceivedMoney }; reason: RefundReason } | null
	/** Its reward and cashback: returned, or forfeited like prepaid money (D37). */
	savings: { uses: AppointmentUses; shopId: string; isRefunded: boolean } | null
	now: Instant
} /** The visit will not take place. */ & (
	| { change: 'cancelled'; by: AppointmentParty }
	/** It stays booked, and its payment is refunded. */
	| { change: 'unpaid' }
)

type Deps = Pick<Repositories, 'booking' | 'payments' | 'loyalty' | 'messaging' | 'shops'>

/**
 * What follows from an undone appointment, after its cancellation and the decision on its refund, which a trigger
 * requires.
 */
export function onAppointmentUndone(deps: Deps, undone: UndoneAppointment): Statement[] {
	return [
		...inBooking(deps, undone),
		...inPayments(deps, undone),
		...inLoyalty(deps, undone),
		...inMessaging(deps, undone),
		...inShops(deps, undone),
	]
}

/** A cancelled appointment releases its promo use (D14). */
function inBooking(
	{ booking: { appointments } }: Deps,
	{ appointmentId, change }: UndoneAppointment,
): Statement[] {
	return [
		change === 'cancelled'
			? appointments.releasePromoUse(appointmentId)
			: appointments.unpayAppointment(appointmentId),
	]
}

function inPayments(
	{ payments: { refunds, ledger } }: Deps,
	{ refund, now }: UndoneAppointment,
): Statement[] {
	if (refund === null) return []
	const { paymentReference, shopId, received } = refund.payment
	const { outcome, leftKobo: amountKobo, currency, staffTipKobo: tipKobo } = received
	const { reason } = refund
	return [
		refunds.insertRefund({ paymentReference, amountKobo, currency, reason, now }),
		...(outcome === 'booked'
			? ledger.postEntry({
					key: `given-back:${paymentReference}`,
					lines: reversedLines({ paymentReference, currency, shopId, amountKobo, tipKobo }),
					now,
				})
			: []),
	]
}

function inLoyalty(
	{ loyalty: { savingUses }, payments }: Deps,
	{ appointmentId, savings, now }: UndoneAppointment,
): Statement[] {
	if (savings === null) return []
	if (!savings.isRefunded) return [savingUses.closeReward(appointmentId, now)]
	const { uses, shopId } = savings
	const { cashbackAccountId, cashbackKobo } = uses
	return [
		...(cashbackAccountId === null
			? []
			: payments.ledger.postEntry(
					{
						key: `cashback-returned:${appointmentId}:${now}`,
						lines: cashbackSpentLines({ shopId, cashbackAccountId, amountKobo: -cashbackKobo }),
						now,
					},
					savingUses.isCashbackToReturn(appointmentId),
				)),
		...repayWriteOffs({ payments }, savingUses.repaymentOfCancelled(appointmentId), now),
		...savingUses.releaseUses(appointmentId, now),
	]
}

/** Tells the customer, and the shop unless it cancelled. */
function inMessaging({ messaging: { outbox } }: Deps, undone: UndoneAppointment): Statement[] {
	if (undone.change !== 'cancelled') return []
	const { appointmentId, by, now } = undone
	return [
		...outbox.insertChangeMessage({
			id: newId(),
			kind: 'cancelled',
			dedupeKey: `cancelled:${appointmentId}`,
			appointmentId,
			now,
		}),
		...(appointmentPolicies[by].tellsShop
			? [outbox.insertShopMessage({ kind: 'shop_cancelled', onceFor: appointmentId, appointmentId, now })]
			: []),
	]
}

function inShops(deps: Deps, { appointmentId, change, now }: UndoneAppointment): Statement[] {
	return change === 'cancelled' ? [tellShopCancelled(deps, { appointmentId, now })] : []
}
