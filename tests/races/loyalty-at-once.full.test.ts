import { expect, test } from 'vitest'
import { completeAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { addDays } from '#app/kernel/civil.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { isDeep } from '#tests/support/deep.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addProgram, newLoyalCustomer, type TestProgram } from '#tests/support/loyal-customer.ts'
import { addSmallShop, lagos, mondayMorningAt, tuesday } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { type LoyaltyAct, withLoyaltyRacers } from './loyalty-race.ts'
import { readyCallers } from './run-race.ts'

/** A code, cashback, an enrollment and a completion, each wanted by many requests of four processes and had once. */
const database = withTestDatabase()
const race = withLoyaltyRacers()

const rounds = Array.from({ length: isDeep ? 20 : 1 }, (_, i) => i + 1)
const REQUESTS = isDeep ? 200 : 40

/** A customer of a shop of its own, who has been there once, and has what the program gives for that. */
async function returning(name: string, program: Omit<TestProgram, 'shopId'>) {
	const clock = { now: mondayMorningAt }
	const deps = bookingDeps(database().url)
	const shop = await addSmallShop(database().client, name)
	const person = await newLoyalCustomer(database(), deps, clock)
	await person.join(await addProgram(database(), { shopId: shop.id, ...program }))
	const startsAt = lagos(tuesday, '10:00')
	const referenceNumber = await person.book(shop.idOf('cut'), startsAt)
	const now = startsAt + HOUR_MS
	return {
		shop,
		person,
		referenceNumber,
		now,
		complete: () => completeAppointment(deps, { referenceNumber, isPaid: true, now }),
	}
}
type Returning = Awaited<ReturnType<typeof returning>>

const together = (acts: LoyaltyAct[]) => race({ databaseUrl: database().url, acts })
const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value)

/** A number of bookings of one customer, each at a time of its own, that want the same. */
async function bookingsOf(
	{ shop, person, now }: Returning,
	wanted: { rewardId: string | null; usesCashback: boolean; totalKobo: number; cashbackKobo: number },
): Promise<LoyaltyAct[]> {
	const plans = Array.from({ length: REQUESTS }, (_, i) => ({
		service: 'cut',
		startsAt: lagos(addDays(tuesday, 2 + Math.floor(i / 8)), `${String(9 + (i % 8)).padStart(2, '0')}:00`),
	}))
	const callers = await readyCallers(database().client, shop, plans)
	await database().change('UPDATE drafts SET saved_at = ? WHERE shop_id = ?', String(now), shop.id)
	const { rewardId, usesCashback, totalKobo, cashbackKobo } = wanted
	const contact = { firstName: 'Ada', lastName: 'Obi', email: person.email, phone: '+2348030000000' }
	return callers.map(({ draftId, startsAt }) => ({
		kind: 'book',
		draftId,
		actor: { ...person.actor, at: now },
		userId: person.userId,
		contact,
		rewardId,
		usesCashback,
		seen: { startsAt, totalKobo, cashbackKobo },
		now,
	}))
}

test.each(rounds)('round %i: a completion counts once', async (round) => {
	const found = await returning(`complete${round}`, { card: { visitsRequired: 9 } })
	const { referenceNumber, now, person, shop } = found
	expect(await together(times(REQUESTS, { kind: 'complete', referenceNumber, now }))).toEqual({
		done: 1,
		visit_completed: REQUESTS - 1,
	})
	expect(
		await database().count(
			'SELECT sum(visits_count) FROM loyalty_enrollments WHERE user_id = ? AND shop_id = ?',
			person.userId,
			shop.id,
		),
	).toBe(1)
})

test.each(rounds)('round %i: an account is in a program once', async (round) => {
	const { shop, person, now } = await returning(`enroll${round}`, { card: { visitsRequired: 9 } })
	const programId = await addProgram(database(), { shopId: shop.id, card: { visitsRequired: 5 } })
	const actor = { ...person.actor, at: now }
	expect(await together(times(REQUESTS, { kind: 'enroll', actor, programId }))).toEqual({ done: REQUESTS })
	expect(
		await database().count(
			'SELECT count(*) FROM loyalty_enrollments WHERE user_id = ? AND program_id = ?',
			person.userId,
			programId,
		),
	).toBe(1)
})

test.each(rounds)('round %i: a code is used once at the shop, or once in a booking', async (round) => {
	const card = { visitsRequired: 9, milestones: [{ at: 1 }] }
	const byHand = { visitsRequired: 9, milestones: [{ at: 1, kind: 'upgrade' as const }] }
	const atShop = await returning(`code${round}`, { card: byHand })
	await atShop.complete()
	const [{ code } = {}] = await atShop.person.rewards()
	const tally = await together(times(REQUESTS, { kind: 'redeem', code: String(code), now: atShop.now }))
	expect(tally.used).toBe(1)
	// Who reads it used is told so; who is beaten in the write is to look again.
	expect((tally.reward_used ?? 0) + (tally.busy ?? 0)).toBe(REQUESTS - 1)

	const booking = await returning(`reward${round}`, { card })
	await booking.complete()
	const [reward] = await database().rows('SELECT id FROM rewards WHERE user_id = ?', booking.person.userId)
	const wanted = { rewardId: String(reward?.id), usesCashback: false, totalKobo: 450_000, cashbackKobo: 0 }
	expect(await together(await bookingsOf(booking, wanted))).toEqual({
		done: 1,
		reward_not_available: REQUESTS - 1,
	})
})

test.each(rounds)('round %i: cashback is spent once', async (round) => {
	const found = await returning(`cashback${round}`, { cashbackPercent: 10 })
	await found.complete()
	const wanted = { rewardId: null, usesCashback: true, totalKobo: 500_000, cashbackKobo: 50_000 }
	const tally = await together(await bookingsOf(found, wanted))
	expect(tally.done).toBe(1)
	// Who reads it spent sees another price; who is beaten in the write is told so.
	expect((tally.price_changed ?? 0) + (tally.cashback_not_available ?? 0)).toBe(REQUESTS - 1)
	expect(await found.person.cashbackKobo()).toBe(0)
})

test.each(rounds)(
	'round %i: D61: a reward is off a bill that is paid, or not used, while its visit is completed',
	async (round) => {
		const found = await returning(`bill${round}`, { cashbackPercent: 10 })
		const { shop, person } = found
		await person.join(
			await addProgram(database(), { shopId: shop.id, card: { visitsRequired: 9, milestones: [{ at: 1 }] } }),
		)
		await found.complete()
		const [{ code } = {}] = await person.rewards()
		const startsAt = lagos(addDays(tuesday, 1), '10:00')
		const referenceNumber = await person.book(shop.idOf('cut'), startsAt)
		const now = startsAt + HOUR_MS
		const tally = await together([
			...times(REQUESTS / 2, { kind: 'redeem' as const, code: String(code), now }),
			...times(REQUESTS / 2, { kind: 'complete' as const, referenceNumber, now }),
		])
		const [appointment] = await database().rows(
			`SELECT status, total_kobo, paid_at_shop_kobo, reward_id FROM appointments WHERE reference_number = ?`,
			referenceNumber,
		)
		const totalKobo = tally.used === 1 ? 450_000 : 500_000
		expect(appointment).toMatchObject({
			status: 'COMPLETED',
			total_kobo: totalKobo,
			paid_at_shop_kobo: totalKobo,
		})
		expect(await person.cashbackKobo()).toBe(50_000 + totalKobo / 10)
	},
)

test.each(rounds)(
	'round %i: F20: cashback that was spent is not given again, undone and completed at once',
	async (round) => {
		const found = await returning(`undone${round}`, { cashbackPercent: 10 })
		const { person, referenceNumber, now } = found
		await found.complete()
		const wanted = { rewardId: null, usesCashback: true, totalKobo: 500_000, cashbackKobo: 50_000 }
		const [spending] = await bookingsOf(found, wanted)
		if (!spending) throw new Error('nothing to spend on')
		expect(await together([spending])).toEqual({ done: 1 })
		await together([
			...times(REQUESTS / 2, { kind: 'undo' as const, referenceNumber, now }),
			...times(REQUESTS / 2, { kind: 'complete' as const, referenceNumber, now }),
		])
		expect(await person.cashbackKobo()).toBe(0)
		const owedKobo = await database().count(
			`SELECT coalesce(sum(amount_kobo - settled_kobo), 0) FROM cashback_write_offs JOIN cashback_accounts account ON account.id = account_id
			WHERE account.user_id = ?`,
			person.userId,
		)
		const [appointment] = await database().rows(
			'SELECT status FROM appointments WHERE reference_number = ?',
			referenceNumber,
		)
		expect(owedKobo).toBe(appointment?.status === 'COMPLETED' ? 0 : 50_000)
	},
)
