import { isFreeToCancel, isOpen } from '#app/domain/booking/appointment/cancellation-policy.ts'
import type { ShownAppointment } from '#app/domain/booking/desk/shop-appointment-repository.server.ts'
import { type ShopNews, shopAppointmentMail } from '#app/domain/messaging/shop-appointment-mail.server.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { appointmentPayload } from './appointment-message.server.ts'
import { isOldNews, type MessageKind, messageKind } from './message-kind.server.ts'

/** Each kind with what it tells, and whether that is true of the visit as it is. */
const kinds: readonly { kind: string; news: ShopNews; isTrue: (appointment: ShownAppointment) => boolean }[] =
	[
		{ kind: 'shop_booked', news: 'booked', isTrue: ({ status }) => isOpen(status) },
		{ kind: 'shop_moved', news: 'moved', isTrue: ({ status }) => isOpen(status) },
		{ kind: 'shop_changed', news: 'changed', isTrue: ({ status }) => isOpen(status) },
		{ kind: 'shop_cancelled', news: 'cancelled', isTrue: ({ status }) => status === 'CANCELLED' },
		{
			kind: 'running_late',
			news: 'late',
			isTrue: ({ status, arrivedAt, lateMinutes }) =>
				isOpen(status) && arrivedAt === null && lateMinutes !== null,
		},
		{
			kind: 'visit_problem_reported',
			news: 'problem',
			isTrue: ({ problem }) => problem !== null && problem.resolvedAt === null,
		},
	]

/** Tell a shop what its customers did with their visits, as these are when the mail is sent. */
export const shopAppointmentMessages: readonly MessageKind[] = kinds.map(({ kind, news, isTrue }) =>
	messageKind({
		kind,
		payload: appointmentPayload,
		async isStillTrue({ booking: { appointmentViews } }, queued, now) {
			const appointment = await appointmentViews.appointmentToMail(queued.payload.appointmentId, now)
			if (!appointment) return refused('appointment_not_found')
			if (!isTrue(appointment)) return refused('appointment_changed')
			return isOldNews(queued, now) ? refused('too_old') : accepted(appointment)
		},
		compose: ({ sender }, appointment) =>
			shopAppointmentMail(sender, news, {
				...appointment,
				toRefundKobo: toRefundKobo(appointment),
				hasMoreToRead: Object.values(appointment.bookingNotes).some((told) => told !== null),
			}),
	}),
)

/** What the customer was told that the shop gives back: a transfer that came, of a visit that was cancelled in time. */
function toRefundKobo({
	transferPaidAt,
	cancelledAt,
	refundableUntilAt,
	paidAtShopKobo,
}: ShownAppointment): Kobo {
	if (transferPaidAt === null || cancelledAt === null) return 0
	return isFreeToCancel(refundableUntilAt, cancelledAt) ? paidAtShopKobo : 0
}
