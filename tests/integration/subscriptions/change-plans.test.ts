import { beforeAll, expect, test } from 'vitest'
import { bookSession } from '#app/flows/subscriptions/book-session.server.ts'
import {
	callOffOwnSession,
	changeCapacity,
	changePlan,
	createPlan,
	createSession,
} from '#app/flows/subscriptions/change-plans.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { createRepositories, type Repositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { refused } from '#tests/support/booking-desk.ts'
import { addHolder, addPlan, addPlanSession } from '#tests/support/session-desk.ts'
import { addSmallShop, lagos, mondayMorningAt, tuesday } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
const now = mondayMorningAt
const done = { ok: true, value: null }
const startsAt = lagos(tuesday, '12:00')
const gym = { shopId: 'gym', now }
let deps: Repositories

beforeAll(async () => {
	deps = createRepositories(openDatabase({ url: database().url }))
	await addSmallShop(database().client, 'gym')
	await addSmallShop(database().client, 'other')
})

test('a plan is put on offer, changed in words and price, and withdrawn; what it gives is as it was made', async () => {
	const id = newId()
	const fields = { title: 'Ten visits', priceKobo: 5_000_000, entryKind: 'total' } as const
	expect(await createPlan(deps, { ...gym, id, fields })).toEqual(refused('plan_entries_wrong'))
	expect(await createPlan(deps, { ...gym, id, fields: { ...fields, totalVisitsAllowed: 10 } })).toEqual(done)
	const held = await addHolder(database(), id, { now })
	expect(await changePlan(deps, { ...gym, id, fields: { priceKobo: 6_000_000, title: 'Ten' } })).toEqual(done)
	expect(await changePlan(deps, { shopId: 'other', now, id, fields: { priceKobo: 100 } })).toEqual(
		refused('not_found'),
	)
	expect(
		await database().rows(
			'SELECT price_kobo, total_visits_allowed FROM subscriptions WHERE id = ?',
			held.subscriptionId,
		),
	).toEqual([{ price_kobo: 5_000_000, total_visits_allowed: 10 }])
	expect(await changePlan(deps, { ...gym, id, fields: { status: 'withdrawn' } })).toEqual(done)
	expect(await deps.subscriptions.shopPlans.page('gym', { after: null, limit: 9 })).toEqual([])
	expect(await deps.subscriptions.shopPlans.one('gym', id)).toMatchObject({
		status: 'withdrawn',
		priceKobo: 6_000_000,
	})
	const session = { planId: id, startsAt, capacity: 5 }
	expect(
		await createSession(deps, { ...gym, id: newId(), timeZone: 'Africa/Lagos', fields: session }),
	).toEqual(refused('plan_not_on_offer'))
})

test('a plan that another device changed meanwhile is refused; the form that showed it may be sent twice', async () => {
	const id = newId()
	const shown = { title: 'Forms', priceKobo: 5_000_000 }
	await createPlan(deps, { ...gym, id, fields: { ...shown, entryKind: 'unlimited' } })
	const change = (fields: object) =>
		changePlan(deps, { ...gym, id, seen: shown, fields: { ...shown, ...fields } })
	for (const _ of ['first', 'again']) expect(await change({ priceKobo: 6_000_000 })).toEqual(done)
	expect(await change({ title: 'Shapes' })).toEqual(refused('changed_meanwhile'))
	expect(await deps.subscriptions.shopPlans.one('gym', id)).toMatchObject({
		title: 'Forms',
		priceKobo: 6_000_000,
	})
})

test('a session is of a plan of this shop, ahead, and led by somebody of it', async () => {
	const planId = await addPlan(database(), 'gym')
	const create = (fields: object, id = newId()) =>
		createSession(deps, {
			...gym,
			id,
			timeZone: 'Africa/Lagos',
			fields: { planId, startsAt, capacity: 5, ...fields },
		})
	expect(await create({ planId: await addPlan(database(), 'other') })).toEqual(refused('not_found'))
	expect(await create({ staffMemberId: 'other-ada' })).toEqual(refused('staff_not_found'))
	expect(await create({ startsAt: now })).toEqual(refused('session_not_ahead'))
	const id = newId()
	expect(await create({ staffMemberId: 'gym-ada' }, id)).toEqual(done)
	expect(await create({ staffMemberId: 'gym-ada' }, id)).toEqual(done)
	const day = { fromAt: lagos(tuesday, '00:00'), untilAt: lagos(tuesday, '23:59') }
	const listed = [{ id, planId, staffMemberId: 'gym-ada', capacity: 5, placesTaken: 0, durationMinutes: 60 }]
	expect(await deps.subscriptions.shopPlans.sessions('gym', { ...day, planId: null })).toMatchObject(listed)
	expect(await deps.subscriptions.shopPlans.sessions('gym', { ...day, planId })).toMatchObject(listed)
	expect(await deps.subscriptions.shopPlans.sessions('other', { ...day, planId })).toEqual([])
})

test('there is room for all who have a place, also for one who books at this very moment', async () => {
	const planId = await addPlan(database(), 'gym')
	const id = await addPlanSession(database(), planId, { startsAt, capacity: 3 })
	const [first, second] = [
		await addHolder(database(), planId, { now }),
		await addHolder(database(), planId, { now }),
	]
	const book = (actor: typeof first.actor) =>
		bookSession(deps, actor, { sessionId: id, subscriptionId: null })
	await book(first.actor)
	const meanwhile: Repositories = {
		...deps,
		writeBatch: async (batch) => {
			expect((await book(second.actor)).ok).toBe(true)
			return deps.writeBatch(batch)
		},
	}
	expect(await changeCapacity(meanwhile, { ...gym, id, capacity: 1 })).toEqual(refused('capacity_taken'))
	expect(await changeCapacity(deps, { ...gym, id, capacity: 2 })).toEqual(done)
	expect(await changeCapacity(deps, { shopId: 'other', now, id, capacity: 9 })).toEqual(refused('not_found'))

	expect(await callOffOwnSession(deps, { shopId: 'other', now, id })).toEqual(refused('session_not_found'))
	expect(await callOffOwnSession(deps, { ...gym, id })).toMatchObject({ value: { places: 2 } })
	expect(await changeCapacity(deps, { ...gym, id, capacity: 9 })).toEqual(refused('session_over'))
})
