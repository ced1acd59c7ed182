import * as z from 'zod'
import type {
	AppointmentAtShop,
	ShownAppointment,
} from '#app/domain/booking/desk/shop-appointment-repository.server.ts'
import { type BookingNote, bookingNoteNames, bookingNotes } from '#app/kernel/booking-notes.ts'
import { writtenText } from '#app/kernel/form-fields.server.ts'
import {
	appointmentProblemKinds,
	appointmentStatuses,
	paymentMethods,
	paymentStatuses,
} from '#app/kernel/vocabulary/booking.ts'
import { answeredInstant, isoOrNull, isoText } from './api-fields.server.ts'

type NoteColumn = (typeof bookingNotes)[BookingNote]['column']

/** The customer's notes, by the API's names. */
function byColumn<Value>(of: (name: BookingNote) => Value): Record<NoteColumn, Value> {
	return Object.fromEntries(bookingNoteNames.map((name) => [bookingNotes[name].column, of(name)])) as Record<
		NoteColumn,
		Value
	>
}

export const listedAppointment = z.object({
	appointment_id: writtenText,
	reference: writtenText,
	status: z.enum(appointmentStatuses),
	starts_at: answeredInstant,
	ends_at: answeredInstant,
	services: z.array(
		z.object({
			service_id: writtenText,
			name: writtenText,
			staff_member_id: writtenText,
			staff_name: writtenText,
		}),
	),
	customer: z.object({ first_name: writtenText, last_name: writtenText, phone: writtenText.nullable() }),
	note: writtenText.nullable(),
	...byColumn(() => writtenText.nullable()),
	late_minutes: z.int().nullable(),
	late_told_at: answeredInstant.nullable(),
	total_kobo: z.int(),
	due_kobo: z.int(),
	payment_method: z.enum(paymentMethods),
	payment_status: z.enum(paymentStatuses),
	arrived_at: answeredInstant.nullable(),
	completed_at: answeredInstant.nullable(),
	missed_at: answeredInstant.nullable(),
	cancelled_at: answeredInstant.nullable(),
	transfer_paid_at: answeredInstant.nullable(),
	cancellation_reason: writtenText.nullable(),
	is_walk_in: z.boolean(),
	updated_at: answeredInstant,
})

export const shownAppointment = listedAppointment.extend({
	customer: listedAppointment.shape.customer.extend({ email: writtenText.nullable() }),
	duration_minutes: z.int(),
	add_ons: z.array(z.object({ name: writtenText, price_kobo: z.int() })),
	tip_kobo: z.int(),
	discount_kobo: z.int(),
	cashback_kobo: z.int(),
	paid_kobo: z.int(),
	paid_at_shop_kobo: z.int(),
	created_at: answeredInstant,
	problem: z
		.object({
			kind: z.enum(appointmentProblemKinds),
			words: writtenText,
			reported_at: answeredInstant,
			answered_at: answeredInstant.nullable(),
			answer: writtenText.nullable(),
		})
		.nullable(),
})

export function listedAppointmentAnswer(appointment: AppointmentAtShop): z.input<typeof listedAppointment> {
	return {
		appointment_id: appointment.appointmentId,
		reference: appointment.referenceNumber,
		status: appointment.status,
		starts_at: isoText(appointment.startsAt),
		ends_at: isoText(appointment.endsAt),
		services: appointment.services.map(({ serviceId, name, staffMemberId, staffName }) => ({
			service_id: serviceId,
			name,
			staff_member_id: staffMemberId,
			staff_name: staffName,
		})),
		customer: {
			first_name: appointment.customer.firstName,
			last_name: appointment.customer.lastName,
			phone: appointment.customer.phone,
		},
		note: appointment.note,
		...byColumn((name) => appointment.bookingNotes[name]),
		late_minutes: appointment.lateMinutes,
		late_told_at: isoOrNull(appointment.lateToldAt),
		total_kobo: appointment.totalKobo,
		due_kobo: appointment.dueKobo,
		payment_method: appointment.paymentMethod,
		payment_status: appointment.paymentStatus,
		arrived_at: isoOrNull(appointment.arrivedAt),
		completed_at: isoOrNull(appointment.completedAt),
		missed_at: isoOrNull(appointment.missedAt),
		cancelled_at: isoOrNull(appointment.cancelledAt),
		transfer_paid_at: isoOrNull(appointment.transferPaidAt),
		cancellation_reason: appointment.cancellationReason,
		is_walk_in: appointment.isWalkIn,
		updated_at: isoText(appointment.updatedAt),
	}
}

export function shownAppointmentAnswer(appointment: ShownAppointment): z.input<typeof shownAppointment> {
	const listed = listedAppointmentAnswer(appointment)
	return {
		...listed,
		customer: { ...listed.customer, email: appointment.customer.email },
		duration_minutes: appointment.durationMinutes,
		add_ons: appointment.addOns.map(({ name, priceKobo }) => ({ name, price_kobo: priceKobo })),
		tip_kobo: appointment.tipKobo,
		discount_kobo: appointment.discountKobo,
		cashback_kobo: appointment.cashbackKobo,
		paid_kobo: appointment.paidKobo,
		paid_at_shop_kobo: appointment.paidAtShopKobo,
		created_at: isoText(appointment.createdAt),
		problem: appointment.problem && {
			kind: appointment.problem.kind,
			words: appointment.problem.words,
			reported_at: isoText(appointment.problem.reportedAt),
			answered_at: isoOrNull(appointment.problem.resolvedAt),
			answer: appointment.problem.answer,
		},
	}
}
