import { expect, test } from 'vitest'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { shownSums } from '#app/flows/booking/change-appointment.server.ts'
import { planChange, readChangeable } from '#app/flows/booking/plan-change.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { isDeep } from '#tests/support/deep.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import {
	addSmallShop,
	lagos,
	type SmallShop,
	type SmallShopPlan,
	tuesday,
} from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { type AppointmentAct, withAppointmentRacers } from './appointment-race.ts'

/** Several devices of one shop, in four processes, that want the same visit, the same time or the opposite. */
const database = withTestDatabase()
const race = withAppointmentRacers()

const rounds = Array.from({ length: isDeep ? 20 : 1 }, (_, i) => i + 1)
const DEVICES = 24
const startsAt = lagos(tuesday, '10:00')
const now = startsAt + 20 * MINUTE_MS
const dayBefore = startsAt - DAY_MS

const together = (acts: AppointmentAct[]) => race({ databaseUrl: database().url, acts })
const acts = <Act>(make: (i: number) => Act) => Array.from({ length: DEVICES }, (_, i) => make(i))
const walkInAt = (shop: SmallShop, draftId: string, at = startsAt) => ({
	shopId: shop.id,
	serviceId: shop.idOf('cut'),
	staffMemberId: shop.idOf('Ada'),
	draftId,
	startsAt: at,
	now: startsAt,
})

async function appointmentOf(name: string, services: SmallShopPlan['services'] = { cut: {} }) {
	const shop = await addSmallShop(database().client, name, { services })
	const { serviceId, ...asked } = walkInAt(shop, name)
	const customer = { firstName: 'Bola', lastName: '', email: null, phone: null, userId: null }
	const booked = await bookWalkIn(bookingDeps(database().url), {
		...asked,
		serviceIds: [serviceId],
		customer,
	})
	if (!booked.ok) throw new Error(`not booked: ${booked.refusal}`)
	return { shop, referenceNumber: booked.value.referenceNumber, appointmentId: booked.value.appointmentId }
}

/** A visit of tomorrow, and the post of its customer that makes it twice as long. */
async function changeOf(name: string) {
	const { appointmentId, ...appointment } = await appointmentOf(name, { cut: {}, braids: { minutes: 120 } })
	const serviceId = appointment.shop.idOf('braids')
	const wanted = { position: 0, serviceId, staffMemberId: appointment.shop.idOf('Ada'), startsAt }
	const deps = bookingDeps(database().url)
	const found = await readChangeable(deps, { appointmentId, wanted, now: dayBefore })
	const planned = found && planChange(found, wanted, dayBefore)
	if (!found || !planned?.ok) throw new Error('no such change')
	const shown = shownSums(planned.value.bill)
	return {
		...appointment,
		appointmentId,
		post: { kind: 'change', appointmentId, ...wanted, sequence: found.toChange.sequence, shown } as const,
	}
}
const doneIn = (tally: Record<string, number>) =>
	Object.entries(tally).flatMap(([outcome, count]) => (outcome.endsWith(' done') ? [count] : []))

test.each(rounds)('round %i: a visit is completed, missed or cancelled, once', async (round) => {
	const { shop, referenceNumber } = await appointmentOf(`close${round}`)
	const kinds = ['complete', 'miss', 'cancel'] as const
	const tally = await together(
		acts((i) => ({ kind: kinds[i % 3] ?? 'miss', shopId: shop.id, referenceNumber, now })),
	)
	expect(doneIn(tally)).toEqual([1])
	const {
		visit_completed: appointment_completed = 0,
		visit_missed: appointment_missed = 0,
		visit_cancelled: appointment_cancelled = 0,
	} = tally
	expect([appointment_completed, appointment_missed, appointment_cancelled].sort((a, b) => a - b)).toEqual([
		0,
		0,
		DEVICES - 1,
	])
})

test.each(rounds)(
	'F15: round %i: a visit that is moved beside a change of its service keeps time for the service that it has',
	async (round) => {
		const { appointmentId, post } = await changeOf(`move${round}`)
		const at = lagos(tuesday, '13:00')
		const tally = await together(
			acts((i) =>
				i % 2 === 0
					? { ...post, now: dayBefore }
					: { kind: 'move', appointmentId, startsAt: at, now: dayBefore },
			),
		)
		// In either order the move is made; a change that was asked for the old time may come too late.
		expect(tally['move done']).toBe(DEVICES / 2)
		const [appointment] = await database().rows(
			`SELECT starts_at, segment_count, (SELECT sum(duration_minutes) FROM appointment_services WHERE appointment_id = visit.id) AS minutes,
				(SELECT sum(ends_at - starts_at) / 60000 FROM calendar_entries WHERE appointment_id = visit.id) AS kept
			FROM appointments visit WHERE id = ?`,
			appointmentId,
		)
		expect(appointment).toMatchObject({ starts_at: at })
		expect(appointment?.kept).toBe(appointment?.minutes)
	},
)

test.each(rounds)(
	'F15: round %i: a visit that is completed beside a change is one of both',
	async (round) => {
		const { shop, referenceNumber, appointmentId, post } = await changeOf(`done${round}`)
		const tally = await together(
			acts((i) =>
				i % 2 === 0
					? { ...post, now: dayBefore }
					: { kind: 'complete', shopId: shop.id, referenceNumber, now },
			),
		)
		expect(tally['complete done']).toBe(1)
		const [appointment] = await database().rows(
			'SELECT status, total_kobo, paid_at_shop_kobo FROM appointments WHERE id = ?',
			appointmentId,
		)
		expect(appointment).toMatchObject({ status: 'COMPLETED', paid_at_shop_kobo: appointment?.total_kobo })
	},
)

test.each(rounds)('round %i: a time is had by one walk-in, and one tap sent often is one', async (round) => {
	const shop = await addSmallShop(database().client, `walk${round}`)
	const others = acts((i) => ({ kind: 'walk-in' as const, ...walkInAt(shop, `walk${round}-${i}`) }))
	expect(await together(others)).toEqual({ 'walk-in done': 1, slot_taken: DEVICES - 1 })
	const again = acts(() => ({
		kind: 'walk-in' as const,
		...walkInAt(shop, `same${round}`, startsAt + 2 * HOUR_MS),
	}))
	expect(await together(again)).toEqual({ 'walk-in done': DEVICES })
	expect(await database().count('SELECT count(*) FROM appointments WHERE shop_id = ?', shop.id)).toBe(2)
})

test.each(rounds)('round %i: a time is blocked or booked, not both', async (round) => {
	const shop = await addSmallShop(database().client, `block${round}`)
	const tally = await together(
		acts((i) =>
			i % 2 === 0
				? { kind: 'walk-in', ...walkInAt(shop, `block${round}-${i}`) }
				: {
						kind: 'block',
						blockId: `block${round}-${i}`,
						shopId: shop.id,
						staffMemberId: shop.idOf('Ada'),
						startsAt,
						endsAt: startsAt + HOUR_MS,
						now: startsAt,
					},
		),
	)
	const booked = await database().count(`SELECT count(*) FROM appointments WHERE shop_id = ?`, shop.id)
	const blocked = await database().count(`SELECT count(*) FROM blocked_times WHERE shop_id = ?`, shop.id)
	// Several devices may block time that is already blocked.
	expect([booked, blocked > 0]).toEqual(booked === 1 ? [1, false] : [0, true])
	expect((tally['walk-in done'] ?? 0) + (tally.slot_taken ?? 0)).toBe(DEVICES / 2)
})
