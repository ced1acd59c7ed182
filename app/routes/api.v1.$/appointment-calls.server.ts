import * as z from 'zod'
import { UNDO_WITHIN_MS } from '#app/domain/booking/shop-visit-words.ts'
import { cancelVisit } from '#app/flows/shop/cancel-visit.server.ts'
import { completeVisit, missVisit, undoVisit } from '#app/flows/shop/close-visit.server.ts'
import { confirmVisit } from '#app/flows/shop/confirm-visit.server.ts'
import { markArrived } from '#app/flows/shop/mark-arrived.server.ts'
import { moveVisit } from '#app/flows/shop/move-visit.server.ts'
import { writePlace } from '#app/kernel/list-place.ts'
import { accepted } from '#app/kernel/outcome.ts'
import { dateField, instantField, pagedFields, pageOf } from './api-fields.server.ts'
import {
	listedAppointment,
	listedAppointmentOf,
	shownAppointment,
	shownAppointmentOf,
} from './appointment-fields.server.ts'
import { type ShopCall, shopCall } from './shop-call.server.ts'
import { changeVisit, visitRefusals, visitRefused } from './visit-change.server.ts'

const changed = z.object({ reference: z.string() })

/** The appointments of a shop, and what happens to each as the shop says. */
export const appointmentCalls: readonly ShopCall[] = [
	shopCall({
		method: 'GET',
		path: '/appointments',
		scope: 'appointments:read',
		summary: 'The appointments of a day on the shop’s clock, in order of start; today without a date',
		query: z.strictObject({ date: dateField.optional(), ...pagedFields }),
		answer: pageOf(listedAppointment).extend({ date: z.iso.date(), time_zone: z.string() }),
		refusals: {},
		async handle({ context, caller, query: { date, limit, cursor }, key, now }) {
			const after = cursor && { startsAt: cursor.at, appointmentId: cursor.id }
			const day = await context.shopVisits.day(caller, { date: date ?? null, now, after, limit })
			return accepted({
				date: day.shop?.date ?? date ?? '',
				time_zone: key.shop.timeZone,
				items: day.visits.map(listedAppointmentOf),
				next_cursor: day.next && writePlace({ at: day.next.startsAt, id: day.next.appointmentId }),
			})
		},
	}),
	shopCall({
		method: 'GET',
		path: '/appointments/{reference}',
		scope: 'appointments:read',
		summary: 'One appointment',
		answer: shownAppointment,
		refusals: { visit_not_found: 404 },
		async handle({ context, caller, params, now }) {
			const visit = await context.shopVisits.visit(caller, params.reference, now)
			return visit ? accepted(shownAppointmentOf(visit)) : visitRefused('visit_not_found')
		},
	}),
	shopCall({
		method: 'POST',
		path: '/appointments/{reference}/confirm',
		scope: 'appointments:write',
		summary: 'The shop expects the customer',
		answer: changed,
		refusals: visitRefusals,
		handle: (called) =>
			changeVisit(called, 'visit_confirmed', confirmVisit, (_, reference) => ({ reference })),
	}),
	shopCall({
		method: 'POST',
		path: '/appointments/{reference}/arrive',
		scope: 'appointments:write',
		summary: 'The customer is there',
		answer: changed,
		refusals: visitRefusals,
		handle: (called) => changeVisit(called, 'visit_arrived', markArrived, (_, reference) => ({ reference })),
	}),
	shopCall({
		method: 'POST',
		path: '/appointments/{reference}/complete',
		scope: 'appointments:write',
		summary: 'The visit took place; the rest counts as paid at the shop unless the shop says that it was not',
		body: z.strictObject({ paid_at_shop: z.boolean().default(true) }),
		answer: changed.extend({
			given: z.object({ stamps: z.int(), rewards: z.int(), cashback_kobo: z.int() }),
		}),
		refusals: visitRefusals,
		handle: (called) =>
			changeVisit(
				called,
				'visit_completed',
				(deps, visit) => completeVisit(deps, { ...visit, isPaid: called.body.paid_at_shop }),
				({ stamps, rewards, cashbackKobo }, reference) => ({
					reference,
					given: { stamps, rewards: rewards.length, cashback_kobo: cashbackKobo },
				}),
			),
	}),
	shopCall({
		method: 'POST',
		path: '/appointments/{reference}/no-show',
		scope: 'appointments:write',
		summary: 'The customer did not come; from 15 minutes after the start',
		answer: changed,
		refusals: visitRefusals,
		handle: (called) => changeVisit(called, 'visit_missed', missVisit, (_, reference) => ({ reference })),
	}),
	shopCall({
		method: 'POST',
		path: '/appointments/{reference}/undo',
		scope: 'appointments:write',
		summary: 'Neither completed nor missed after all, within ten minutes: the visit is open again',
		answer: changed.extend({
			taken_back: z.object({ rewards: z.int(), cashback_kobo: z.int() }),
			lost: z.object({ rewards: z.int(), cashback_kobo: z.int() }),
		}),
		refusals: visitRefusals,
		handle: (called) =>
			changeVisit(
				called,
				'visit_undone',
				(deps, visit) => undoVisit(deps, { ...visit, withinMs: UNDO_WITHIN_MS }),
				(taken, reference) => ({
					reference,
					taken_back: { rewards: taken.rewards, cashback_kobo: taken.cashbackKobo },
					lost: { rewards: taken.lostRewards, cashback_kobo: taken.lostKobo },
				}),
			),
	}),
	shopCall({
		method: 'POST',
		path: '/appointments/{reference}/cancel',
		scope: 'appointments:write',
		summary: 'The shop cancels: everything that was paid goes back',
		body: z.strictObject({ reason: z.string().trim().min(3).max(200) }),
		answer: changed.extend({
			refunded_kobo: z.int(),
			given_back_by_shop_kobo: z.int(),
			cashback_kobo: z.int(),
			had_reward: z.boolean(),
			is_disputed: z.boolean(),
		}),
		refusals: visitRefusals,
		handle: (called) =>
			changeVisit(
				called,
				'visit_cancelled',
				(deps, visit) => cancelVisit(deps, { ...visit, reason: called.body.reason }),
				(back, reference) => ({
					reference,
					refunded_kobo: back.refundedKobo,
					given_back_by_shop_kobo: back.byShopKobo,
					cashback_kobo: back.cashbackKobo,
					had_reward: back.hadReward,
					is_disputed: back.isDisputed,
				}),
			),
	}),
	shopCall({
		method: 'POST',
		path: '/appointments/{reference}/move',
		scope: 'appointments:write',
		summary: 'Another start, with the same people',
		body: z.strictObject({ starts_at: instantField }),
		answer: changed.extend({ is_changed: z.boolean() }),
		refusals: visitRefusals,
		handle: (called) =>
			changeVisit(
				called,
				'visit_moved',
				(deps, visit) => moveVisit(deps, { ...visit, startsAt: called.body.starts_at }),
				({ isChanged }, reference) => ({ reference, is_changed: isChanged }),
			),
	}),
]
