import { beforeAll, expect, test } from 'vitest'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { createSeries } from '#app/flows/subscriptions/change-plans.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { createRepositories, type Repositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { refused } from '#tests/support/booking-desk.ts'
import { addHolder, addPlan, addPlanSession } from '#tests/support/session-desk.ts'
import { addSmallShop, lagos, mondayMorningAt as now } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
const caller = { secretHash: hashSecretToken('gym'), kind: 'kiosk' as const }
const days = ['2026-11-24', '2026-11-26', '2026-12-01', '2026-12-03'] as const
let deps: Repositories

beforeAll(async () => {
	deps = createRepositories(openDatabase({ url: database().url }))
	for (const shopId of ['gym', 'other']) await addSmallShop(database().client, shopId)
	const key = {
		...caller,
		role: 'owner',
		id: 'key',
		shopId: 'gym',
		name: 'Phone',
		pinHash: 'hash',
		now,
	} as const
	await deps.writeBatch([deps.shops.accessKeys.insertKey(key)])
})

function sessionsOf(planId: string) {
	return database().rows(
		'SELECT id, starts_at, staff_member_id, capacity FROM plan_sessions WHERE plan_id = ? ORDER BY starts_at',
		planId,
	)
}

function create(planId: string, more: object = {}, id = newId()) {
	return createSeries(deps, {
		...{ shopId: 'gym', now, id, timeZone: 'Africa/Lagos' },
		times: { weekdays: [2, 4], minute: 1080, from: '2026-11-24', until: '2026-12-03' },
		fields: { planId, staffMemberId: 'gym-ada', capacity: 8, durationMinutes: 60 },
		...more,
	})
}

test('a series is made whole, and once however often it is sent', async () => {
	const planId = await addPlan(database(), 'gym')
	const id = newId()
	const done = { ok: true, value: 4 }
	expect(await create(planId, {}, id)).toEqual(done)
	expect(await create(planId, {}, id)).toEqual(done)
	expect(await sessionsOf(planId)).toEqual(
		days.map((date) => ({
			...{ id: `${id}-${date}`, staff_member_id: 'gym-ada', capacity: 8 },
			starts_at: lagos(date, '18:00'),
		})),
	)
	await database().change('DELETE FROM plan_sessions WHERE plan_id = ?', planId)
})

test('closed days and other sessions of its leader are listed and nothing is made; kept, all are', async () => {
	const [planId, another] = [await addPlan(database(), 'gym'), await addPlan(database(), 'gym')]
	await database().change(
		`INSERT INTO shop_closed_days (shop_id, date, reason) VALUES ('gym', ?, ''), ('other', ?, '')`,
		days[1],
		days[3],
	)
	const other = await addPlanSession(database(), another, { startsAt: lagos(days[2], '17:30'), capacity: 3 })
	await database().change(
		`UPDATE plan_sessions SET staff_member_id = 'gym-ada', duration_minutes = 31 WHERE id = ?`,
		other,
	)
	const met = [
		{ startsAt: lagos(days[1], '18:00'), isClosed: true },
		{ startsAt: lagos(days[2], '18:00'), isClosed: false },
	]
	expect(await create(planId)).toEqual({ ok: false, refusal: { dates: met } })
	expect(await sessionsOf(planId)).toEqual([])
	const fields = { planId, staffMemberId: null, capacity: 8, durationMinutes: 60 }
	expect(await create(planId, { fields })).toEqual({ ok: false, refusal: { dates: met.slice(0, 1) } })
	// Back to back is no overlap, and what was called off is in no way.
	await database().change('UPDATE plan_sessions SET duration_minutes = 30 WHERE id = ?', other)
	expect(await create(planId)).toEqual({ ok: false, refusal: { dates: met.slice(0, 1) } })
	expect(await create(planId, { keepsDates: true })).toEqual({ ok: true, value: 4 })
	await database().change('DELETE FROM shop_closed_days')
	expect(await create(planId)).toMatchObject({ refusal: { dates: { length: 4 } } })
	await database().change('UPDATE plan_sessions SET called_off_at = 1 WHERE plan_id = ?', planId)
	expect(await create(planId)).toEqual({ ok: true, value: 4 })
})

test('two devices that make a series of one leader at once: one is made, the other is told', async () => {
	const planId = await addPlan(database(), 'gym')
	const times = { weekdays: [2], minute: 420, from: '2026-11-24', until: '2026-12-01' }
	const results = await Promise.all([create(planId, { times }), create(planId, { times })])
	expect(results.filter(({ ok }) => ok)).toHaveLength(1)
	expect(await sessionsOf(planId)).toHaveLength(2)
})

test('a series is of a plan on offer and a person of this shop, and within its bounds', async () => {
	const planId = await addPlan(database(), 'gym')
	expect(await create(await addPlan(database(), 'other'))).toEqual(refused('not_found'))
	const fields = { planId, staffMemberId: 'other-ada', capacity: 8, durationMinutes: 60 }
	expect(await create(planId, { fields })).toEqual(refused('staff_not_found'))
	const times = { weekdays: [1], minute: 0, from: '2026-11-24', until: '2026-11-25' }
	expect(await create(planId, { times })).toEqual(refused('series_empty'))
	await database().change(`UPDATE subscription_plans SET status = 'withdrawn' WHERE id = ?`, planId)
	expect(await create(planId)).toEqual(refused('plan_not_on_offer'))
	expect(await sessionsOf(planId)).toEqual([])
})

test('an owner reads the sessions ahead of the own shop, each with who is booked, and who may lead one', async () => {
	const planId = await addPlan(database(), 'gym')
	const startsAt = lagos('2027-06-01', '12:00')
	const id = await addPlanSession(database(), planId, { startsAt, capacity: 3 })
	const foreign = await addPlanSession(database(), await addPlan(database(), 'other'), {
		startsAt,
		capacity: 3,
	})
	await addHolder(database(), planId, { now })
	const { ownSessions } = deps.subscriptions
	expect(await ownSessions.ahead(caller, startsAt)).toMatchObject([
		{ id, capacity: 3, placesTaken: 0, waiting: 0, leader: null, calledOffAt: null },
	])
	expect(await ownSessions.one(caller, id)).toMatchObject({ startsAt })
	expect(await ownSessions.one(caller, foreign)).toBeNull()
	expect((await ownSessions.leaders(caller)).map(({ firstName }) => firstName)).toEqual(['Ada'])
	await database().change('UPDATE plan_sessions SET called_off_at = 1 WHERE id = ?', id)
	expect(await ownSessions.ahead(caller, startsAt)).toEqual([])
})
