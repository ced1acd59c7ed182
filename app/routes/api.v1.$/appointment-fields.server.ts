import * as z from 'zod'
import type { ListedVisit, ShownVisit } from '#app/domain/booking/shop-visit-repository.server.ts'
import {
	appointmentStatuses,
	paymentMethods,
	paymentStatuses,
	visitProblemKinds,
} from '#app/kernel/vocabulary/booking.ts'
import { answeredInstant, isoOf, isoOrNull } from './api-fields.server.ts'

/** An appointment in a list of its shop. */
export const listedAppointment = z.object({
	appointment_id: z.string(),
	reference: z.string(),
	status: z.enum(appointmentStatuses),
	starts_at: answeredInstant,
	ends_at: answeredInstant,
	services: z.array(
		z.object({
			service_id: z.string(),
			name: z.string(),
			staff_member_id: z.string(),
			staff_name: z.string(),
		}),
	),
	customer: z.object({ first_name: z.string(), last_name: z.string(), phone: z.string().nullable() }),
	note: z.string().nullable(),
	customer_note: z.string().nullable(),
	visitor_name: z.string().nullable(),
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
	cancellation_reason: z.string().nullable(),
	is_walk_in: z.boolean(),
})

/** One appointment, with all that its shop may see of it. */
export const shownAppointment = listedAppointment.extend({
	customer: listedAppointment.shape.customer.extend({ email: z.string().nullable() }),
	duration_minutes: z.int(),
	add_ons: z.array(z.object({ name: z.string(), price_kobo: z.int() })),
	tip_kobo: z.int(),
	discount_kobo: z.int(),
	cashback_kobo: z.int(),
	paid_kobo: z.int(),
	paid_at_shop_kobo: z.int(),
	created_at: answeredInstant,
	problem: z
		.object({
			kind: z.enum(visitProblemKinds),
			words: z.string(),
			reported_at: answeredInstant,
			answered_at: answeredInstant.nullable(),
			answer: z.string().nullable(),
		})
		.nullable(),
})

export function listedAppointmentOf(visit: ListedVisit): z.input<typeof listedAppointment> {
	return {
		appointment_id: visit.appointmentId,
		reference: visit.reference,
		status: visit.status,
		starts_at: isoOf(visit.startsAt),
		ends_at: isoOf(visit.endsAt),
		services: visit.services.map(({ serviceId, name, staffMemberId, staffName }) => ({
			...{ service_id: serviceId, name, staff_member_id: staffMemberId, staff_name: staffName },
		})),
		customer: {
			first_name: visit.customer.firstName,
			last_name: visit.customer.lastName,
			phone: visit.customer.phone,
		},
		note: visit.note,
		customer_note: visit.customerNote,
		visitor_name: visit.visitorName,
		late_minutes: visit.lateMinutes,
		late_told_at: isoOrNull(visit.lateToldAt),
		total_kobo: visit.totalKobo,
		due_kobo: visit.dueKobo,
		payment_method: visit.paymentMethod,
		payment_status: visit.paymentStatus,
		arrived_at: isoOrNull(visit.arrivedAt),
		completed_at: isoOrNull(visit.completedAt),
		missed_at: isoOrNull(visit.missedAt),
		cancelled_at: isoOrNull(visit.cancelledAt),
		transfer_paid_at: isoOrNull(visit.transferPaidAt),
		cancellation_reason: visit.cancellationReason,
		is_walk_in: visit.isWalkIn,
	}
}

export function shownAppointmentOf(visit: ShownVisit): z.input<typeof shownAppointment> {
	const listed = listedAppointmentOf(visit)
	return {
		...listed,
		customer: { ...listed.customer, email: visit.customer.email },
		duration_minutes: visit.durationMinutes,
		add_ons: visit.addOns.map(({ name, priceKobo }) => ({ name, price_kobo: priceKobo })),
		tip_kobo: visit.tipKobo,
		discount_kobo: visit.discountKobo,
		cashback_kobo: visit.cashbackKobo,
		paid_kobo: visit.paidKobo,
		paid_at_shop_kobo: visit.paidAtShopKobo,
		created_at: isoOf(visit.createdAt),
		problem: visit.problem && {
			kind: visit.problem.kind,
			words: visit.problem.words,
			reported_at: isoOf(visit.problem.reportedAt),
			answered_at: isoOrNull(visit.problem.resolvedAt),
			answer: visit.problem.answer,
		},
	}
}
