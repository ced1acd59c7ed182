import * as z from 'zod'
import { changeAppointment, shownSums } from '#app/flows/booking/change-appointment.server.ts'
import { changeNote, previewChange } from '#app/flows/booking/edit-appointment.server.ts'
import { handOverAppointment } from '#app/flows/booking/hand-over-appointment.server.ts'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { seenField, writtenText } from '#app/kernel/form-fields.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted } from '#app/kernel/outcome.ts'
import { answeredInstant, apiIdField, apiInstantField, isoText, textField } from './api-fields.server.ts'
import {
	type AppointmentCode,
	appointmentAct,
	appointmentRefusals,
	changedAnswer,
	ofClosed,
	ofTimes,
	shopRefused,
} from './appointment-change.server.ts'
import { type ShopCall, shopCall } from './shop-call.server.ts'

/** The position among an appointment's services, from 0. */
const positionField = z.int().min(0).max(3)

/** What the customer agreed to: the appointment as read, its time, and the sums of the new bill. */
const agreedField = z
	.string()
	.regex(/^\d{1,9}\.\d{1,15}\.[\d-]{1,80}$/)
	.transform((text) => {
		const [sequence = '', startsAt = '', shown = ''] = text.split('.')
		return { sequence: Number(sequence), startsAt: Number(startsAt), shown }
	})
const agreedText = (sequence: number, startsAt: Instant, shown: string) => `${sequence}.${startsAt}.${shown}`

const ofChanges = [
	'invalid_selection',
	'service_not_offered',
	'nothing_to_change',
	'transfer_came',
	'payment_disputed',
	'staff_not_free',
	'does_not_fit',
] satisfies AppointmentCode[]

const given = {
	move: [...ofClosed, ...ofTimes, 'service_not_offered'],
	handOver: [...ofClosed, ...ofTimes, 'staff_does_it_already'],
	change: [...ofClosed, ...ofChanges, ...ofTimes, 'price_changed', 'visit_changed'],
	note: [...ofClosed, 'visit_changed'],
} satisfies Record<string, AppointmentCode[]>

export const appointmentEditCalls: readonly ShopCall[] = [
	appointmentAct({
		act: 'move',
		summary:
			'Move an appointment to another start time, with the same staff unless you name one, or “any” for anyone free',
		kind: 'visit_moved',
		given: given.move,
		body: z.strictObject({
			starts_at: apiInstantField,
			staff_member_id: apiIdField.nullable().default(null),
		}),
		answer: changedAnswer.extend({ is_changed: z.boolean() }),
		change: (deps, { now, ...appointment }, { starts_at: startsAt, staff_member_id: staff }) =>
			moveAppointment(deps, { by: { kind: 'shop', ...appointment }, startsAt, staff, now }),
		toBody: ({ isChanged }) => ({ is_changed: isChanged }),
	}),
	appointmentAct({
		act: 'hand-over',
		summary: 'Give all of an appointment to another staff member, at its time. The customer gets no message',
		kind: 'visit_handed_over',
		given: given.handOver,
		body: z.strictObject({ staff_member_id: apiIdField }),
		answer: changedAnswer.extend({ staff_name: writtenText }),
		change: (deps, appointment, { staff_member_id: staffMemberId }) =>
			handOverAppointment(deps, { ...appointment, staffMemberId }),
		toBody: ({ staffName }) => ({ staff_name: staffName }),
	}),
	shopCall({
		method: 'GET',
		path: '/appointments/{reference}/change',
		scope: 'appointments:read',
		summary:
			'Ask what another service, or another person for one service, would make of an appointment. Nothing is changed',
		query: z
			.strictObject({
				position: z
					.enum(['0', '1', '2', '3'])
					.meta({ description: 'Which of its services; the first is 0.' }),
				service_id: apiIdField.optional(),
				staff_member_id: apiIdField.optional(),
			})
			.refine(({ service_id, staff_member_id }) => (service_id ?? staff_member_id) !== undefined, {
				path: ['service_id'],
				message: 'Give a service, a staff member, or both.',
			}),
		answer: z.object({
			reference: writtenText,
			agreed: writtenText,
			staff_member_id: writtenText,
			staff_name: writtenText,
			ends_at: answeredInstant,
			total_kobo: z.int(),
			due_at_shop_kobo: z.int(),
			refunded_kobo: z.int(),
			cashback_kobo: z.int(),
			kept_kobo: z.int(),
			loses_saving: z.boolean(),
		}),
		refusals: appointmentRefusals,
		given: [...ofClosed, ...ofChanges] satisfies AppointmentCode[],
		async handle({ context, caller, params, query, now }) {
			const { reference: referenceNumber } = params
			const appointment = await context.booking.appointmentViews.appointmentOfShop(
				caller,
				referenceNumber,
				now,
			)
			if (!appointment) return shopRefused('visit_not_found')
			const { position, service_id: serviceId = null, staff_member_id: staffMemberId = null } = query
			const change = { position: Number(position), serviceId, staffMemberId }
			const answer = await previewChange(context, { ...change, appointment, now })
			if (!answer.ok) return shopRefused(answer.refusal)
			const { found, plan, wanted } = answer.value
			const { bill, staff, endsAt } = plan
			return accepted({
				reference: referenceNumber,
				agreed: agreedText(found.toChange.sequence, wanted.startsAt, shownSums(bill)),
				staff_member_id: staff.staffMemberId,
				staff_name: staff.name,
				ends_at: isoText(endsAt),
				total_kobo: bill.totalKobo,
				due_at_shop_kobo: bill.dueAtShopKobo,
				refunded_kobo: bill.backKobo,
				cashback_kobo: bill.cashbackBackKobo,
				kept_kobo: bill.keptKobo + bill.cashbackKeptKobo,
				loses_saving: bill.isSavingLost,
			})
		},
	}),
	appointmentAct({
		act: 'change',
		summary:
			'Change a service of an appointment, or who does it, as GET said with these values: send back its “agreed”',
		kind: 'visit_changed',
		given: given.change,
		body: z
			.strictObject({
				position: positionField,
				service_id: apiIdField.nullable().default(null),
				staff_member_id: apiIdField.nullable().default(null),
				agreed: agreedField,
			})
			.refine(({ service_id, staff_member_id }) => (service_id ?? staff_member_id) !== null, {
				path: ['service_id'],
				message: 'Give a service, a staff member, or both.',
			}),
		answer: changedAnswer.extend({ is_changed: z.boolean() }),
		change(deps, { now, ...appointment }, body) {
			const { position, service_id: serviceId, staff_member_id: staffMemberId, agreed } = body
			const { startsAt, sequence, shown } = agreed
			const wanted = { position, serviceId, staffMemberId, startsAt }
			const by = { kind: 'shop', ...appointment } as const
			return changeAppointment(deps, { by, wanted, sequence, shown, now })
		},
		toBody: ({ isChanged }) => ({ is_changed: isChanged }),
	}),
	appointmentAct({
		method: 'PUT',
		act: 'note',
		summary:
			'Write the note of an appointment, which customer and shop read. “seen” is the note that you replace: another one meanwhile is not overwritten',
		kind: 'visit_changed',
		given: given.note,
		body: z.strictObject({ note: textField(300), seen: seenField(300) }),
		change: (deps, appointment, body) => changeNote(deps, { ...appointment, ...body }),
	}),
]
