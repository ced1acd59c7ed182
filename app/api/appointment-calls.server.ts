import * as z from 'zod'
import { UNDO_WITHIN_MS } from '#app/domain/booking/shop-appointment-words.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import {
	completeAppointment,
	missAppointment,
	undoAppointment,
} from '#app/flows/booking/close-appointment.server.ts'
import { confirmAppointment } from '#app/flows/booking/confirm-appointment.server.ts'
import { markArrived } from '#app/flows/booking/mark-arrived.server.ts'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { writePlace } from '#app/kernel/list-place.ts'
import { accepted } from '#app/kernel/outcome.ts'
import { apiInstantField, dateField, pagedFields, pageOf } from './api-fields.server.ts'
import {
	type AppointmentCode,
	actOnAppointmentOfCall,
	appointmentRefusals,
	ofStarts,
	shopRefused,
} from './appointment-change.server.ts'
import {
	listedAppointment,
	listedAppointmentOf,
	shownAppointment,
	shownAppointmentOf,
} from './appointment-fields.server.ts'
import { type ShopCall, shopCall } from './shop-call.server.ts'

/** Why any change of a visit may be refused. */
const closed = [
	'visit_not_found',
	'visit_cancelled',
	'visit_missed',
	'visit_completed',
] satisfies AppointmentCode[]
const changed = z.object({ reference: z.string() })

/** The appointments of a shop, and what happens to each as the shop says. */
export const appointmentCalls: readonly ShopCall[] = [
	shopCall({
		method: 'GET',
		path: '/appointments',
		scope: 'appointments:read',
		summary:
			'List a day’s appointments by start time, in the shop’s time zone. The day is today unless you give a date',
		query: z.strictObject({ date: dateField.optional(), ...pagedFields }),
		answer: pageOf(listedAppointment).extend({ date: z.iso.date(), time_zone: z.string() }),
		refusals: {},
		async handle({ context, caller, query: { date, limit, cursor }, key, now }) {
			const after = cursor && { startsAt: cursor.at, appointmentId: cursor.id }
			const day = await context.booking.appointmentViews.dayOfShop(caller, {
				date: date ?? null,
				now,
				after,
				limit,
			})
			return accepted({
				date: day.shop?.date ?? date ?? '',
				time_zone: key.shop.timeZone,
				items: day.appointments.map(listedAppointmentOf),
				next_cursor: day.next && writePlace({ at: day.next.startsAt, id: day.next.appointmentId }),
			})
		},
	}),
	shopCall({
		method: 'GET',
		path: '/appointments/{reference}',
		scope: 'appointments:read',
		summary: 'Get a single appointment',
		answer: shownAppointment,
		refusals: { visit_not_found: 404 },
		async handle({ context, caller, params, now }) {
			const appointment = await context.booking.appointmentViews.appointmentOfShop(
				caller,
				params.reference,
				now,
			)
			return appointment ? accepted(shownAppointmentOf(appointment)) : shopRefused('visit_not_found')
		},
	}),
	shopCall({
		method: 'POST',
		path: '/appointments/{reference}/confirm',
		scope: 'appointments:write',
		summary: 'Confirm an appointment',
		answer: changed,
		refusals: appointmentRefusals,
		given: [...closed, 'visit_confirmed'] satisfies AppointmentCode[],
		handle: (called) =>
			actOnAppointmentOfCall(called, 'visit_confirmed', confirmAppointment, (_, referenceNumber) => ({
				reference: referenceNumber,
			})),
	}),
	shopCall({
		method: 'POST',
		path: '/appointments/{reference}/arrive',
		scope: 'appointments:write',
		summary: 'Mark the customer as arrived',
		answer: changed,
		refusals: appointmentRefusals,
		given: [...closed, 'visit_arrived'] satisfies AppointmentCode[],
		handle: (called) =>
			actOnAppointmentOfCall(called, 'visit_arrived', markArrived, (_, referenceNumber) => ({
				reference: referenceNumber,
			})),
	}),
	shopCall({
		method: 'POST',
		path: '/appointments/{reference}/complete',
		scope: 'appointments:write',
		summary:
			'Complete an appointment. What was still due counts as paid at the shop unless paid_at_shop is false',
		body: z.strictObject({ paid_at_shop: z.boolean().default(true) }),
		answer: changed.extend({
			given: z.object({ stamps: z.int(), rewards: z.int(), cashback_kobo: z.int() }),
		}),
		refusals: appointmentRefusals,
		given: [...closed, 'visit_not_begun'] satisfies AppointmentCode[],
		handle: (called) =>
			actOnAppointmentOfCall(
				called,
				'visit_completed',
				(deps, appointment) =>
					completeAppointment(deps, { ...appointment, isPaid: called.body.paid_at_shop }),
				({ stamps, rewards, cashbackKobo }, referenceNumber) => ({
					reference: referenceNumber,
					given: { stamps, rewards: rewards.length, cashback_kobo: cashbackKobo },
				}),
			),
	}),
	shopCall({
		method: 'POST',
		path: '/appointments/{reference}/no-show',
		scope: 'appointments:write',
		summary: 'Mark the customer as a no-show, from 15 minutes after the start',
		answer: changed,
		refusals: appointmentRefusals,
		given: [...closed, 'too_early_to_miss'] satisfies AppointmentCode[],
		handle: (called) =>
			actOnAppointmentOfCall(called, 'visit_missed', missAppointment, (_, referenceNumber) => ({
				reference: referenceNumber,
			})),
	}),
	shopCall({
		method: 'POST',
		path: '/appointments/{reference}/undo',
		scope: 'appointments:write',
		summary: 'Undo a completion or no-show within ten minutes. The appointment is open again',
		answer: changed.extend({
			taken_back: z.object({ rewards: z.int(), cashback_kobo: z.int() }),
			lost: z.object({ rewards: z.int(), cashback_kobo: z.int() }),
		}),
		refusals: appointmentRefusals,
		given: [
			'visit_not_found',
			'visit_cancelled',
			'visit_still_open',
			'visit_reviewed',
			'undo_too_late',
			'time_given_away',
		] satisfies AppointmentCode[],
		handle: (called) =>
			actOnAppointmentOfCall(
				called,
				'visit_undone',
				(deps, appointment) => undoAppointment(deps, { ...appointment, withinMs: UNDO_WITHIN_MS }),
				(taken, referenceNumber) => ({
					reference: referenceNumber,
					taken_back: { rewards: taken.rewards, cashback_kobo: taken.cashbackKobo },
					lost: { rewards: taken.lostRewards, cashback_kobo: taken.lostKobo },
				}),
			),
	}),
	shopCall({
		method: 'POST',
		path: '/appointments/{reference}/cancel',
		scope: 'appointments:write',
		summary: 'Cancel an appointment for the shop. The customer gets back everything they paid',
		body: z.strictObject({ reason: z.string().trim().min(3).max(200) }),
		answer: changed.extend({
			refunded_kobo: z.int(),
			given_back_by_shop_kobo: z.int(),
			cashback_kobo: z.int(),
			had_reward: z.boolean(),
			is_disputed: z.boolean(),
		}),
		refusals: appointmentRefusals,
		given: [...closed, 'reason_missing'] satisfies AppointmentCode[],
		handle: (called) =>
			actOnAppointmentOfCall(
				called,
				'visit_cancelled',
				(deps, { now, ...appointment }) =>
					cancelAppointment(deps, { by: { kind: 'shop', ...appointment, reason: called.body.reason }, now }),
				(back, referenceNumber) => ({
					reference: referenceNumber,
					refunded_kobo: back.refundedKobo,
					given_back_by_shop_kobo: back.byShopKobo,
					cashback_kobo: back.cashbackKobo,
					had_reward: back.hadReward,
					is_disputed: back.money === 'disputed',
				}),
			),
	}),
	shopCall({
		method: 'POST',
		path: '/appointments/{reference}/move',
		scope: 'appointments:write',
		summary: 'Move an appointment to another start time, with the same staff',
		body: z.strictObject({ starts_at: apiInstantField }),
		answer: changed.extend({ is_changed: z.boolean() }),
		refusals: appointmentRefusals,
		given: [...closed, ...ofStarts] satisfies AppointmentCode[],
		handle: (called) =>
			actOnAppointmentOfCall(
				called,
				'visit_moved',
				(deps, { now, ...appointment }) =>
					moveAppointment(deps, {
						by: { kind: 'shop', ...appointment },
						startsAt: called.body.starts_at,
						now,
					}),
				({ isChanged }, referenceNumber) => ({ reference: referenceNumber, is_changed: isChanged }),
			),
	}),
]
