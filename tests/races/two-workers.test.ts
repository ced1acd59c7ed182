import { describe, expect, test } from 'vitest'
import { addDays, dateOfInstant } from '#app/kernel/civil.ts'
import { isDeep } from '#tests/support/deep.ts'
import { addSmallShop, lagos, type SmallShop } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { withTestWorker } from '#tests/support/with-test-worker.ts'
import { type DraftPlan, readyCallers, withRacers } from './run-race.ts'

/** Real form posts from four processes, through two Workers, to one database. */
const database = withTestDatabase()
const workers = [withTestWorker(() => database().url), withTestWorker(() => database().url)]
const runRace = withRacers()
const targets = () => workers.map((worker) => worker().url)

/** 240 attempts in a sample, 12,000 in a deep run. */
const [CALLERS, rounds] = isDeep ? [200, 10] : [40, 1]
const day = addDays(dateOfInstant(Date.now()), 3)
const times = <Value>(count: number, itemOf: (i: number) => Value) =>
	Array.from({ length: count }, (_, i) => itemOf(i))
const allAtTen = (shop: SmallShop, staff = 'any') => {
	const plan: DraftPlan = { service: 'cut', staff, startsAt: lagos(day, '10:00') }
	return readyCallers(database().client, shop, Array(CALLERS).fill(plan))
}

async function race(
	shopId: string,
	action: 'book' | 'hold' | 'hold and book',
	callers: Awaited<ReturnType<typeof readyCallers>>,
) {
	const summary = await runRace({ through: 'http', targets: targets(), action, callers })
	return { ...summary, booked: await database().rows('SELECT * FROM appointments WHERE shop_id = ?', shopId) }
}

describe.each(Array.from({ length: rounds }, (_, i) => i + 1))('round %i', (round) => {
	test(`${CALLERS} people who confirm one slot: one is booked, all others read that somebody was faster`, async () => {
		const shop = await addSmallShop(database().client, `confirm${round}`)
		const callers = await allAtTen(shop, 'Ada')
		const { tally, booked } = await race(shop.id, 'book', callers)
		expect(tally).toEqual({ booked: 1, slot_taken: CALLERS - 1 })
		expect(booked).toHaveLength(1)
	})

	test(`${CALLERS} people who choose one slot and confirm it: one is booked, all others are offered other times`, async () => {
		const shop = await addSmallShop(database().client, `choose${round}`)
		const callers = await allAtTen(shop)
		const { tally, booked } = await race(shop.id, 'hold and book', callers)
		expect(tally).toEqual({ booked: 1, slot_taken: CALLERS - 1 })
		expect(booked).toHaveLength(1)
	})

	test(`${CALLERS} people whose visits of unequal starts and lengths all meet at 10:45: one is booked`, async () => {
		const shop = await addSmallShop(database().client, `unequal${round}`, {
			services: { one: { minutes: 60 }, two: { minutes: 120 }, three: { minutes: 180 } },
		})
		const wishes: DraftPlan[] = [
			{ service: 'one', startsAt: lagos(day, '10:00') },
			{ service: 'one', startsAt: lagos(day, '10:30') },
			{ service: 'two', startsAt: lagos(day, '09:00') },
			{ service: 'two', startsAt: lagos(day, '09:30') },
			{ service: 'three', startsAt: lagos(day, '09:00') },
			{ service: 'three', startsAt: lagos(day, '10:30') },
		]
		const callers = await readyCallers(
			database().client,
			shop,
			times(CALLERS, (i) => wishes[i % wishes.length] ?? wishes[0]) as DraftPlan[],
		)
		const { tally, booked } = await race(shop.id, 'book', callers)
		expect(tally).toEqual({ booked: 1, slot_taken: CALLERS - 1 })
		expect(booked).toHaveLength(1)
	})

	test(`${CALLERS} people ask for 'Any available' of three: three are booked, each with somebody else`, async () => {
		const shop = await addSmallShop(database().client, `any${round}`, {
			staff: { Ada: {}, Bola: {}, Chi: {} },
		})
		const callers = await allAtTen(shop)
		const { tally, booked } = await race(shop.id, 'book', callers)
		expect(tally).toEqual({ booked: 3, slot_taken: CALLERS - 3 })
		expect(new Set(booked.map((appointment) => appointment.staff_member_id))).toHaveLength(3)
	})

	test(`${CALLERS} people with a code that one can still use, each at a time of their own: one has it`, async () => {
		const names = times(25, (i) => `S${i}`)
		const shop = await addSmallShop(database().client, `promo${round}`, {
			staff: Object.fromEntries(names.map((name) => [name, {}])),
			promoCodes: { LAST: { percent: 10, maxUses: 1 } },
		})
		const callers = await readyCallers(
			database().client,
			shop,
			times(CALLERS, (i) => ({
				service: 'cut',
				staff: names[i % 25] ?? '',
				startsAt: lagos(day, `${String(9 + Math.floor(i / 25)).padStart(2, '0')}:00`),
				seenTotalKobo: 450_000,
				promoCode: 'LAST',
			})),
		)
		const { tally, booked } = await race(shop.id, 'book', callers)
		expect(tally).toEqual({ booked: 1, promo_not_valid: CALLERS - 1 })
		expect(booked).toHaveLength(1)
		expect(
			(await database().rows('SELECT current_uses FROM promo_codes WHERE shop_id = ?', shop.id))[0]
				?.current_uses,
		).toBe(1)
	})

	test(`the same post ${CALLERS} times at once: one booking, and each time the same answer`, async () => {
		const shop = await addSmallShop(database().client, `same${round}`)
		const [caller] = await readyCallers(database().client, shop, [
			{ service: 'cut', startsAt: lagos(day, '10:00') },
		])
		if (!caller) throw new Error('no caller')
		const { tally, results, booked } = await race(
			shop.id,
			'book',
			times(CALLERS, () => caller),
		)
		expect(tally).toEqual({ booked: CALLERS })
		expect(new Set(results.map(({ answer }) => answer))).toHaveLength(1)
		expect(booked).toHaveLength(1)
	})
})
