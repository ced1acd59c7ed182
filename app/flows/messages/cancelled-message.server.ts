import {
	type MoneyOnCancelling,
	moneyOnCancelling,
	savingsOnCancelling,
} from '#app/domain/booking/appointment/cancellation-policy.ts'
import { savingsAfterCancelling } from '#app/domain/booking/checkout/saving-words.ts'
import { type Mail, type MailSender, mailFacts, mailLink, writeMail } from '#app/domain/messaging/mail.ts'
import {
	calendarAttachment,
	type MailedAppointment,
} from '#app/domain/messaging/mailed-appointment.server.ts'
import { findPaymentHold, paidAheadKobo } from '#app/domain/payments/payment.ts'
import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import {
	appointmentPayload,
	mailedAppointment,
	noticeOfAppointment,
	quietUnlessTooLate,
} from './appointment-messages.server.ts'
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
	async letter(deps, { appointment, payment }, now) {
		const cancelledAt = appointment.cancelledAt ?? now
		const money = moneyOnCancelling(appointment, cancelledAt, findPaymentHold(payment))
		const savings = savingsAfterCancelling(savingsOnCancelling(appointment, cancelledAt), {
			...appointment,
			hasReward: appointment.rewardLabel !== null,
		})
		const mailed = await mailedAppointment(deps, appointment)
		const { cancellationReason: reason, isEmailProven: mayTellReason } = appointment
		const byShop = reason === null ? null : { reason, mayTellReason }
		return cancelledMail(deps.sender, mailed, money, now, savings, byShop)
	},
	notice: ({ appointment }) =>
		noticeOfAppointment(
			appointment.cancellationReason === null ? 'Booking cancelled' : 'The shop cancelled your booking',
			appointment,
			'Your booking was cancelled.',
		),
	quietIn: ({ appointment }, now) =>
		appointment.cancellationReason === null ? null : quietUnlessTooLate(appointment, now),
})

/** An unproven address reads the shop's reason on the booking's page (D33). */
type CancelledByShop = { reason: string; mayTellReason: boolean }

export function cancelledMail(
	sender: MailSender,
	appointment: MailedAppointment,
	money: MoneyOnCancelling,
	now: Instant,
	/** A sentence about its reward and cashback; empty without. */
	savingsWords = '',
	/** Null when the customer cancelled. */
	byShop: CancelledByShop | null = null,
): Mail {
	const { shop, totalKobo, paidKobo, cashbackKobo, paymentChoice } = appointment
	// Without a prepayment, the shop has marked the total as paid.
	const paid = formatNaira(paidKobo > 0 ? paidKobo : totalKobo - cashbackKobo)
	const when = mailedMomentLabelAt(shop.timeZone, appointment.startsAt)
	const moneyWords: Record<MoneyOnCancelling, string> = {
		nothing_paid: cashbackKobo > 0 ? '' : 'You had not paid anything.',
		refunded:
			paymentChoice === 'online'
				? `Your ${paid} is being refunded to the card or account you paid from. We’ll email you when it is sent.`
				: `${shop.name} will refund your ${paid}.`,
		kept: `This was a late cancellation, so your ${paid} is not refunded.`,
		disputed: `Your bank is reviewing your payment of ${paid}, so we haven’t sent a refund. If the bank doesn’t refund you, we will.`,
		part_back:
			'A part of your payment has already gone back to you. We’re checking it, and then you’ll get the rest.',
	}
	return writeMail(sender, {
		subject: `Booking Cancelled: ${shop.name}, ${when}`,
		title: 'Booking Cancelled',
		blocks: [
			whoCancelled(byShop),
			mailFacts([
				{ label: 'When it was', value: when },
				{
					label: 'What',
					value: appointment.services.map(({ name, staffName }) => `${name} with ${staffName}`).join('\n'),
				},
				{ label: 'Where', value: shop.name },
				{ label: 'Reference', value: appointment.referenceNumber },
			]),
			[moneyWords[money], savingsWords].filter(Boolean).join(' '),
			...(byShop && !byShop.mayTellReason
				? [mailLink('See why', `${sender.origin}${appointment.page}`)]
				: []),
			mailLink('Book another visit', `${sender.origin}/discover`),
		],
		reason: `You got this because a visit to ${shop.name} was booked with your email.`,
		attachments: [calendarAttachment(sender, appointment, now)],
	})
}

function whoCancelled(byShop: CancelledByShop | null): string {
	if (byShop === null) return 'Your booking has been cancelled.'
	return byShop.mayTellReason
		? `The shop cancelled this booking: ${byShop.reason}`
		: 'The shop cancelled this booking.'
}
