import { beforeAll, expect, test } from 'vitest'
import { bookSession } from '#app/flows/subscriptions/book-session.server.ts'
import { readTickets } from '#app/flows/tickets/read-tickets.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addAppointment, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { addHolder, addPlan, addPlanSession } from '#tests/support/session-desk.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
const place = () => ({ url: database().url, database: database() })
const now = Date.now()

let shop: SmallShop
beforeAll(async () => {
	shop = await addKioskShop(place())
})

const ticketsOf = (asked: { appointmentIds?: string[]; actor?: Actor | null; at?: number }) =>
	readTickets(bookingDeps(database().url), {
		appointmentIds: asked.appointmentIds ?? [],
		actor: asked.actor ?? null,
		host: 'wakati.example',
		now: asked.at ?? now,
	})

async function idOf(reference: string): Promise<string> {
	const rows = await database().rows('SELECT id FROM appointments WHERE reference_number = ?', reference)
	return String(rows[0]?.id)
}

test('a customer has their appointments and sessions ahead, next first, and nothing of others', async () => {
	const planId = await addPlan(database(), shop.id)
	const holder = await addHolder(database(), planId, { now })
	const sessionId = await addPlanSession(database(), planId, { startsAt: now + 2 * HOUR_MS })
	const booked = await bookSession(bookingDeps(database().url), holder.actorAt(now), {
		sessionId,
		subscriptionId: null,
	})
	if (!booked.ok) throw new Error(booked.refusal)
	const [late, soon] = [
		await addAppointment(place(), shop, { inMinutes: 300, userId: holder.userId }),
		await addAppointment(place(), shop, { inMinutes: 30, userId: holder.userId }),
	]
	await addAppointment(place(), shop, { inMinutes: 30, staff: 'Bola' })
	const tickets = await ticketsOf({ actor: holder.actorAt(now) })
	expect(tickets.map(({ name }) => name)).toEqual([soon, booked.value.bookingId, late])
	const [visit, session] = tickets
	expect(visit).toMatchObject({ firstName: 'Ada', staff: 'Ada', what: 'cut', referenceNumber: soon })
	expect(session).toMatchObject({ what: `Plan ${planId}`, firstName: null, referenceNumber: null })
	// Links that grant, prices, family names and contacts are not for a copy.
	expect(JSON.stringify(tickets)).not.toMatch(/visit=|₦|5,000|Obi|@clients/)
	expect(await ticketsOf({ actor: holder.actorAt(now + 30 * DAY_MS), at: now + 30 * DAY_MS })).toEqual([])
})

test('a guest has what this browser booked, until it is over or called off', async () => {
	const reference = await addAppointment(place(), shop, { inMinutes: 600 })
	const appointmentIds = [await idOf(reference)]
	const [ticket] = await ticketsOf({ appointmentIds })
	expect(ticket?.name).toBe(reference)
	expect(await ticketsOf({})).toEqual([])
	expect(await ticketsOf({ appointmentIds, at: (ticket?.endsAt ?? 0) - 1 })).toHaveLength(1)
	expect(await ticketsOf({ appointmentIds, at: ticket?.endsAt })).toEqual([])
	await database().change(
		`UPDATE appointments SET status = 'CANCELLED', cancelled_at = ? WHERE reference_number = ?`,
		now,
		reference,
	)
	expect(await ticketsOf({ appointmentIds })).toEqual([])
})
