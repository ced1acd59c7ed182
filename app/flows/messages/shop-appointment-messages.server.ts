import { isFreeToCancel, isOpen } from '#app/domain/booking/appointment/cancellation-policy.ts'
import type { ShownAppointment } from '#app/domain/booking/desk/shop-appointment-repository.server.ts'
import {
	type Mail,
	type MailBlock,
	type MailSender,
	mailFacts,
	mailLink,
	writeMail,
} from '#app/domain/messaging/mail.ts'
import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { phoneLabel } from '#app/kernel/phone.ts'
import { appointmentPayload } from './appointment-messages.server.ts'
import { isOldNews, type MessageKind, messageKind } from './message-kind.server.ts'

/** `isTrue`: the news is still true of the visit. */
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

/** Tell a shop what its customers did with their visits. */
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
		letter: ({ sender }, appointment) =>
			shopAppointmentMail(sender, news, {
				...appointment,
				toRefundKobo: toRefundKobo(appointment),
				hasMoreToRead: Object.values(appointment.bookingNotes).some((note) => note !== null),
			}),
	}),
)

/** A transfer for a visit cancelled in time, which the shop refunds. */
function toRefundKobo(input: ShownAppointment): Kobo {
	const { transferPaidAt, cancelledAt, refundableUntilAt, paidAtShopKobo } = input
	if (transferPaidAt === null || cancelledAt === null) return 0
	return isFreeToCancel(refundableUntilAt, cancelledAt) ? paidAtShopKobo : 0
}

/** With the typed name, since the shop expects the customer. */
type AppointmentToMail = {
	referenceNumber: string
	startsAt: Instant
	timeZone: string
	services: { name: string; staffName: string }[]
	customer: { firstName: string; lastName: string; phone: string | null }
	totalKobo: Kobo
	dueKobo: Kobo
	/** A cancelled visit's transfer, which the shop refunds itself. */
	toRefundKobo: Kobo
	/** To be read at the kiosk: a note, or another person's name. */
	hasMoreToRead: boolean
	/** As the customer said. */
	lateMinutes: number | null
}

type ShopNews = 'booked' | 'moved' | 'changed' | 'cancelled' | 'late' | 'problem'

const titles: Record<ShopNews, string> = {
	booked: 'New booking',
	moved: 'Booking moved by the customer',
	changed: 'Booking changed by the customer',
	cancelled: 'Booking cancelled by the customer',
	late: 'The customer is running late',
	problem: 'A customer reported a problem',
}

function shopAppointmentMail(sender: MailSender, news: ShopNews, appointment: AppointmentToMail): Mail {
	const when = mailedMomentLabelAt(appointment.timeZone, appointment.startsAt)
	const { firstName, lastName, phone } = appointment.customer
	const due = appointment.dueKobo > 0 ? `${formatNaira(appointment.dueKobo)} to pay` : 'nothing to pay'
	return writeMail(sender, {
		subject: `${titles[news]}: ${appointment.referenceNumber}, ${when}`,
		title: titles[news],
		blocks: [
			...words(sender, news, appointment),
			mailFacts([
				{ label: news === 'cancelled' || news === 'problem' ? 'When it was' : 'When', value: when },
				{
					label: 'What',
					value: appointment.services.map(({ name, staffName }) => `${name} with ${staffName}`).join('\n'),
				},
				{
					label: 'Who',
					value: [`${firstName} ${lastName}`.trim(), ...(phone ? [phoneLabel(phone)] : [])].join('\n'),
				},
				{ label: 'Reference', value: appointment.referenceNumber },
				...(news === 'cancelled'
					? appointment.toRefundKobo > 0
						? [
								{
									label: 'To refund',
									value: `${formatNaira(appointment.toRefundKobo)}, paid to your account`,
								},
							]
						: []
					: news === 'late' || news === 'problem'
						? []
						: [{ label: 'Total', value: `${formatNaira(appointment.totalKobo)}, ${due}` }]),
			]),
		],
		reason: 'You got this because your shop takes bookings with us.',
	})
}

/** Typed text is unchecked, so it is read only at the kiosk. */
function words({ origin }: MailSender, news: ShopNews, appointment: AppointmentToMail): MailBlock[] {
	const kiosk: MailBlock = mailLink(
		'Open it at your kiosk',
		`${origin}/kiosk/visits/${appointment.referenceNumber}`,
	)
	if (news === 'late')
		return [
			`They say they’re about ${appointment.lateMinutes} minutes late. The visit keeps its time unless you move it.`,
		]
	if (news === 'problem') return ['Read what they wrote and answer. Your answer closes it.', kiosk]
	const isMore = news === 'booked' && appointment.hasMoreToRead
	return isMore ? ['The customer added a note, or someone else is coming.', kiosk] : []
}
