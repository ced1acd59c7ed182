import { cashbackSpentLines } from '#app/domain/loyalty/cashback-lines.ts'
import { earnedLines } from '#app/domain/payments/ledger-lines.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { reminderTimes } from '#app/kernel/quiet-hours.server.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { tellShopBooked, tellShopPaid } from './tell-shop.server.ts'

export type BookedAppointment = {
	appointmentId: string
	draftId: string
	shopId: string
	startsAt: Instant
	timeZone: ZoneName
	contact: { email: string | null; phone: string | null }
	/** Booked by the shop, which gets no mail about it. */
	walkIn?: object
	/** Null when the visit is paid at the shop. `tipKobo` is a part of `amountKobo`. */
	payment: { paymentReference: string; amountKobo: Kobo; tipKobo: Kobo } | null
	/** What was paid with cashback. A null account refuses the batch. */
	cashback: { accountId: string | null; amountKobo: Kobo }
	now: Instant
}

type Deps = Pick<Repositories, 'booking' | 'payments' | 'messaging' | 'shops'>

/** What follows from a booked appointment, after its insert. */
export function onAppointmentBooked(deps: Deps, booked: BookedAppointment): Statement[] {
	return [
		...inPayments(deps, booked),
		...inLoyalty(deps, booked),
		...inMessaging(deps, booked),
		...inBooking(deps, booked),
		...inShops(deps, booked),
	]
}

/** Prepaid money is due to the shop, its tip to the staff. */
function inPayments(
	{ payments: { ledger } }: Deps,
	{ payment, shopId, now }: BookedAppointment,
): Statement[] {
	if (payment === null) return []
	const { paymentReference, amountKobo, tipKobo } = payment
	return ledger.postEntry({
		key: `booking:${paymentReference}`,
		lines: earnedLines({ paymentReference, currency: 'NGN', shopId, amountKobo, tipKobo }),
		now,
	})
}

function inLoyalty(
	{ payments: { ledger } }: Deps,
	{ appointmentId, shopId, cashback, now }: BookedAppointment,
): Statement[] {
	const { accountId, amountKobo } = cashback
	if (accountId === null || amountKobo === 0) return []
	return ledger.postEntry({
		key: `cashback-spent:${appointmentId}:${now}`,
		lines: cashbackSpentLines({ shopId, cashbackAccountId: accountId, amountKobo }),
		now,
	})
}

function inMessaging(
	{ messaging: { outbox, appointmentMails } }: Deps,
	{ appointmentId, startsAt, timeZone, contact, walkIn, now }: BookedAppointment,
): Statement[] {
	return [
		...outbox.insertMessage({
			id: newId(),
			kind: 'booked',
			dedupeKey: `booked:${appointmentId}`,
			recipientEmail: contact.email,
			recipientPhone: contact.phone,
			payload: { appointmentId, ...(walkIn && { isByShop: true }) },
			now,
		}),
		...appointmentMails.insertReminders(appointmentId, reminderTimes(timeZone, startsAt, now), now),
		...(walkIn
			? []
			: [outbox.insertShopMessage({ kind: 'shop_booked', onceFor: appointmentId, appointmentId, now })]),
	]
}

function inBooking(
	{ booking: { drafts, slotWaits } }: Deps,
	{ appointmentId, draftId, now }: BookedAppointment,
): Statement[] {
	return [drafts.markBooked(draftId, appointmentId, now), slotWaits.endBooked(appointmentId, now)]
}

function inShops(deps: Deps, { appointmentId, payment, now }: BookedAppointment): Statement[] {
	const paid = payment && { paidBy: payment.paymentReference, amountKobo: payment.amountKobo }
	return [
		tellShopBooked(deps, { appointmentId, now }),
		...(paid ? [tellShopPaid(deps, { appointmentId, ...paid, now })] : []),
	]
}
