import { expect, test } from 'vitest'
import { addDays, dateOfInstant, timeText } from '#app/kernel/civil.ts'
import { isDeep } from '#tests/support/deep.ts'
import { addSmallShop, lagos, type SmallShop } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import type { Caller } from './race-plan.ts'
import { readyCallers, withRacers } from './run-race.ts'

/** Races for a slot without the Workers between, for volume: 640 attempts in a sample, 16,000 in a deep run. */
const database = withTestDatabase()
const runRace = withRacers()

const rounds = isDeep ? 10 : 1
const CALLERS = isDeep ? 200 : 80
const day = addDays(dateOfInstant(Date.now()), 3)

async function race(action: 'book' | 'hold' | 'hold and book', callers: Caller[]) {
	return (await runRace({ through: 'flow', targets: [database().url], action, callers })).tally
}
const allAtTen = (shop: SmallShop) =>
	readyCallers(
		database().client,
		shop,
		Array(CALLERS).fill({ service: 'cut', startsAt: lagos(day, '10:00') }),
	)
const countOf = (table: string, shopId: string) =>
	database().count(`SELECT count(*) n FROM ${table} WHERE shop_id = ?`, shopId)

test.each(rangeTo(rounds))(`round %i: one slot for ${CALLERS} people, confirmed at once`, async (round) => {
	const shop = await addSmallShop(database().client, `confirm${round}`)
	const callers = await allAtTen(shop)
	expect(await race('book', callers)).toEqual({ booked: 1, slot_taken: CALLERS - 1 })
	expect(await countOf('appointments', shop.id)).toBe(1)
})

test.each(rangeTo(rounds))(`round %i: one slot for ${CALLERS} people, chosen at once`, async (round) => {
	const shop = await addSmallShop(database().client, `choose${round}`)
	const callers = await allAtTen(shop)
	expect(await race('hold', callers)).toEqual({ held: 1, slot_taken: CALLERS - 1 })
	expect(await countOf('holds', shop.id)).toBe(1)
})

test.each(rangeTo(rounds))(
	`round %i: ${CALLERS} people whose visits of unequal starts and lengths all meet at one minute`,
	async (round) => {
		const lengths = [30, 45, 60, 75, 90, 120, 150, 180, 240]
		const shop = await addSmallShop(database().client, `unequal${round}`, {
			services: Object.fromEntries(lengths.map((minutes) => [`s${minutes}`, { minutes }])),
		})
		// Every visit that covers 13:00 to 13:30.
		const plans = lengths.flatMap((minutes) =>
			rangeTo(18)
				.map((i) => 510 + i * 30)
				.filter((start) => start <= 780 && start + minutes >= 810)
				.map((start) => ({ service: `s${minutes}`, startsAt: lagos(day, timeText(start)) })),
		)
		const callers = await readyCallers(
			database().client,
			shop,
			Array.from({ length: CALLERS }, (_, i) => plans[i % plans.length] ?? plans[0]).filter(
				(plan) => plan !== undefined,
			),
		)
		expect(await race('hold and book', callers)).toEqual({ booked: 1, slot_taken: CALLERS - 1 })
		expect(await countOf('appointments', shop.id)).toBe(1)
	},
)

test.each(rangeTo(rounds))(
	"round %i: 'Any available' of three: three are booked and all others refused",
	async (round) => {
		const shop = await addSmallShop(database().client, `any${round}`, {
			staff: { Ada: {}, Bola: {}, Chi: {} },
		})
		const callers = await allAtTen(shop)
		expect(await race('hold and book', callers)).toEqual({ booked: 3, slot_taken: CALLERS - 3 })
		expect(await countOf('appointments', shop.id)).toBe(3)
	},
)

test.each(rangeTo(rounds))(
	`round %i: ${CALLERS} people all over one day of two people: nobody is told anything but booked or taken`,
	async (round) => {
		const shop = await addSmallShop(database().client, `day${round}`, {
			staff: { Ada: {}, Bola: {} },
			services: { one: { minutes: 60, bufferMinutes: 15 }, two: { minutes: 120 } },
		})
		const plans = Array.from({ length: CALLERS }, (_, i) => ({
			service: i % 3 === 0 ? 'two' : 'one',
			staff: ['any', 'Ada', 'Bola'][i % 3 === 0 ? 0 : i % 2] ?? 'any',
			startsAt: lagos(day, timeText(540 + (i % 14) * 30)),
		}))
		const tally = await race('hold and book', await readyCallers(database().client, shop, plans))
		expect(Object.keys(tally).sort()).toEqual(['booked', 'slot_taken'])
		expect(Number(tally.booked) + Number(tally.slot_taken)).toBe(CALLERS)
		expect(await countOf('appointments', shop.id)).toBe(tally.booked)
		// Two people, nine hours, at most a visit each hour. Under 6 the race would waste time.
		expect(tally.booked).toBeLessThanOrEqual(18)
		expect(tally.booked).toBeGreaterThanOrEqual(6)
	},
)

test.each(rangeTo(rounds))(
	`D33: round %i: ${CALLERS} guests of one network, each at a time of their own: twenty book in this hour`,
	async (round) => {
		const callers = (await callersAtOwnTimes(`network${round}`)).map((caller) => {
			return { ...caller, networkKey: `network${round}` }
		})
		expect(await race('book', callers)).toEqual({ booked: 20, too_many_guest_bookings: CALLERS - 20 })
	},
)

test.each(rangeTo(rounds))(
	`D33: round %i: ${CALLERS} presses with one email, each for a time of its own: five visits ahead`,
	async (round) => {
		const callers = (await callersAtOwnTimes(`contact${round}`)).map((caller) => {
			return { ...caller, email: `crowd${round}@example.com` }
		})
		expect(await race('book', callers)).toEqual({ booked: 5, too_many_appointments_ahead: CALLERS - 5 })
	},
)

test.each(rangeTo(rounds))(
	`D33: round %i: ${CALLERS} guests of one network choose a time of their own: sixty hold one`,
	async (round) => {
		const callers = (await callersAtOwnTimes(`holds${round}`)).map((caller) => {
			return { ...caller, networkKey: `holds${round}` }
		})
		// The other limit, a tenth of the week of 25 people, is higher: 157 hours.
		expect(await race('hold', callers)).toEqual({ held: 60, too_many_network_holds: CALLERS - 60 })
	},
)

/** 25 people at a shop, eight starts for each: none is in another's way. */
async function callersAtOwnTimes(shopId: string): Promise<Caller[]> {
	const names = rangeTo(25).map((i) => `S${i}`)
	const shop = await addSmallShop(database().client, shopId, {
		staff: Object.fromEntries(names.map((name) => [name, {}])),
	})
	const plans = Array.from({ length: CALLERS }, (_, i) => ({
		service: 'cut',
		staff: names[i % names.length] ?? '',
		startsAt: lagos(day, timeText(540 + Math.floor(i / names.length) * 60)),
	}))
	return readyCallers(database().client, shop, plans)
}

function rangeTo(length: number): number[] {
	return Array.from({ length }, (_, i) => i + 1)
}
