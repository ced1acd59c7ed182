import * as z from 'zod'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { MAX_NAME_LENGTH, outsideLine, writtenText } from '#app/kernel/form-fields.server.ts'
import { accepted } from '#app/kernel/outcome.ts'
import {
	answeredInstant,
	apiEmailField,
	apiIdField,
	apiInstantField,
	apiPhoneField,
	isoOrNull,
	isoText,
} from './api-fields.server.ts'
import {
	type AppointmentCode,
	appointmentRefusals,
	ofTimes,
	shopRefused,
} from './appointment-change.server.ts'
import { type ShopCall, shopCall } from './shop-call.server.ts'

const name = outsideLine().max(MAX_NAME_LENGTH)
const customer = z.strictObject({
	first_name: name.min(1),
	last_name: name.default(''),
	email: apiEmailField.nullable().default(null),
	phone: apiPhoneField.nullable().default(null),
})

export const walkInCalls: readonly ShopCall[] = [
	shopCall({
		method: 'POST',
		path: '/appointments',
		scope: 'appointments:write',
		summary:
			'Book a walk-in for now, or for a start time you choose, with up to four services, add-ons and a note. If it is not free, the refusal says what is',
		body: z.strictObject({
			service_ids: z.array(apiIdField).min(1).max(4),
			staff_member_id: apiIdField.nullable().default(null),
			starts_at: apiInstantField.optional(),
			customer,
			add_on_ids: z.array(apiIdField).max(30).default([]),
			note: outsideLine().max(300).default(''),
		}),
		answer: z.object({
			appointment_id: writtenText,
			reference: writtenText,
			starts_at: answeredInstant,
			staff_name: writtenText,
		}),
		isCreated: true,
		refusals: appointmentRefusals,
		given: [
			...ofTimes,
			...([
				'visit_not_found',
				'listed_twice',
				'service_not_offered',
				'add_on_not_offered',
				'price_changed',
			] as const),
		] satisfies AppointmentCode[],
		async handle({ body, context, shopId, actId, now, actOf }) {
			const { first_name: firstName, last_name: lastName, email, phone } = body.customer
			const act = { kind: 'walk_in_booked', subjectId: actId, summary: 'Walk-in' } as const
			const booked = await bookWalkIn(context, {
				shopId,
				now,
				draftId: actId,
				alongside: actOf(act),
				serviceIds: body.service_ids,
				addOnIds: body.add_on_ids,
				note: body.note,
				staffMemberId: body.staff_member_id,
				startsAt: body.starts_at ?? now,
				customer: { firstName, lastName, email, phone, userId: null },
			})
			if (booked.ok) {
				const { appointmentId, referenceNumber, startsAt, staffName } = booked.value
				return accepted({
					appointment_id: appointmentId,
					reference: referenceNumber,
					starts_at: isoText(startsAt),
					staff_name: staffName,
				})
			}
			const { offer } = booked
			if (offer === null) return shopRefused(booked.refusal)
			return shopRefused(booked.refusal, {
				next_starts_at: isoOrNull(offer.nextStartsAt),
				free_staff: offer.freeStaff.map((one) => ({ staff_member_id: one.staffMemberId, name: one.name })),
			})
		},
	}),
]
