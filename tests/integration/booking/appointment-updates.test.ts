import { expect, test } from 'vitest'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { completeAppointment, undoAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { changeNote } from '#app/flows/booking/edit-appointment.server.ts'
import { handOverAppointment } from '#app/flows/booking/hand-over-appointment.server.ts'
import { markArrived } from '#app/flows/booking/mark-appointment.server.ts'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { reportProblem } from '#app/flows/booking/problem-reports.server.ts'
import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import { newContact, ten } from '#tests/support/booking-desk.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'

const desk = withPaymentDesk('updates')
const plan = { staff: { Ada: {}, Bola: {} } }

async function keyOf(shop: SmallShop) {
	const secretHash = `key-of-${shop.id}`
	await desk.change(
		`INSERT INTO access_keys (id, shop_id, kind, name, secret_hash, created_at) VALUES (?1, ?2, 'api', 'Till', ?1, 0)`,
		secretHash,
		shop.id,
	)
	return { secretHash, kind: 'api' as const }
}

let bookings = 0
async function booked(shop: SmallShop, startsAt: Instant = ten) {
	const done = await bookWalkIn(desk.deps, {
		shopId: shop.id,
		serviceIds: [shop.idOf('cut')],
		staffMemberId: shop.idOf('Ada'),
		startsAt,
		customer: { ...newContact(), userId: null },
		draftId: `updates-${++bookings}`,
		now: desk.clock.now,
	})
	if (!done.ok) throw new Error(done.refusal)
	return done.value
}

/** What a program reads that asks again with the last moment that it read. */
async function poller(shop: SmallShop) {
	const caller = await keyOf(shop)
	let since = 0
	return async (limit = 2) => {
		const seen: { reference: string; updatedAt: Instant }[] = []
		let after: ListPlace | null = null
		do {
			const { now } = desk.clock
			const page: Awaited<ReturnType<typeof desk.deps.booking.appointmentViews.appointmentsUpdated>> =
				await desk.deps.booking.appointmentViews.appointmentsUpdated(caller, { since, after, limit, now })
			seen.push(
				...page.appointments.map((one) => ({ reference: one.referenceNumber, updatedAt: one.updatedAt })),
			)
			after = page.next
		} while (after !== null)
		// The last one is read again, because two changes may share a moment in what was there before.
		const fresh = seen.filter(({ updatedAt }) => updatedAt > since)
		since = seen.at(-1)?.updatedAt ?? since
		return fresh
	}
}
const referencesOf = (seen: { reference: string }[]) => seen.map(({ reference }) => reference)

test('each change of an appointment is read by the next poll, and nothing else', async () => {
	const shop = await desk.newShop(plan)
	const poll = await poller(shop)
	const { appointmentId, referenceNumber } = await booked(shop)
	const other = await booked(shop, ten + 2 * HOUR_MS)
	expect(referencesOf(await poll())).toEqual([referenceNumber, other.referenceNumber])
	expect(await poll()).toEqual([])
	const of = () => ({ shopId: shop.id, referenceNumber, now: desk.clock.now })
	const by = () => ({ kind: 'shop' as const, shopId: shop.id, referenceNumber })
	const { deps } = desk
	const acts: Record<string, () => Promise<unknown>> = {
		note: () => changeNote(deps, { ...of(), note: 'Knotless', seen: '' }),
		'hand-over': () => handOverAppointment(deps, { ...of(), staffMemberId: shop.idOf('Bola') }),
		move: () => moveAppointment(deps, { by: by(), startsAt: ten + HOUR_MS, now: desk.clock.now }),
		arrive: () => markArrived(deps, of()),
		complete: () => {
			desk.clock.now = ten + 3 * HOUR_MS
			return completeAppointment(deps, { ...of(), isPaid: true })
		},
		problem: () =>
			reportProblem(deps, { appointmentId, kind: 'other', words: 'Uneven', now: desk.clock.now }),
		undo: () => undoAppointment(deps, { ...of(), withinMs: DAY_MS }),
		cancel: () => cancelAppointment(deps, { by: { ...by(), reason: 'No power' }, now: desk.clock.now }),
		'another name': async () => {
			await desk.change(
				`UPDATE checkouts SET last_name = 'Ade' WHERE id = (SELECT checkout_id FROM appointments WHERE id = ?)`,
				appointmentId,
			)
			return { ok: true }
		},
	}
	for (const [name, act] of Object.entries(acts)) {
		expect(await act(), name).toMatchObject({ ok: true })
		expect(referencesOf(await poll()), name).toEqual([referenceNumber])
		expect(await poll(), name).toEqual([])
	}
})

test('two writers and a poller at once: no change is missed, whatever the clock says', async () => {
	const [shop, other] = [await desk.newShop(plan), await desk.newShop(plan)]
	await booked(other)
	const poll = await poller(shop)
	// A clock that was an hour ahead once: what comes after it is later all the same.
	const first = await booked(shop)
	await desk.change('UPDATE appointment_updates SET updated_at = ?', String(Date.now() + HOUR_MS))
	const read = new Map<string, Instant>()
	const note = (seen: Awaited<ReturnType<typeof poll>>) => {
		for (const { reference, updatedAt } of seen) read.set(reference, updatedAt)
	}
	note(await poll())
	const writers = [bookingDeps(desk.database().url), bookingDeps(desk.database().url)]
	const appointments = [first]
	for (const hours of [2, 3, 4, 5]) appointments.push(await booked(shop, ten + hours * HOUR_MS))
	let isOver = false
	const polling = (async () => {
		while (!isOver) note(await poll(1))
	})()
	await Promise.all(
		writers.map(async (deps, writer) => {
			for (let round = 0; round < 6; round++)
				for (const { referenceNumber } of appointments) {
					const seen = (await notesOf(referenceNumber)) ?? ''
					const words = `Round ${round} of ${writer}`
					await changeNote(deps, {
						shopId: shop.id,
						referenceNumber,
						note: words,
						seen,
						now: desk.clock.now,
					})
				}
		}),
	)
	isOver = true
	await polling
	note(await poll())
	const written = await desk.rows(
		`SELECT reference_number, updated_at FROM appointment_updates
			JOIN appointments ON appointments.id = appointment_id WHERE appointments.shop_id = ?`,
		shop.id,
	)
	expect(Object.fromEntries(read)).toEqual(
		Object.fromEntries(written.map((row) => [row.reference_number, row.updated_at])),
	)
	expect(new Set(read.values()).size).toBe(appointments.length)
	expect(Math.min(...read.values())).toBeGreaterThan(Date.now() + HOUR_MS / 2)
	expect(await poll()).toEqual([])
})

async function notesOf(referenceNumber: string) {
	const [row] = await desk.rows(
		'SELECT customer_note FROM appointments WHERE reference_number = ?',
		referenceNumber,
	)
	return row?.customer_note === null ? null : String(row?.customer_note)
}
