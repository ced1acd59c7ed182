import * as z from 'zod'
import { readShopTimes } from '#app/flows/booking/read-shop-times.server.ts'
import { changeHours, closeDays, openDay } from '#app/flows/shop/change-hours.server.ts'
import { isCivilDate, timeText } from '#app/kernel/civil.ts'
import { writtenText } from '#app/kernel/form-fields.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { accepted } from '#app/kernel/outcome.ts'
import { MAX_CLOSED_REASON_LETTERS } from '#app/kernel/vocabulary/discovery.ts'
import {
	answeredInstant,
	apiIdField,
	apiLineField,
	dateField,
	idsField,
	isoText,
} from './api-fields.server.ts'
import { type AppointmentCode, appointmentRefusals, shopRefused } from './appointment-change.server.ts'
import {
	changeInput,
	dayAnswer,
	dayField,
	eachOnce,
	firstListedDay,
	fromQuery,
	noSuchDay,
	parseMinute,
	readsHours,
	timeField,
	writesHours,
} from './hours-fields.server.ts'
import { type Called, type ShopCall, shopCall } from './shop-call.server.ts'
import { changeRefused, changeStatuses, keepField } from './shop-resource.server.ts'

const openDays = z.object({ day: dayField, opens: timeField, closes: timeField })
const hours = z.object({ days: z.array(openDays).max(7).refine(eachOnce, 'List each day only once.') })

const closedDay = z.object({ date: z.iso.date(), reason: writtenText })

/** A week is sent whole: a missing day is closed. */
export const hoursCalls: readonly ShopCall[] = [
	shopCall({
		...readsHours,
		method: 'GET',
		path: '/hours',
		summary: 'Get the opening hours. The shop is closed on days not listed',
		answer: hours,
		handle: async (called) => accepted(await readHours(called)),
	}),
	shopCall({
		...writesHours,
		method: 'PUT',
		path: '/hours',
		summary: 'Replace the opening hours of the whole week',
		body: z.strictObject({
			days: z
				.array(
					openDays
						.strict()
						.refine(({ opens, closes }) => opens < closes, 'Closing time must be after opening time.'),
				)
				.max(7)
				.refine(eachOnce, 'List each day only once.'),
			...keepField,
		}),
		answer: hours,
		refusals: changeStatuses('live_appointments_met'),
		async handle(called) {
			const week = called.body.days.map(({ day, opens, closes }) => ({
				dayOfWeek: day,
				opensMinute: parseMinute(opens),
				closesMinute: parseMinute(closes),
			}))
			const act = { kind: 'hours_changed', subjectId: called.shopId, summary: 'Opening hours' } as const
			const done = await changeHours(called.context, { ...changeInput(called, act), week })
			return done.ok ? accepted(await readHours(called)) : changeRefused(done.refusal)
		},
	}),
	shopCall({
		...readsHours,
		method: 'GET',
		path: '/closed-days',
		summary: 'List the days the shop is closed, from a date on. The default is today',
		query: fromQuery,
		answer: z.object({ items: z.array(closedDay) }),
		handle: async (called) =>
			accepted({
				items: await called.context.availability.roster.closedDays(called.shopId, firstListedDay(called)),
			}),
	}),
	shopCall({
		...writesHours,
		method: 'PUT',
		path: '/closed-days/{date}',
		summary: 'Close the shop on a day',
		body: z.strictObject({
			reason: apiLineField(MAX_CLOSED_REASON_LETTERS).or(z.literal('')).default(''),
			...keepField,
		}),
		answer: closedDay,
		refusals: changeStatuses('not_found', 'live_appointments_met'),
		async handle(called) {
			const { date } = called.params
			if (!isCivilDate(date)) return noSuchDay
			const { reason } = called.body
			const act = { kind: 'closed_day_changed', subjectId: date, summary: `${date}: closed` } as const
			const done = await closeDays(called.context, { ...changeInput(called, act), days: [{ date, reason }] })
			return done.ok ? accepted({ date, reason }) : changeRefused(done.refusal)
		},
	}),
	shopCall({
		...writesHours,
		method: 'DELETE',
		path: '/closed-days/{date}',
		summary: 'Reopen the shop on a day. Its usual hours apply',
		answer: dayAnswer,
		refusals: changeStatuses('not_found'),
		async handle(called) {
			const { date } = called.params
			if (!isCivilDate(date)) return noSuchDay
			const act = { kind: 'closed_day_changed', subjectId: date, summary: `${date}: open` } as const
			const done = await openDay(called.context, { ...changeInput(called, act), date })
			return done.ok ? accepted({ date }) : changeRefused(done.refusal)
		},
	}),
]

async function readHours({ context, shopId }: Pick<Called<unknown, unknown, unknown>, 'context' | 'shopId'>) {
	const week = await context.discovery.catalogue.hours(shopId)
	return {
		days: week.map(({ dayOfWeek, opensMinute, closesMinute }) => ({
			day: dayOfWeek,
			opens: timeText(opensMinute),
			closes: timeText(closesMinute),
		})),
	}
}

export const freeTimeCalls: readonly ShopCall[] = [
	shopCall({
		method: 'GET',
		path: '/free-times',
		scope: 'appointments:read',
		summary:
			'List the free start times of a day, every half-hour, for up to four services in a row. The shop’s notice and booking horizon do not count, as for the shop’s own bookings',
		query: z.strictObject({
			date: dateField,
			service_ids: idsField(4),
			add_on_ids: idsField(30).optional(),
			staff_member_id: apiIdField.optional(),
		}),
		answer: z.object({
			date: z.iso.date(),
			time_zone: writtenText,
			duration_minutes: z.int(),
			items: z.array(z.object({ starts_at: answeredInstant, ends_at: answeredInstant })),
		}),
		refusals: appointmentRefusals,
		given: [
			'listed_twice',
			'service_not_offered',
			'add_on_not_offered',
			'staff_not_available',
		] satisfies AppointmentCode[],
		async handle({ context, shopId, key, now, query }) {
			const { timeZone } = key.shop
			const free = await readShopTimes(context, {
				shopId,
				timeZone,
				serviceIds: query.service_ids,
				addOnIds: query.add_on_ids ?? [],
				staffMemberId: query.staff_member_id ?? null,
				date: query.date,
				now,
			})
			if (!free.ok) return shopRefused(free.refusal)
			const { durationMinutes, startsAt } = free.value
			return accepted({
				date: query.date,
				time_zone: timeZone,
				duration_minutes: durationMinutes,
				items: startsAt.map((at) => ({
					starts_at: isoText(at),
					ends_at: isoText(at + durationMinutes * MINUTE_MS),
				})),
			})
		},
	}),
]
