import * as z from 'zod'
import { changeDaysOff, changeSchedule } from '#app/flows/shop/change-hours.server.ts'
import { isCivilDate, timeText } from '#app/kernel/civil.ts'
import { accepted, type Outcome } from '#app/kernel/outcome.ts'
import type { RefusedCall } from './api-problem.server.ts'
import {
	changeInput,
	dayAnswer,
	dayField,
	eachOnce,
	firstListedDay,
	fromQuery,
	type KeepBody,
	noSuchDay,
	parseMinute,
	readsHours,
	timeField,
	writesHours,
} from './hours-fields.server.ts'
import { type Called, type ShopCall, shopCall } from './shop-call.server.ts'
import { changeRefused, changeStatuses, keepField } from './shop-resource.server.ts'

const workingDays = z.object({
	day: dayField,
	from: timeField,
	until: timeField,
	break_from: timeField.nullable(),
	break_until: timeField.nullable(),
})
const schedule = z.object({
	days: z.array(workingDays).max(7).refine(eachOnce, 'List each day only once.'),
})

const keepBody = z.strictObject(keepField)
const staffRefusals = changeStatuses('not_found', 'live_appointments_met')
const dayOffRefusals = changeStatuses('not_found', 'after_last_day', 'live_appointments_met')

/** A week is sent whole: a missing day is free. */
export const scheduleCalls: readonly ShopCall[] = [
	shopCall({
		...readsHours,
		method: 'GET',
		path: '/staff/{id}/schedule',
		summary: 'Get a staff member’s weekly schedule. They do not work on days not listed',
		answer: schedule,
		refusals: changeStatuses('not_found'),
		handle: (called) => readSchedule(called),
	}),
	shopCall({
		...writesHours,
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
				startMinute: parseMinute(from),
				endMinute: parseMinute(until),
				breakStartMinute: break_from ? parseMinute(break_from) : null,
				breakEndMinute: break_until ? parseMinute(break_until) : null,
			}))
			const act = scheduleAct(called, 'schedule_changed', 'schedule')
			const done = await changeSchedule(called.context, {
				...changeInput(called, act),
				staffMemberId: called.params.id,
				week,
			})
			return done.ok ? readSchedule(called) : changeRefused(done.refusal)
		},
	}),
	shopCall({
		...readsHours,
		method: 'GET',
		path: '/staff/{id}/days-off',
		summary: 'List a staff member’s days off, from a date on. The default is today',
		query: fromQuery,
		answer: z.object({ items: z.array(dayAnswer) }),
		refusals: changeStatuses('not_found'),
		async handle(called) {
			const { context, shopId, params } = called
			const [member, items] = await Promise.all([
				context.discovery.catalogue.staff.one(shopId, params.id),
				context.availability.roster.daysOff(shopId, params.id, firstListedDay(called)),
			])
			return member ? accepted({ items }) : changeRefused('not_found')
		},
	}),
	shopCall({
		...writesHours,
		method: 'PUT',
		path: '/staff/{id}/days-off/{date}',
		summary: 'Add a day off for a staff member',
		body: keepBody,
		answer: dayAnswer,
		refusals: dayOffRefusals,
		handle: (called) => changeOff(called, true),
	}),
	shopCall({
		...writesHours,
		method: 'DELETE',
		path: '/staff/{id}/days-off/{date}',
		summary: 'Remove a day off',
		answer: dayAnswer,
		refusals: changeStatuses('not_found', 'after_last_day'),
		handle: (called) => changeOff(called, false),
	}),
]

type OfStaff = Called<{ id: string }, unknown, unknown>

async function readSchedule({
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
	const act = scheduleAct(called, 'schedule_changed', isOff ? `${date} off` : `${date} not off`)
	const done = await changeDaysOff(called.context, {
		...changeInput(called, act),
		staffMemberId: id,
		from: date,
		until: date,
		isOff,
	})
	return done.ok ? accepted({ date }) : changeRefused(done.refusal)
}

/** Runs beside the flow's reads, so the act's words cost no trip. */
async function scheduleAct({ context, shopId, params }: OfStaff, kind: 'schedule_changed', what: string) {
	const member = await context.discovery.catalogue.staff.one(shopId, params.id)
	return { kind, subjectId: params.id, summary: `${member?.firstName ?? ''}: ${what}` }
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
