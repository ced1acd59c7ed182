import * as z from 'zod'
import { sessionTerms } from '#app/domain/subscriptions/plan-fields.ts'
import { createSeries } from '#app/flows/subscriptions/change-plans.server.ts'
import type { DayOfWeek } from '#app/kernel/civil.ts'
import { shortDateLabel } from '#app/kernel/date-labels.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { apiIdField, dateField, isoText } from './api-fields.server.ts'
import { sentFields } from './described-fields.server.ts'
import { dayField, parseMinute, timeField } from './hours-fields.server.ts'
import { type ShopCall, shopCall } from './shop-call.server.ts'
import { changeRefused, changeStatuses } from './shop-resource.server.ts'

export const sessionSeriesCalls: readonly ShopCall[] = [
	shopCall({
		method: 'POST',
		path: '/sessions/series',
		scope: 'sessions:write',
		summary:
			'Create a session of a plan on each of some weekdays, all or none, at most 100 within a year. Dates that are closed, or on which their leader has another session, are refused and listed, unless you send keep_dates: true',
		body: z.strictObject({
			plan_id: apiIdField,
			weekdays: z
				.array(dayField)
				.min(1)
				.max(7)
				.refine((days) => new Set(days).size === days.length, 'List each day only once.'),
			time: timeField.refine((time) => time !== '24:00', 'A session starts before midnight.'),
			from: dateField,
			until: dateField,
			...sentFields(sessionTerms),
			staff_member_id: apiIdField.nullable().default(null),
			keep_dates: z.boolean().default(false),
		}),
		answer: z.object({ sessions: z.int() }),
		isCreated: true,
		refusals: changeStatuses(
			'not_found',
			'plan_not_on_offer',
			'staff_not_found',
			'series_empty',
			'series_too_long',
			'sessions_met',
		),
		async handle({ actId: id, actOf, body, context, key, now, shopId }) {
			const { weekdays, time, from, until } = body
			const done = await createSeries(context, {
				id,
				shopId,
				now,
				timeZone: key.shop.timeZone,
				fields: {
					planId: body.plan_id,
					staffMemberId: body.staff_member_id,
					capacity: body.capacity,
					durationMinutes: body.duration_minutes,
				},
				times: { weekdays: weekdays as DayOfWeek[], minute: parseMinute(time), from, until },
				...(body.keep_dates && { keepsDates: true }),
				alongside: actOf({
					kind: 'session_changed',
					subjectId: id,
					summary: `New sessions until ${shortDateLabel(until)}`,
				}),
			})
			if (done.ok) return accepted({ sessions: done.value })
			const { refusal } = done
			if (typeof refusal !== 'object' || !('dates' in refusal)) return changeRefused(refusal)
			const met = changeRefused('sessions_met').refusal
			const dates = refusal.dates.map(({ startsAt, isClosed }) => ({
				starts_at: isoText(startsAt),
				is_closed: isClosed,
			}))
			return refused({ ...met, more: { dates } })
		},
	}),
]
