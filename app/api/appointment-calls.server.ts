import type { AppLoadContext } from '@remix-run/cloudflare'
import * as z from 'zod'
import type { AppointmentAtShop } from '#app/domain/booking/desk/shop-appointment-repository.server.ts'
import { UNDO_WITHIN_MS } from '#app/domain/booking/desk/shop-appointment-words.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import {
	completeAppointment,
	missAppointment,
	undoAppointment,
} from '#app/flows/booking/close-appointment.server.ts'
import { confirmAppointment, markArrived } from '#app/flows/booking/mark-appointment.server.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import { outsideLine, writtenText } from '#app/kernel/form-fields.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type ListPlace, writePlace } from '#app/kernel/list-place.ts'
import { accepted } from '#app/kernel/outcome.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import {
	apiInstantField,
	checkRange,
	dateField,
	pagedFields,
	pageSchema,
	rangeFields,
	rangeInstants,
} from './api-fields.server.ts'
import {
	type AppointmentCode,
	appointmentAct,
	changedAnswer,
	ofClosed,
	shopRefused,
} from './appointment-change.server.ts'
import {
	listedAppointment,
	listedAppointmentAnswer,
	shownAppointment,
	shownAppointmentAnswer,
} from './appointment-fields.server.ts'
import { type ShopCall, shopCall } from './shop-call.server.ts'

/** By one day, a range of days, or the last change. */
const listQuery = z
	.strictObject({
		date: dateField.optional(),
		...rangeFields,
		updated_since: apiInstantField.optional(),
		...pagedFields,
	})
	.superRefine((query, context) => {
		const { date, from, to, updated_since: since } = query
		const requested = [date, from ?? to, since].filter((one) => one !== undefined)
		if (requested.length > 1)
			context.addIssue({
				code: 'custom',
				path: [since === undefined ? 'date' : 'updated_since'],
				message: 'Give a date, a range, or updated_since.',
			})
		checkRange(query, context)
	})

type Input = {
	caller: ShopCaller
	query: z.output<typeof listQuery>
	timeZone: string
	now: Instant
}
type Listed = { appointments: AppointmentAtShop[]; next: ListPlace | null; date: CivilDate }

async function appointmentPage(
	{ booking: { appointmentViews } }: Pick<AppLoadContext, 'booking'>,
	{ caller, query: { date, from, to, updated_since: since, limit, cursor }, timeZone, now }: Input,
): Promise<Listed> {
	const page = { after: cursor, limit, now }
	const today = civilAt(timeZone, now).date
	if (since !== undefined)
		return { ...(await appointmentViews.appointmentsUpdated(caller, { ...page, since })), date: today }
	if (from !== undefined || to !== undefined) {
		const stretch = rangeInstants(timeZone, { from, to })
		const listed = await appointmentViews.appointmentsBetween(caller, { ...page, ...stretch })
		return { ...listed, date: from ?? today }
	}
	const after = cursor && { startsAt: cursor.at, appointmentId: cursor.id }
	const day = await appointmentViews.dayOfShop(caller, { date: date ?? null, now, after, limit })
	return {
		appointments: day.appointments,
		next: day.next && { at: day.next.startsAt, id: day.next.appointmentId },
		date: day.shop?.date ?? date ?? today,
	}
}

const given = {
	confirm: [...ofClosed, 'visit_confirmed'],
	arrive: [...ofClosed, 'visit_arrived'],
	complete: [...ofClosed, 'visit_not_begun'],
	miss: [...ofClosed, 'too_early_to_miss'],
	undo: [
		...(['visit_not_found', 'visit_cancelled', 'visit_still_open', 'visit_reviewed'] as const),
		...(['undo_too_late', 'time_given_away'] as const),
	],
	cancel: [...ofClosed, 'reason_missing'],
} satisfies Record<string, AppointmentCode[]>

export const appointmentCalls: readonly ShopCall[] = [
	shopCall({
		method: 'GET',
		path: '/appointments',
		scope: 'appointments:read',
		summary:
			'List appointments: of a day by start time (today unless you give a date), of a range of days, or all that changed since a moment, by change',
		query: listQuery,
		answer: pageSchema(listedAppointment).extend({
			date: z.iso.date().meta({ description: 'The day of the list; of a range, its first day, else today.' }),
			time_zone: writtenText,
		}),
		refusals: {},
		async handle({ context, caller, query, key, now }) {
			const { timeZone } = key.shop
			const { appointments, next, date } = await appointmentPage(context, { caller, query, timeZone, now })
			return accepted({
				date,
				time_zone: timeZone,
				items: appointments.map(listedAppointmentAnswer),
				next_cursor: next && writePlace(next),
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
			return appointment ? accepted(shownAppointmentAnswer(appointment)) : shopRefused('visit_not_found')
		},
	}),
	appointmentAct({
		act: 'confirm',
		summary: 'Confirm an appointment',
		kind: 'visit_confirmed',
		given: given.confirm,
		change: confirmAppointment,
	}),
	appointmentAct({
		act: 'arrive',
		summary: 'Mark the customer as arrived',
		kind: 'visit_arrived',
		given: given.arrive,
		change: markArrived,
	}),
	appointmentAct({
		act: 'complete',
		summary:
			'Complete an appointment. What was still due counts as paid at the shop unless paid_at_shop is false',
		kind: 'visit_completed',
		given: given.complete,
		body: z.strictObject({ paid_at_shop: z.boolean().default(true) }),
		answer: changedAnswer.extend({
			given: z.object({ stamps: z.int(), rewards: z.int(), cashback_kobo: z.int() }),
		}),
		change: (deps, appointment, { paid_at_shop: isPaid }) =>
			completeAppointment(deps, { ...appointment, isPaid }),
		toBody: ({ stamps, rewards, cashbackKobo }) => ({
			given: { stamps, rewards: rewards.length, cashback_kobo: cashbackKobo },
		}),
	}),
	appointmentAct({
		act: 'no-show',
		summary: 'Mark the customer as a no-show, from 15 minutes after the start',
		kind: 'visit_missed',
		given: given.miss,
		change: missAppointment,
	}),
	appointmentAct({
		act: 'undo',
		summary: 'Undo a completion or no-show within ten minutes. The appointment is open again',
		kind: 'visit_undone',
		given: given.undo,
		answer: changedAnswer.extend({
			taken_back: z.object({ rewards: z.int(), cashback_kobo: z.int() }),
			lost: z.object({ rewards: z.int(), cashback_kobo: z.int() }),
		}),
		change: (deps, appointment) => undoAppointment(deps, { ...appointment, withinMs: UNDO_WITHIN_MS }),
		toBody: (taken) => ({
			taken_back: { rewards: taken.rewards, cashback_kobo: taken.cashbackKobo },
			lost: { rewards: taken.lostRewards, cashback_kobo: taken.lostKobo },
		}),
	}),
	appointmentAct({
		act: 'cancel',
		summary: 'Cancel an appointment for the shop. The customer gets back everything they paid',
		kind: 'visit_cancelled',
		given: given.cancel,
		body: z.strictObject({ reason: outsideLine().min(3).max(200) }),
		answer: changedAnswer.extend({
			refunded_kobo: z.int(),
			given_back_by_shop_kobo: z.int(),
			cashback_kobo: z.int(),
			had_reward: z.boolean(),
			is_disputed: z.boolean(),
		}),
		change: (deps, { now, ...appointment }, { reason }) =>
			cancelAppointment(deps, { by: { kind: 'shop', ...appointment, reason }, now }),
		toBody: (back) => ({
			refunded_kobo: back.refundedKobo,
			given_back_by_shop_kobo: back.byShopKobo,
			cashback_kobo: back.cashbackKobo,
			had_reward: back.hadReward,
			is_disputed: back.money === 'disputed',
		}),
	}),
]
