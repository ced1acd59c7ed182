import * as z from 'zod'
import { planLimits, planOffer, planTerms, sessionTerms } from '#app/domain/subscriptions/plan-fields.ts'
import type { ShopSession } from '#app/domain/subscriptions/shop-plan-repository.server.ts'
import {
	callOffOwnSession,
	changeCapacity,
	changePlan,
	createPlan,
	createSession,
} from '#app/flows/subscriptions/change-plans.server.ts'
import { camelKeys, snakeKeys } from '#app/kernel/cased-keys.ts'
import { addDays } from '#app/kernel/civil.ts'
import { writtenText } from '#app/kernel/form-fields.server.ts'
import { accepted, type Outcome } from '#app/kernel/outcome.ts'
import { entryKinds, planStatuses } from '#app/kernel/vocabulary/subscriptions.ts'
import { civilAt, dayStartsAt } from '#app/kernel/zone.server.ts'
import {
	answeredInstant,
	apiIdField,
	apiInstantField,
	dateField,
	isoOrNull,
	isoText,
	koboField,
} from './api-fields.server.ts'
import type { RefusedCall } from './api-problem.server.ts'
import { sentFields, splitSentFields } from './described-fields.server.ts'
import { type Called, type ShopCall, shopCall } from './shop-call.server.ts'
import { bodies, changeRefused, changeStatuses, shopResource } from './shop-resource.server.ts'

const count = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max)
const entries = count(planLimits.entries).nullable()
const { needed, more } = splitSentFields(planOffer)
const offerFields = {
	...needed,
	price_kobo: koboField.min(planLimits.priceKobo.min).multipleOf(planLimits.priceKobo.step),
}
const givenFields = {
	total_visits_allowed: entries,
	max_entries_per_week: entries,
	...sentFields(planTerms),
}
const kindField = { entry_kind: z.enum(entryKinds) }
const statusField = { status: z.enum(planStatuses) }
const plans = bodies({ ...offerFields, ...kindField }, { ...more, ...givenFields }, {})

const { capacity, duration_minutes: durationMinutes } = sentFields(sessionTerms)
const session = z.object({
	id: apiIdField,
	plan_id: apiIdField,
	plan_title: writtenText,
	staff_member_id: apiIdField.nullable(),
	starts_at: answeredInstant,
	duration_minutes: z.int(),
	capacity: z.int(),
	places_taken: z.int(),
	called_off_at: answeredInstant.nullable(),
})

export const planCalls: readonly ShopCall[] = [
	...shopResource({
		path: '/plans',
		noun: 'plan',
		area: 'sessions',
		kind: 'plan_changed',
		rows: ({ subscriptions: { shopPlans } }) => shopPlans,
		nameOf: (row) => row.title,
		item: z.object({
			id: apiIdField,
			...offerFields,
			...more,
			...kindField,
			...givenFields,
			...statusField,
		}),
		itemOf: snakeKeys,
		created: plans.created,
		create: (context, body, input) => createPlan(context, { ...input, fields: camelKeys(body) }),
		changed: z
			.strictObject({ ...offerFields, ...more, ...statusField })
			.partial()
			.refine((body) => Object.keys(body).length > 0, 'Give at least one field to change.'),
		change: (context, body, input) => changePlan(context, { ...input, fields: camelKeys(body) }),
		refusals: { created: ['plan_entries_wrong'], changed: [] },
	}),
	shopCall({
		method: 'GET',
		path: '/sessions',
		scope: 'sessions:read',
		summary:
			'List a day’s sessions of one plan, or of all plans on offer. The day is today unless you give a date',
		query: z.strictObject({ date: dateField.optional(), plan_id: apiIdField.optional() }),
		answer: z.object({ items: z.array(session) }),
		refusals: {},
		async handle({ context, shopId, key, query, now }) {
			const { timeZone } = key.shop
			const date = query.date ?? civilAt(timeZone, now).date
			const rows = await context.subscriptions.shopPlans.sessions(shopId, {
				planId: query.plan_id ?? null,
				fromAt: dayStartsAt(timeZone, date),
				untilAt: dayStartsAt(timeZone, addDays(date, 1)),
			})
			return accepted({ items: rows.map(sessionAnswer) })
		},
	}),
	shopCall({
		method: 'POST',
		path: '/sessions',
		scope: 'sessions:write',
		summary: 'Create a session of a plan',
		body: z.strictObject({
			plan_id: apiIdField,
			starts_at: apiInstantField,
			capacity,
			duration_minutes: durationMinutes.optional(),
			staff_member_id: apiIdField.nullable().optional(),
		}),
		answer: session,
		isCreated: true,
		refusals: changeStatuses('not_found', 'plan_not_on_offer', 'staff_not_found', 'session_not_ahead'),
		async handle(called) {
			const { actId: id, body, shopId, now, key } = called
			const act = {
				kind: 'session_changed',
				subjectId: id,
				summary: `New session, ${isoText(body.starts_at)}, capacity ${body.capacity}`,
			} as const
			const done = await createSession(called.context, {
				id,
				shopId,
				now,
				timeZone: key.shop.timeZone,
				fields: camelKeys(body),
				alongside: called.actOf(act),
			})
			return done.ok ? shown(called, id) : changeRefused(done.refusal)
		},
	}),
	shopCall({
		method: 'PATCH',
		path: '/sessions/{id}',
		scope: 'sessions:write',
		summary: 'Change a session’s capacity, to no fewer places than are already taken',
		body: z.strictObject({ capacity }),
		answer: session,
		refusals: changeStatuses('not_found', 'session_over', 'capacity_taken'),
		async handle(called) {
			const { body, params, context, shopId, now } = called
			const act = {
				kind: 'session_changed',
				subjectId: params.id,
				summary: `Capacity ${body.capacity}`,
			} as const
			const alongside = called.actOf(act)
			const done = await changeCapacity(context, { ...body, id: params.id, shopId, alongside, now })
			return done.ok ? shown(called, params.id) : changeRefused(done.refusal)
		},
	}),
	shopCall({
		method: 'POST',
		path: '/sessions/{id}/call-off',
		scope: 'sessions:write',
		summary: 'Call off a session. Everyone booked gets their entry back and is notified',
		answer: z.object({ places: z.int(), entries: z.int() }),
		refusals: changeStatuses('session_not_found', 'session_long_over'),
		async handle({ params, context, shopId, now, actOf }) {
			const act = { kind: 'session_called_off', subjectId: params.id, summary: 'Session called off' } as const
			const alongside = actOf(act)
			const done = await callOffOwnSession(context, { id: params.id, shopId, alongside, now })
			return done.ok ? accepted(done.value ?? { places: 0, entries: 0 }) : changeRefused(done.refusal)
		},
	}),
]

async function shown(
	{ context, shopId }: Called<unknown, unknown, unknown>,
	id: string,
): Promise<Outcome<z.input<typeof session>, RefusedCall>> {
	const row = await context.subscriptions.shopPlans.session(shopId, id)
	return row ? accepted(sessionAnswer(row)) : changeRefused('not_found')
}

function sessionAnswer({ startsAt, calledOffAt, ...row }: ShopSession) {
	return { ...snakeKeys(row), starts_at: isoText(startsAt), called_off_at: isoOrNull(calledOffAt) }
}
