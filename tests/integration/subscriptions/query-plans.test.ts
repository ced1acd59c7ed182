import { beforeAll, expect, test } from 'vitest'
import { signCheckInToken } from '#app/domain/subscriptions/check-in-token.server.ts'
import { offerFreeSeats, tellClosedLines } from '#app/flows/lifecycle/offer-seats.server.ts'
import { bookSession } from '#app/flows/subscriptions/book-session.server.ts'
import { callOffSession } from '#app/flows/subscriptions/call-off-session.server.ts'
import { cancelPlace } from '#app/flows/subscriptions/cancel-place.server.ts'
import { cancelSubscription } from '#app/flows/subscriptions/cancel-subscription.server.ts'
import { checkIn } from '#app/flows/subscriptions/check-in.server.ts'
import { issueCheckInCode } from '#app/flows/subscriptions/issue-check-in-code.server.ts'
import { pauseSubscription, resumeSubscription } from '#app/flows/subscriptions/pause-subscription.server.ts'
import { switchAutoRenewal } from '#app/flows/subscriptions/switch-auto-renewal.server.ts'
import { joinWaitlist, leaveWaitlist } from '#app/flows/subscriptions/wait-for-session.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { type Statement, statementsOf } from '#app/kernel/write-batch.server.ts'
import { createRepositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { checkInKeys } from '#tests/support/check-in-desk.ts'
import { addHolder, addPlan, addPlanSession } from '#tests/support/session-desk.ts'
import { addSmallShop, lagos, mondayMorningAt } from '#tests/support/small-shop.ts'
import { tableWalks } from '#tests/support/table-walks.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

/** Every statement of plans and sessions is asked how it would be found: none may walk through a table that grows (P13). */
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
	await tellClosedLines(deps, now)
	await deps.writeBatch([deps.waits.purgeOfSessionsBefore(now)])
	await useSubscription(deps, planId, startsAt)
})

/** From the list to the end: a code at the door, a pause, cancelling, and what is handed out and forgotten. */
async function useSubscription(deps: ReturnType<typeof recordingDeps>, planId: string, startsAt: number) {
	const { subscriptionId: id, ...holder } = await addHolder(database(), planId, {
		now,
		endsAt: now + 99 * DAY_MS,
	})
	const { actor } = holder
	const session = await addPlanSession(database(), planId, { startsAt })
	await bookSession(deps, actor, { sessionId: session, subscriptionId: id })
	await Promise.all([
		deps.subscriptions.listSubscriptions(actor),
		deps.subscriptions.usageHistory(actor, id, { before: null, limit: 9 }),
		deps.subscriptions.placesAheadOf(actor, id, 9),
		deps.ownPlanData.exportSubscriptions(actor),
		deps.ownPlanData.plansHeld(actor),
	])
	await issueCheckInCode(deps, actor, id)
	const shown = await deps.checkIns.shownCode(actor, id)
	const typed = shown?.code?.typedCode ?? ''
	expect(await checkIn(deps, { shopId: 'gym', presented: { typed }, key: 'key', now })).toMatchObject({
		ok: true,
	})
	const asked = { shopId: 'gym', key: 'other', now: startsAt }
	await issueCheckInCode(deps, holder.actorAt(startsAt), id)
	const code = await deps.checkIns.shownCode(holder.actorAt(startsAt), id)
	const token = await signCheckInToken(checkInKeys, {
		codeId: code?.code?.id ?? '',
		subscriptionId: id,
		shopId: 'gym',
		expiresAt: startsAt + DAY_MS,
	})
	const keys = checkInKeys
	expect(await checkIn(deps, { ...asked, presented: { token, keys } })).toMatchObject({ ok: true })
	await switchAutoRenewal(deps, actor, { id, autoRenews: true })
	expect(
		await pauseSubscription(deps, actor, { id, days: 7, seen: { places: 0, forfeited: 0 } }),
	).toMatchObject({ ok: true })
	expect(await resumeSubscription(deps, actor, { id, seen: { places: 0, forfeited: 0 } })).toMatchObject({
		ok: true,
	})
	expect(await cancelSubscription(deps, actor, { id, reason: 'x', seenKobo: 0 })).toMatchObject({ ok: true })
	await deps.writeBatch([
		deps.checkIns.purgeCodesExpiredBefore(now),
		...deps.ownPlanData.forgetSubscriptions(actor, 'another password'),
	])
}

test('P13: no statement about plans and sessions walks through a table that grows', async () => {
	expect(statements.size).toBeGreaterThan(20)
	expect(await tableWalks(database().client, statements.values())).toEqual([])
})
