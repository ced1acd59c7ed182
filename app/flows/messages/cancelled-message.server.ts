import {
	moneyOnCancelling,
	savingsOnCancelling,
} from '#app/domain/booking/appointment/cancellation-policy.ts'
import { savingsAfterCancelling } from '#app/domain/booking/checkout/saving-words.ts'
import { cancelledMail } from '#app/domain/messaging/cancelled-mail.server.ts'
import { holdOf, paidAheadKobo } from '#app/domain/payments/payment.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import {
	appointmentNotification,
	appointmentPayload,
	mailedAppointment,
	quietUnlessTooLate,
} from './appointment-message.server.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

/** Tells that an appointment was cancelled, and what happens to the money (C66). */
export const cancelledMessage = messageKind({
	kind: 'cancelled',
	payload: appointmentPayload,
	async isStillTrue({ booking: { appointments }, payments: { attempts } }, queued, now) {
		const appointment = await appointments.appointment(queued.payload.appointmentId)
		if (!appointment) return refused('appointment_not_found')
		if (appointment.status !== 'CANCELLED') return refused('appointment_not_cancelled')
		if (isOldNews(queued, now)) return refused('too_old')
		const payment = await attempts.paymentOfAppointment(appointment.appointmentId)
		const paidKobo = paidAheadKobo(appointment.paidKobo, payment)
		return accepted({ appointment: { ...appointment, paidKobo }, payment })
	},
	async compose(deps, { appointment, payment }, now) {
		const cancelledAt = appointment.cancelledAt ?? now
		const money = moneyOnCancelling(appointment, cancelledAt, holdOf(payment))
		const savings = savingsAfterCancelling(savingsOnCancelling(appointment, cancelledAt), {
			...appointment,
			hasReward: appointment.rewardLabel !== null,
		})
		const mailed = await mailedAppointment(deps, appointment)
		const { cancellationReason: reason, isEmailProven: mayTellReason } = appointment
		const byShop = reason === null ? null : { reason, mayTellReason }
		return cancelledMail(deps.sender, mailed, money, now, savings, byShop)
	},
	tell: ({ appointment }) =>
		appointmentNotification(
			appointment.cancellationReason === null ? 'Booking cancelled' : 'The shop cancelled your booking',
			appointment,
			'Your booking was cancelled.',
		),
	quietIn: ({ appointment }, now) =>
		appointment.cancellationReason === null ? null : quietUnlessTooLate(appointment, now),
})
