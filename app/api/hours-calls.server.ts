import * as z from 'zod'
import {
	changeDayOff,
	changeHours,
	changeSchedule,
	closeDay,
	openDay,
} from '#app/flows/shop/change-hours.server.ts'
import { isCivilDate, MINUTES_PER_DAY, timeText } from '#app/kernel/civil.ts'
import { accepted, type Outcome } from '#app/kernel/outcome.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { apiLineField, dateField } from './api-fields.server.ts'
import type { RefusedCall } from './api-problem.server.ts'
import { type Called, type ShopCall, shopCall } from './shop-call.server.ts'
import { changeRefused, changeStatuses, keepField } from './shop-resource.server.ts'

const day = z.int().min(1).max(7).describe('1 is Monday, 7 is Sunday.')
const time = z
	.string()
	.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/)
	.describe('In the shop’s time zone.')

const openDays = z.object({ day, opens: time, closes: time })
const hours = z.object({ days: z.array(openDays).max(7).refine(eachOnce, 'List each day only once.') })

const workingDays = z.object({
	day,
	from: time,
	until: time,
	break_from: time.nullable(),
	break_until: time.nullable(),
})
const schedule = z.object({
	days: z.array(workingDays).max(7).refine(eachOnce, 'List each day only once.'),
})

const closedDay = z.object({ date: z.iso.date(), reason: z.string() })
const dayOff = z.object({ date: z.iso.date() })
const fromQuery = z.strictObject({ from: dateField.optional() })
const keepBody = z.strictObject(keepField)

const read = { scope: 'catalogue:read', refusals: {} } as const
const write = { scope: 'catalogue:write' } as const
const staffRefusals = changeStatuses('not_found', 'live_appointments_met')
const noSuchDay = changeRefused('not_found')

/**
 * When the shop is open, and when its people work. Each week is sent whole: a day that is left out is closed, or
 * free.
 */
export const hoursCalls: readonly ShopCall[] = [
	shopCall({
		...read,
		method: 'GET',
		path: '/hours',
		summary: 'Get the opening hours. The shop is closed on days not listed',
		answer: hours,
		handle: async (called) => accepted(await hoursOf(called)),
	}),
	shopCall({
		...write,
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
				opensMinute: minuteOf(opens),
				closesMinute: minuteOf(closes),
			}))
			const act = { kind: 'hours_changed', subjectId: called.shopId, summary: 'Opening hours' } as const
			const done = await changeHours(called.context, {
				...askedOf(called),
				alongside: called.actOf(act),
				week,
			})
			return done.ok ? accepted(await hoursOf(called)) : changeRefused(done.refusal)
		},
	}),
	shopCall({
		...read,
		method: 'GET',
		path: '/closed-days',
		summary: 'List the days the shop is closed, from a date on. The default is today',
		query: fromQuery,
		answer: z.object({ items: z.array(closedDay) }),
		handle: async (called) =>
			accepted({ items: await called.context.availability.roster.closedDays(called.shopId, fromOf(called)) }),
	}),
	shopCall({
		...write,
		method: 'PUT',
		path: '/closed-days/{date}',
		summary: 'Close the shop on a day',
		body: z.strictObject({ reason: apiLineField(80).or(z.literal('')).default(''), ...keepField }),
		answer: closedDay,
		refusals: changeStatuses('not_found', 'live_appointments_met'),
		async handle(called) {
			const { date } = called.params
			if (!isCivilDate(date)) return noSuchDay
			const { reason } = called.body
			const act = { kind: 'closed_day_changed', subjectId: date, summary: `${date}: closed` } as const
			const done = await closeDay(called.context, {
				...askedOf(called),
				alongside: called.actOf(act),
				date,
				reason,
			})
			return done.ok ? accepted({ date, reason }) : changeRefused(done.refusal)
		},
	}),
	shopCall({
		...write,
		method: 'DELETE',
		path: '/closed-days/{date}',
		summary: 'Reopen the shop on a day. Its usual hours apply',
		answer: dayOff,
		refusals: changeStatuses('not_found'),
		async handle(called) {
			const { date } = called.params
			if (!isCivilDate(date)) return noSuchDay
			const act = { kind: 'closed_day_changed', subjectId: date, summary: `${date}: open` } as const
			const done = await openDay(called.context, { ...askedOf(called), alongside: called.actOf(act), date })
			return done.ok ? accepted({ date }) : changeRefused(done.refusal)
		},
	}),
	shopCall({
		...read,
		method: 'GET',
		path: '/staff/{id}/schedule',
		summary: 'Get a staff member’s weekly schedule. They do not work on days not listed',
		answer: schedule,
		refusals: changeStatuses('not_found'),
		handle: (called) => scheduleOf(called),
	}),
	shopCall({
		...write,
		method: 'PUT',
		path: '/staff/{id}/schedule',
		summary: 'Replace a staff member’s schedule for the whole week',
		body: z.strictObject({
			days: z
				.array(
					workingDays
						.partial({ break_from: true, break_until: true })
						.strict()
						.refine(
							isWorkingDay,
							'A day must end after it starts. A break needs a start, and an end that is not before it.',
						),
				)
				.max(7)
				.refine(eachOnce, 'List each day only once.'),
			...keepField,
		}),
		answer: schedule,
		refusals: staffRefusals,
		async handle(called) {
			const week = called.body.days.map(({ day, from, until, break_from, break_until }) => ({
				dayOfWeek: day,
				startMinute: minuteOf(from),
				endMinute: minuteOf(until),
				breakStartMinute: break_from ? minuteOf(break_from) : null,
				breakEndMinute: break_until ? minuteOf(break_until) : null,
			}))
			const act = nameOf(called, 'schedule_changed', 'schedule')
			const done = await changeSchedule(called.context, {
				...askedOf(called),
				alongside: called.actOf(act),
				staffMemberId: called.params.id,
				week,
			})
			return done.ok ? scheduleOf(called) : changeRefused(done.refusal)
		},
	}),
	shopCall({
		...read,
		method: 'GET',
		path: '/staff/{id}/days-off',
		summary: 'List a staff member’s days off, from a date on. The default is today',
		query: fromQuery,
		answer: z.object({ items: z.array(dayOff) }),
		refusals: changeStatuses('not_found'),
		async handle(called) {
			const { context, shopId, params } = called
			const [member, items] = await Promise.all([
				context.discovery.catalogue.staff.one(shopId, params.id),
				context.availability.roster.daysOff(shopId, params.id, fromOf(called)),
			])
			return member ? accepted({ items }) : changeRefused('not_found')
		},
	}),
	shopCall({
		...write,
		method: 'PUT',
		path: '/staff/{id}/days-off/{date}',
		summary: 'Add a day off for a staff member',
		body: keepBody,
		answer: dayOff,
		refusals: staffRefusals,
		handle: (called) => changeOff(called, true),
	}),
	shopCall({
		...write,
		method: 'DELETE',
		path: '/staff/{id}/days-off/{date}',
		summary: 'Remove a day off',
		answer: dayOff,
		refusals: changeStatuses('not_found'),
		handle: (called) => changeOff(called, false),
	}),
]

type OfStaff = Called<{ id: string }, unknown, unknown>

async function hoursOf({ context, shopId }: Pick<OfStaff, 'context' | 'shopId'>) {
	const week = await context.discovery.catalogue.hours(shopId)
	return {
		days: week.map(({ dayOfWeek, opensMinute, closesMinute }) => ({
			day: dayOfWeek,
			opens: timeText(opensMinute),
			closes: timeText(closesMinute),
		})),
	}
}

async function scheduleOf({
	context,
	shopId,
	params,
}: OfStaff): Promise<Outcome<z.input<typeof schedule>, RefusedCall>> {
	const [member, week] = await Promise.all([
		context.discovery.catalogue.staff.one(shopId, params.id),
		context.availability.roster.schedule(shopId, params.id),
	])
	if (!member) return changeRefused('not_found')
	return accepted({
		days: week.map(({ dayOfWeek, startMinute, endMinute, breakStartMinute, breakEndMinute }) => ({
			day: dayOfWeek,
			from: timeText(startMinute),
			until: timeText(endMinute),
			break_from: breakStartMinute === null ? null : timeText(breakStartMinute),
			break_until: breakEndMinute === null ? null : timeText(breakEndMinute),
		})),
	})
}

async function changeOff(
	called: Called<{ id: string; date: string }, unknown, KeepBody>,
	isOff: boolean,
): Promise<Outcome<{ date: string }, RefusedCall>> {
	const { id, date } = called.params
	if (!isCivilDate(date)) return noSuchDay
	const act = nameOf(called, 'schedule_changed', isOff ? `${date} off` : `${date} not off`)
	const done = await changeDayOff(called.context, {
		...askedOf(called),
		alongside: called.actOf(act),
		staffMemberId: id,
		date,
		isOff,
	})
	return done.ok ? accepted({ date }) : changeRefused(done.refusal)
}

/** Asked for beside the flow's own reads: what the act says costs no trip. */
async function nameOf({ context, shopId, params }: OfStaff, kind: 'schedule_changed', what: string) {
	const member = await context.discovery.catalogue.staff.one(shopId, params.id)
	return { kind, subjectId: params.id, summary: `${member?.firstName ?? ''}: ${what}` }
}

type KeepBody = { keep_appointments?: boolean | undefined } | undefined

function askedOf({ shopId, now, body }: Pick<Called<unknown, unknown, KeepBody>, 'shopId' | 'now' | 'body'>) {
	return { shopId, now, ...(body?.keep_appointments ? { keepsAppointments: true } : {}) }
}

function fromOf({ query, key, now }: Called<unknown, { from?: string | undefined }, unknown>): string {
	return query.from ?? civilAt(key.shop.timeZone, now).date
}

function minuteOf(time: string): number {
	const [hour, minute] = time.split(':').map(Number)
	return Math.min((hour ?? 0) * 60 + (minute ?? 0), MINUTES_PER_DAY)
}

function eachOnce(days: readonly { day: number }[]): boolean {
	return new Set(days.map(({ day }) => day)).size === days.length
}

function isWorkingDay(day: {
	from: string
	until: string
	break_from?: string | null | undefined
	break_until?: string | null | undefined
}): boolean {
	const { from, until, break_from: begins = null, break_until: ends = null } = day
	return (
		from < until &&
		(begins === null) === (ends === null) &&
		(begins === null || ends === null || begins <= ends)
	)
}
