import type { AppLoadContext } from '@remix-run/cloudflare'
import { beforeAll, describe, expect, test } from 'vitest'
import { answerCall } from '#app/api/answer-call.server.ts'
import { shopCalls } from '#app/api/shop-calls.server.ts'
import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { apiKeyOf } from '#app/domain/shops/access-key.ts'
import { actOfCode } from '#app/flows/loyalty/use-code.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { shopScopes } from '#app/kernel/vocabulary/shops.ts'
import { createRepositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { addPlan, addPlanSession } from '#tests/support/session-desk.ts'
import { addSmallShop, lagos, mondayMorningAt, tuesday } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
const now = mondayMorningAt
const tokens: Record<string, string> = {}
let context: AppLoadContext

beforeAll(async () => {
	const repositories = createRepositories(openDatabase({ url: database().url }))
	context = {
		...repositories,
		now: () => now,
		requestId: 'request',
		networkKey: null,
		log: () => {},
		passesEdgePostLimit: async () => true,
		waitUntil: () => {},
	} as unknown as AppLoadContext
	for (const shopId of ['salon', 'other', 'barber']) {
		await addSmallShop(database().client, shopId)
		tokens[shopId] = newSecretToken()
		const secretHash = hashSecretToken(tokens[shopId])
		await repositories.writeBatch([
			repositories.shops.accessKeys.insertKey({
				id: `key-${shopId}`,
				shopId,
				kind: 'api',
				name: 'Till',
				scopes: shopScopes,
				secretHash,
				now,
			}),
		])
	}
})

async function call(method: string, path: string, body?: object, shopId = 'salon') {
	const request = new Request(`http://wakati.test/api/v1${path}`, {
		method,
		headers: {
			authorization: `Bearer ${apiKeyOf(tokens[shopId] ?? '')}`,
			'idempotency-key': newId(),
			...(body ? { 'content-type': 'application/json' } : {}),
		},
		...(body ? { body: JSON.stringify(body) } : {}),
	})
	const [route = ''] = path.split('?')
	const answer = await answerCall({
		request,
		params: { '*': route.slice(1) },
		context: { ...context, requestId: newId() } as AppLoadContext,
	})
	const text = await answer.text()
	const json = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
	return { status: answer.status, body: json }
}
const ok = (body: unknown) => ({ status: 200, body })

/** What is made by a POST, then read, listed, changed, and not there for another shop. */
const resources = {
	'/services': {
		made: { category_id: 'nails', name: 'Gel', duration_minutes: 45, price_kobo: 350_000, buffer_minutes: 5 },
		changed: { price_kobo: 400_000, is_enabled: false },
		wrong: { duration_minutes: 4 },
	},
	'/add-ons': {
		made: { name: 'Mask', duration_minutes: 0, price_kobo: 100_000, external_id: 'A-7' },
		changed: { position: 4, external_id: null },
		wrong: { price_kobo: 1.5 },
	},
	'/staff': {
		made: { first_name: 'Bola', last_name: 'Ojo', phone: '+2348031234567', service_ids: ['salon-cut'] },
		changed: { service_ids: [], email: 'bola@example.com' },
		wrong: { phone: '0803' },
	},
	'/plans': {
		made: { title: 'Gym', price_kobo: 1_000_000, entry_kind: 'weekly', max_entries_per_week: 3 },
		changed: { price_kobo: 1_200_000, status: 'withdrawn' },
		wrong: { entry_kind: 'total' },
	},
	'/promo-codes': {
		made: {
			code: 'NEW-10',
			discount_type: 'percent',
			discount_value: 10,
			expires_at: '2027-01-01T00:00:00.000Z',
		},
		changed: { max_uses: 4, expires_at: null },
		wrong: { code: 'OTHER' },
	},
	'/programs': {
		made: { kind: 'punch_card', name: 'Card', card: { visits_required: 8, is_cyclic: true } },
		changed: { status: 'ended', description: 'Every visit' },
		wrong: { kind: 'cashback' },
	},
}

describe.each(Object.entries(resources))('%s', (path, { made, changed, wrong }) => {
	test('made, read, listed and changed by its shop; not there for another one', async () => {
		const created = await call('POST', path, made)
		expect(created).toMatchObject({ status: 201, body: made })
		const { id } = created.body
		expect(await call('GET', `${path}/${id}`)).toEqual(ok(created.body))
		const listed = await call('GET', `${path}?limit=100`)
		// Whether a service fits an opening is told of one alone.
		const { fits_opening: _, ...inList } = created.body
		expect(listed.body.items).toContainEqual(inList)
		expect(listed.body.next_cursor).toBeNull()
		expect(await call('PATCH', `${path}/${id}`, changed)).toEqual(ok({ ...created.body, ...changed }))
		expect(await call('PATCH', `${path}/${id}`, wrong)).toMatchObject({
			status: 400,
			body: { code: 'invalid_request' },
		})
		expect((await call('PATCH', `${path}/${id}`, {})).status).toBe(400)
		expect(await call('GET', `${path}/${id}`, undefined, 'other')).toMatchObject({
			status: 404,
			body: { code: 'not_found' },
		})
		expect((await call('PATCH', `${path}/${id}`, changed, 'other')).status).toBe(404)
		expect(JSON.stringify(await call('GET', path, undefined, 'other'))).not.toContain(id)
		expect(JSON.stringify(created.body)).not.toContain('commission')
		const answer = shopCalls.find((one) => one.method === 'GET' && one.path === `${path}/{id}`)?.answer
		expect(answer?.parse(created.body)).toEqual(created.body)
	})
})

test('letters that no database keeps are left out, and a text of nothing else is none', async () => {
	const addOn = { name: ' Ìyá\u0000\ud800 Mask\n', duration_minutes: 0, price_kobo: 1 }
	expect(await call('POST', '/add-ons', addOn)).toMatchObject({ status: 201, body: { name: 'Ìyá Mask' } })
	expect((await call('POST', '/add-ons', { ...addOn, name: '\u0000 ' })).status).toBe(400)
})

describe('D70: what a program cut in the middle of an emoji', () => {
	const atBarber = (method: string, path: string, body?: object) => call(method, path, body, 'barber')
	const hours = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00']
	const book = (more: object) =>
		atBarber('POST', '/appointments', {
			service_ids: ['barber-cut'],
			starts_at: new Date(lagos(tuesday, hours.shift() ?? '')).toISOString(),
			customer: { first_name: 'Ada' },
			...more,
		})
	const shown = async ({ body }: Awaited<ReturnType<typeof book>>) =>
		(await atBarber('GET', `/appointments/${body.reference}`)).body

	test('is booked with clean text', async () => {
		const ada = { first_name: 'Ada \ud83d', last_name: '\udc87' }
		expect(await shown(await book({ customer: ada }))).toMatchObject({
			customer: { first_name: 'Ada', last_name: '' },
		})
		expect(await shown(await book({ note: 'cut \ud83d\u0000' }))).toMatchObject({ customer_note: 'cut' })
		const mailed = await book({ customer: { first_name: 'Ada', email: '\ud83da@example.com' } })
		expect(await shown(mailed)).toMatchObject({ customer: { email: 'a@example.com' } })
	})

	test('cancels with a clean reason', async () => {
		const { body } = await book({})
		const path = `/appointments/${body.reference}`
		expect((await atBarber('POST', `${path}/cancel`, { reason: 'no power \ud83d' })).status).toBe(200)
		expect((await atBarber('GET', path)).body).toMatchObject({ cancellation_reason: 'no power' })
	})

	test('is named where nothing of it can be read', async () => {
		expect(await book({ customer: { first_name: '\ud83d' } })).toMatchObject({
			status: 400,
			body: { errors: [{ pointer: '#/customer/first_name' }] },
		})
		expect((await book({ 'note\ud83d': 'x' })).status).toBe(400)
		expect((await atBarber('GET', '/appointments?cursor=1.\ud83d')).status).toBe(400)
	})

	test('is never made by ourselves', () => {
		const act = actOfCode(`${'x'.repeat(63)}💇`, true)
		expect(act?.summary.isWellFormed()).toBe(true)
		expect(act?.subjectId.isWellFormed()).toBe(true)
	})
})

test('the shop itself: read and changed by its own key, within its limits', async () => {
	const before = await call('GET', '/shop')
	expect(before).toMatchObject({ status: 200, body: { id: 'salon', deposit_kind: 'none', horizon_days: 60 } })
	const other = await call('GET', '/shop', undefined, 'other')
	const changed = {
		...{ description: 'Braids\nand more', landmark: 'By the park', whatsapp: null, max_moves: 50 },
		...{ deposit_kind: 'amount', deposit_value: 10_000, prepay_after_no_shows: 3 },
	}
	const sent = { ...changed, phone: '0803 123 4567' }
	const after = ok({ ...before.body, ...changed, phone: '+2348031234567' })
	expect(await call('PATCH', '/shop', sent)).toEqual(after)
	expect(await call('GET', '/shop')).toEqual(after)
	expect(await call('GET', '/shop', undefined, 'other')).toEqual(other)
	for (const wrong of [
		...[
			{},
			{ name: 'Other' },
			{ bank_name: 'GTBank' },
			{ phone: '0803' },
			{ max_moves: 51 },
			{ max_moves: 0 },
		],
		...[{ horizon_days: 366 }, { prepay_after_no_shows: 0 }, { description: 'x'.repeat(1_001) }],
		...[{ deposit_kind: 'percent' }, { deposit_value: 30 }, { deposit_kind: 'percent', deposit_value: 101 }],
		...[
			{ deposit_kind: 'amount', deposit_value: 9_999 },
			{ deposit_kind: 'none', deposit_value: 1 },
		],
	])
		expect([wrong, (await call('PATCH', '/shop', wrong)).status]).toEqual([wrong, 400])
	expect(await call('GET', '/shop')).toEqual(after)
	const acts = await context.shops.shopActs.actsOfShop('salon', { limit: 100, before: null })
	expect(acts).toContainEqual(
		expect.objectContaining({
			kind: 'shop_changed',
			subjectId: 'salon',
			summary: expect.stringMatching(/: description, landmark, .*deposit_value 10000/),
		}),
	)
})

test('a list goes on where its page ended', async () => {
	const first = await call('GET', '/services?limit=1')
	const second = await call('GET', `/services?limit=1&cursor=${first.body.next_cursor}`)
	expect(
		[...first.body.items, ...second.body.items].map(({ name }: { name: string }) => name).sort(),
	).toEqual(['Gel', 'cut'])
	expect(second.body.next_cursor).toBeNull()
})

test('hours, schedules, days off and closed days are read as they were sent', async () => {
	const hours = {
		days: [
			{ day: 1, opens: '08:00', closes: '24:00' },
			{ day: 2, opens: '09:30', closes: '18:00' },
		],
	}
	expect(await call('PUT', '/hours', hours)).toEqual(ok(hours))
	expect(await call('GET', '/hours')).toEqual(ok(hours))
	expect((await call('PUT', '/hours', { days: [hours.days[0], hours.days[0]] })).status).toBe(400)
	expect((await call('PUT', '/hours', { days: [{ day: 1, opens: '10:00', closes: '09:00' }] })).status).toBe(
		400,
	)
	const day = { day: 2, from: '09:00', until: '17:00', break_from: '12:00', break_until: '13:00' }
	const week = { days: [day, { day: 5, from: '10:00', until: '12:00', break_from: null, break_until: null }] }
	expect(await call('PUT', '/staff/salon-ada/schedule', week)).toEqual(ok(week))
	expect(await call('GET', '/staff/salon-ada/schedule')).toEqual(ok(week))
	expect(
		(await call('PUT', '/staff/salon-ada/schedule', { days: [{ ...day, break_until: null }] })).status,
	).toBe(400)
	expect((await call('GET', '/staff/salon-ada/schedule', undefined, 'other')).status).toBe(404)
	expect((await call('PUT', '/staff/salon-ada/schedule', week, 'other')).status).toBe(404)
	const off = `/staff/salon-ada/days-off/${tuesday}`
	expect(await call('PUT', off, {})).toEqual(ok({ date: tuesday }))
	expect(await call('GET', '/staff/salon-ada/days-off')).toEqual(ok({ items: [{ date: tuesday }] }))
	expect(await call('DELETE', off)).toEqual(ok({ date: tuesday }))
	expect((await call('DELETE', off, undefined, 'other')).status).toBe(404)
	expect((await call('PUT', '/closed-days/2026-02-30', {})).status).toBe(404)
	const closed = { date: '2026-12-25', reason: 'Christmas' }
	expect(await call('PUT', '/closed-days/2026-12-25', { reason: 'Christmas' })).toEqual(ok(closed))
	expect(await call('GET', '/closed-days')).toEqual(ok({ items: [closed] }))
	expect(await call('DELETE', '/closed-days/2026-12-25')).toEqual(ok({ date: '2026-12-25' }))
	expect(await call('GET', '/closed-days?from=2026-01-01')).toEqual(ok({ items: [] }))
})

test('milestones, sessions, reviews and payouts', async () => {
	const card = { kind: 'punch_card', name: 'Dozen', card: { visits_required: 12, is_cyclic: false } }
	const { id: programId } = (await call('POST', '/programs', card)).body
	const milestones = `/programs/${programId}/milestones`
	const reward = { reward_kind: 'free_service', service_id: 'salon-cut', description: 'A free cut' }
	const milestone = await call('POST', milestones, { ...reward, visits_required: 12 })
	expect(milestone.status).toBe(201)
	expect(await call('POST', milestones, { ...reward, visits_required: 12 })).toMatchObject({
		status: 409,
		body: { code: 'stamp_taken' },
	})
	expect(await call('POST', milestones, { ...reward, visits_required: 13 })).toMatchObject({ status: 422 })
	const changed = { reward_kind: 'discount', value: 50, unit: 'percent', description: 'Half' }
	expect(await call('PUT', `${milestones}/${milestone.body.id}`, changed)).toEqual(ok(milestone.body))
	expect((await call('GET', milestones)).body.items).toEqual([
		{ id: milestone.body.id, visits_required: 12, service_id: null, ...changed },
	])
	expect((await call('GET', milestones, undefined, 'other')).status).toBe(404)

	const planId = await addPlan(database(), 'salon')
	const startsAt = '2026-11-24T11:00:00.000Z'
	const session = await call('POST', '/sessions', {
		plan_id: planId,
		starts_at: '2026-11-24T12:00:00+01:00',
		capacity: 4,
	})
	expect(session).toMatchObject({
		status: 201,
		body: { plan_id: planId, starts_at: startsAt, capacity: 4, places_taken: 0 },
	})
	expect((await call('GET', `/sessions?date=${tuesday}`)).body.items).toEqual([session.body])
	expect(await call('PATCH', `/sessions/${session.body.id}`, { capacity: 6 })).toEqual(
		ok({ ...session.body, capacity: 6 }),
	)
	const ended = await addPlanSession(database(), planId, { startsAt: lagos(tuesday, '15:00') })
	expect((await call('POST', `/sessions/${ended}/call-off`, {}, 'other')).status).toBe(404)
	expect(await call('POST', `/sessions/${ended}/call-off`)).toEqual(ok({ places: 0, entries: 0 }))

	expect(await call('GET', '/reviews')).toEqual(ok({ items: [], next_cursor: null }))
	expect((await call('PUT', '/reviews/none/reply', { reply: 'Thank you' })).status).toBe(404)
	const none = {
		earned_kobo: 0,
		returned_kobo: 0,
		tips_kobo: 0,
		due_kobo: 0,
		cashback_given_kobo: 0,
		cashback_spent_kobo: 0,
	}
	expect(await call('GET', '/payouts?from=2026-01-01&until=2026-12-31')).toEqual(
		ok({ items: [], total: none }),
	)
	expect((await call('GET', '/payouts/csv?from=2026-01-01&until=2026-12-31')).body).toContain('Total,0.00')
	expect((await call('GET', '/payouts?from=2026-01-01&until=2027-12-31')).status).toBe(400)
})

test('what was changed stands in the list of what the shop did, with its key', async () => {
	const acts = await context.shops.shopActs.actsOfShop('salon', { limit: 100, before: null })
	expect(acts.map(({ summary }) => summary)).toEqual(
		expect.arrayContaining([
			'New service: category_id, name, duration_minutes 45, price_kobo 350000, buffer_minutes 5',
			'Gel: price_kobo 400000, is_enabled false',
			'Opening hours',
			'Ada: schedule',
			'2026-12-25: closed',
		]),
	)
	expect(new Set(acts.map(({ keyName }) => keyName))).toEqual(new Set(['Till']))
	expect(await context.shops.shopActs.actsOfShop('other', { limit: 9, before: null })).toEqual([])
})
