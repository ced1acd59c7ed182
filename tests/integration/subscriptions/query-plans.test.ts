import { beforeAll, expect, test } from 'vitest'
import { bookSession } from '#app/flows/subscriptions/book-session.server.ts'
import { callOffSession } from '#app/flows/subscriptions/call-off-session.server.ts'
import { cancelPlace } from '#app/flows/subscriptions/cancel-place.server.ts'
import { offerFreeSeats } from '#app/flows/subscriptions/offer-seats.server.ts'
import { joinWaitlist, leaveWaitlist } from '#app/flows/subscriptions/wait-for-session.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { type Statement, statementsOf } from '#app/kernel/write-batch.server.ts'
import { createRepositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { addHolder, addPlan, addPlanSession } from '#tests/support/session-desk.ts'
import { addSmallShop, lagos, mondayMorningAt } from '#tests/support/small-shop.ts'
import { tableWalks } from '#tests/support/table-walks.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

/** Every statement of sessions is asked how it would be found: none may walk through a table that grows (P13). */
const database = withTestDatabase()
const statements = new Map<string, Statement>()
const now = mondayMorningAt

function recordingDeps() {
	const real = openDatabase({ url: database().url })
	const record = (statement: Statement) => void statements.set(statement.sql, statement)
	return createRepositories({
		read: (statement) => {
			record(statement)
			return real.read(statement)
		},
		writeBatch: (batch) => {
			statementsOf(batch).forEach(record)
			return real.writeBatch(batch)
		},
	})
}

beforeAll(async () => {
	await addSmallShop(database().client, 'gym')
	const planId = await addPlan(database(), 'gym')
	const startsAt = lagos('2026-11-26', '12:00')
	const session = await addPlanSession(database(), planId, { startsAt })
	const [first, second] = [
		await addHolder(database(), planId, { now }),
		await addHolder(database(), planId, { now }),
	]
	const deps = recordingDeps()
	const asked = { sessionId: session, subscriptionId: null }
	const booked = await bookSession(deps, first.actor, asked)
	if (!booked.ok) throw new Error(booked.refusal)
	await joinWaitlist(deps, second.actor, asked)
	await cancelPlace(deps, first.actorAt(now + 1), booked.value.bookingId)
	await offerFreeSeats(deps, now + DAY_MS)
	await leaveWaitlist(deps, second.actorAt(now + DAY_MS), session)
	await callOffSession(deps, { sessionId: session, now: now + DAY_MS })
	const endAt = now + 30 * DAY_MS
	const page = { after: { at: now, id: 'x' }, limit: 9 }
	await Promise.all([
		deps.planSessions.listSessions(first.actor, { ...page, planId: null, endAt }),
		deps.planSessions.plansWithSessions(first.actor, endAt),
		deps.planSessions.heldSubscriptions(first.actor),
		deps.places.listPlaces(first.actor, { ...page, isPast: false }),
		deps.places.listPlaces(first.actor, { ...page, isPast: true }),
		deps.places.placeToMail(booked.value.bookingId),
		deps.waits.waitToMail('x'),
		deps.planSessions.sessionToCallOff(session),
	])
	await deps.writeBatch([deps.waits.purgeOfSessionsBefore(now)])
})

test('P13: no statement about sessions walks through a table that grows', async () => {
	expect(statements.size).toBeGreaterThan(20)
	expect(await tableWalks(database().client, statements.values())).toEqual([])
})
