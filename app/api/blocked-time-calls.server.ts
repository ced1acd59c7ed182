import * as z from 'zod'
import { blockTime, unblockTime } from '#app/flows/booking/block-time.server.ts'
import { wholeMinute } from '#app/flows/booking/take-slot.server.ts'
import { shortDateLabel, stretchLabelAt } from '#app/kernel/date-labels.server.ts'
import { writtenText } from '#app/kernel/form-fields.server.ts'
import { accepted } from '#app/kernel/outcome.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import {
	answeredInstant,
	apiIdField,
	apiInstantField,
	isoText,
	page,
	pageSchema,
	rangeInstants,
	rangeQuery,
	textField,
} from './api-fields.server.ts'
import { type AppointmentCode, appointmentRefusals, shopRefused } from './appointment-change.server.ts'
import { type ShopCall, shopCall } from './shop-call.server.ts'

const blockedTime = z.object({
	id: writtenText,
	staff_member_id: writtenText,
	starts_at: answeredInstant,
	ends_at: answeredInstant,
	reason: writtenText,
})
const blockAnswer = z.object({ id: writtenText })

export const blockedTimeCalls: readonly ShopCall[] = [
	shopCall({
		method: 'GET',
		path: '/blocked-times',
		scope: 'appointments:read',
		summary: 'List the blocked times of all staff, from today on unless you give a range of days',
		query: rangeQuery,
		answer: pageSchema(blockedTime),
		refusals: {},
		async handle({ context, shopId, key, now, query }) {
			const { timeZone } = key.shop
			const { limit, cursor: after, to, from = civilAt(timeZone, now).date } = query
			const stretch = rangeInstants(timeZone, { from, to })
			const rows = await context.availability.blockedTimes.blocksBetween(shopId, {
				...stretch,
				after,
				limit: limit + 1,
			})
			return accepted(
				page(rows, limit, {
					placeOf: ({ startsAt, blockId }) => ({ at: startsAt, id: blockId }),
					itemOf: ({ blockId, staffMemberId, startsAt, endsAt, reason }) => ({
						id: blockId,
						staff_member_id: staffMemberId,
						starts_at: isoText(startsAt),
						ends_at: isoText(endsAt),
						reason,
					}),
				}),
			)
		},
	}),
	shopCall({
		method: 'POST',
		path: '/blocked-times',
		scope: 'appointments:write',
		summary:
			'Block a staff member’s time, at most 24 hours, in whole minutes. A booked or held time is refused',
		body: z.strictObject({
			staff_member_id: apiIdField,
			starts_at: apiInstantField,
			ends_at: apiInstantField,
			reason: textField(100).default(''),
		}),
		answer: blockAnswer,
		isCreated: true,
		refusals: appointmentRefusals,
		given: ['block_not_possible', 'staff_not_available', 'time_not_free'] satisfies AppointmentCode[],
		async handle({ context, shopId, body, key, actId, actOf, now }) {
			const { timeZone } = key.shop
			const startsAt = wholeMinute(body.starts_at)
			const endsAt = -wholeMinute(-body.ends_at)
			const summary = `${shortDateLabel(civilAt(timeZone, startsAt).date)}, ${stretchLabelAt(timeZone, startsAt, endsAt)}`
			const blocked = await blockTime(context, {
				blockId: actId,
				shopId,
				staffMemberId: body.staff_member_id,
				startsAt,
				endsAt,
				reason: body.reason,
				now,
				alongside: actOf({ kind: 'time_blocked', subjectId: actId, summary }),
			})
			return blocked.ok ? accepted({ id: actId }) : shopRefused(blocked.refusal)
		},
	}),
	shopCall({
		method: 'DELETE',
		path: '/blocked-times/{id}',
		scope: 'appointments:write',
		summary: 'Free a blocked time. It can be booked again',
		answer: blockAnswer,
		refusals: appointmentRefusals,
		given: ['block_not_found'] satisfies AppointmentCode[],
		async handle({ context, shopId, params: { id }, actOf, now }) {
			const act = { kind: 'time_unblocked', subjectId: id, summary: 'Blocked time' } as const
			const freed = await unblockTime(context, { shopId, blockId: id, alongside: actOf(act), now })
			return freed.ok ? accepted({ id }) : shopRefused(freed.refusal)
		},
	}),
]
