import { type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { isPaidInFull } from '#app/domain/booking/checkout/price-draft.ts'
import type { NewAppointment } from '#app/domain/booking/draft/new-booking.ts'
import { forEachNote } from '#app/kernel/booking-notes.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { staffInCalendar } from '#db/appointments.server.ts'
import { appointments, checkouts } from '#db/schema/booking.ts'
import { appointmentAddOns, appointmentServices } from '#db/schema/booking-services.ts'
import { insertRow } from '#db/statement.server.ts'

export function createNewAppointmentRepository() {
	return {
		/** Stands after the calendar's statements, from which the appointment reads its staff. */
		insertAppointment: (booking: NewAppointment): Statement[] => [
			insertRow(appointments, {
				id: booking.appointmentId,
				referenceNumber: booking.referenceNumber,
				shopId: booking.shopId,
				clientId: sql`coalesce((SELECT ${checkouts.clientId} FROM ${checkouts}
						WHERE ${checkouts.id} = ${booking.checkoutId}), ${booking.clientId})`,
				checkoutId: booking.checkoutId,
				serviceId: sql`${booking.services[0]?.id ?? null}`,
				staffMemberId: staffInCalendar(booking.appointmentId, sql`0`),
				segmentCount: booking.services.length,
				scheduledDate: booking.scheduledDate,
				scheduledTime: booking.scheduledTime,
				startsAt: booking.startsAt,
				endsAt: booking.endsAt,
				durationMinutes: booking.durationMinutes,
				totalKobo: booking.totalKobo,
				tipKobo: booking.tipKobo,
				discountKobo: booking.discountKobo,
				cashbackKobo: booking.cashbackKobo,
				promoCodeId: booking.promoCodeId,
				referralCodeId: booking.referralCodeId,
				rewardId: booking.rewardId,
				paymentMethod: booking.paymentMethod,
				paymentStatus: isPaidInFull(booking) ? 'completed' : 'pending',
				status: isPaidInAdvance(booking) || booking.walkIn ? 'CONFIRMED' : 'SCHEDULED',
				isWalkIn: booking.walkIn !== undefined,
				arrivedAt: booking.walkIn?.arrivedAt ?? null,
				paidKobo: booking.paidKobo,
				refundableUntilAt: booking.refundableUntilAt,
				notes: booking.notes,
				...forEachNote((name) => ofCheckout(booking, checkouts[name])),
				createdAt: booking.now,
			}),
			...booking.services.map(({ id, name, priceKobo, durationMinutes }, position) =>
				insertRow(appointmentServices, {
					appointmentId: booking.appointmentId,
					position,
					serviceId: id,
					staffMemberId: staffInCalendar(booking.appointmentId, sql`${position}`),
					name,
					priceKobo,
					durationMinutes,
				}),
			),
			...booking.addOns.map(({ id, name, priceKobo, durationMinutes }) =>
				insertRow(appointmentAddOns, {
					appointmentId: booking.appointmentId,
					addOnId: id,
					name,
					priceKobo,
					durationMinutes,
				}),
			),
		],
	}
}

function ofCheckout({ checkoutId }: NewAppointment, column: AnySQLiteColumn): SQL<string> {
	return sql`(SELECT ${column} FROM ${checkouts} WHERE ${checkouts.id} = ${checkoutId})`
}

/** Paid online, or fully with cashback. */
function isPaidInAdvance(booking: NewAppointment): boolean {
	return booking.paidKobo > 0 || isPaidInFull(booking)
}
