import * as z from 'zod'
import { readShopTimes } from '#app/flows/booking/read-shop-times.server.ts'
import { writtenText } from '#app/kernel/form-fields.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { accepted } from '#app/kernel/outcome.ts'
import { answeredInstant, apiIdField, dateField, idsField, isoOf } from './api-fields.server.ts'
import { type AppointmentCode, appointmentRefusals, shopRefused } from './appointment-change.server.ts'
import { type ShopCall, shopCall } from './shop-call.server.ts'

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
					starts_at: isoOf(at),
					ends_at: isoOf(at + durationMinutes * MINUTE_MS),
				})),
			})
		},
	}),
]
