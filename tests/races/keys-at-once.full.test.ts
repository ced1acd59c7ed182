import { expect, test } from 'vitest'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { isDeep } from '#tests/support/deep.ts'
import { zoneAtNoon } from '#tests/support/session-desk.ts'
import { type ApiRequest, addApiKey, askApi } from '#tests/support/shop-api.ts'
import { addSmallShop, type SmallShop } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { withTestWorker } from '#tests/support/with-test-worker.ts'
import { withResultRacers } from './act-race.ts'
import type { KeyRace } from './key-race.ts'
import type { RaceResult } from './race-plan.ts'

/** One Idempotency-Key with two bodies, from four processes, through two Workers, to one database (F18). */
const database = withTestDatabase()
const workers = [withTestWorker(() => database().url), withTestWorker(() => database().url)]

const race = withResultRacers<KeyRace>('key-racer.ts')

/** 144 requests in a sample, 2,160 in a deep run. */
const rounds = Array.from({ length: isDeep ? 15 : 1 }, (_, i) => i + 1)
const KEYS = 12
const POSTS_OF_A_KEY = 6

type Pair = { method: string; path: string; bodies: [object, object] }

/** Races each pair under one key; gives the answers by body, and each body's later answer. */
async function raceKeys(shop: SmallShop, pairs: Pair[]) {
	const calls = await Promise.all(
		pairs.map(async ({ bodies, ...call }) => {
			const sent = { ...call, key: await addApiKey(database(), shop.id), idempotencyKey: newId() }
			return bodies.map((body) => ({ ...sent, body })) as [ApiRequest, ApiRequest]
		}),
	)
	const acts = calls.flatMap((bodies) =>
		Array.from({ length: POSTS_OF_A_KEY }, (_, i) => ({
			...bodies[i % 2 === 0 ? 0 : 1],
			target: workers[Math.floor(i / 2) % 2]?.().url ?? '',
		})),
	)
	const results = await race({ acts })
	return Promise.all(
		calls.map(async (bodies, pair) => {
			const told = results.slice(pair * POSTS_OF_A_KEY, (pair + 1) * POSTS_OF_A_KEY)
			const again = await Promise.all(bodies.map((request) => askApi(workers[0]?.().url ?? '', request)))
			return again.map(({ status, json, text }, body) => {
				const ofBody = told.filter((_, i) => i % 2 === body)
				return [...ofBody, { outcome: json.code ?? String(status), answer: json.code ? '' : text }]
			})
		}),
	)
}

/**
 * One of two bodies is done, and only that body gets its answer. Gives the body and the answer; null where the busy
 * database did not keep the answer, and the program was told so.
 */
function doneOf(bodies: RaceResult[][]) {
	const isReuse = ({ outcome }: RaceResult) => outcome === 'idempotency_key_reused'
	const done = bodies.findIndex((told) => !told.some(isReuse))
	expect(bodies[1 - done]?.every(isReuse), JSON.stringify(bodies)).toBe(true)
	const answers = bodies[done]?.filter(({ outcome }) => outcome !== 'answer_not_known') ?? []
	expect(
		answers.every(({ outcome }) => /^20[01]$/.test(outcome)),
		JSON.stringify(bodies),
	).toBe(true)
	expect(new Set(answers.map(({ answer }) => answer)).size, JSON.stringify(bodies)).toBeLessThanOrEqual(1)
	return { done, answer: answers[0] ? JSON.parse(answers[0].answer) : null }
}

const actsOf = (shop: SmallShop) =>
	database().count('SELECT count(*) FROM shop_acts WHERE shop_id = ?', shop.id)

test.each(rounds)(
	'F18: round %i: of two walk-ins under one key one is booked, and answered for itself',
	async (round) => {
		const now = Date.now()
		const names = Array.from({ length: KEYS }, (_, i) => `S${i}`)
		const shop = await addSmallShop(database().client, `till${round}`, {
			// Both bodies could be booked: near midnight of its zone neither would fit into the day (O7).
			zone: zoneAtNoon(now),
			hours: [0, 1440],
			staff: Object.fromEntries(names.map((name) => [name, { hours: [0, 1440] }])),
			services: { cut: {}, dye: {} },
		})
		const services = ['cut', 'dye']
		const pairs = names.map((name): Pair => {
			const [cut, dye] = services.map((service, i) => ({
				service_ids: [shop.idOf(service)],
				staff_member_id: shop.idOf(name),
				starts_at: new Date(now + i * 3 * HOUR_MS).toISOString(),
				customer: { first_name: service },
			}))
			return { method: 'POST', path: '/appointments', bodies: [cut ?? {}, dye ?? {}] }
		})
		for (const bodies of await raceKeys(shop, pairs)) {
			const { done, answer } = doneOf(bodies)
			const booked = await database().rows(
				`SELECT service_id FROM appointment_services WHERE appointment_id =
				(SELECT id FROM appointments WHERE reference_number = ?)`,
				answer.reference,
			)
			expect(booked).toEqual([{ service_id: shop.idOf(services[done] ?? '') }])
		}
		const appointments = 'SELECT count(*) FROM appointments WHERE shop_id = ?'
		expect([await database().count(appointments, shop.id), await actsOf(shop)]).toEqual([KEYS, KEYS])
	},
)

test.each(rounds)(
	'F18: round %i: of two prices under one key one is kept, and answered for itself',
	async (round) => {
		const names = Array.from({ length: KEYS }, (_, i) => `cut${i}`)
		const services = Object.fromEntries(names.map((name) => [name, {}]))
		const shop = await addSmallShop(database().client, `prices${round}`, { services })
		const pairs = names.map((name): Pair => {
			return {
				method: 'PATCH',
				path: `/services/${shop.idOf(name)}`,
				bodies: [{ price_kobo: 600_000 }, { price_kobo: 700_000 }],
			}
		})
		for (const [i, bodies] of (await raceKeys(shop, pairs)).entries()) {
			const { done, answer } = doneOf(bodies)
			const price = done === 0 ? 600_000 : 700_000
			if (answer) expect(answer.price_kobo).toBe(price)
			const id = shop.idOf(names[i] ?? '')
			expect(await database().rows('SELECT price_kobo FROM services WHERE id = ?', id)).toEqual([
				{ price_kobo: price },
			])
		}
		expect(await actsOf(shop)).toBe(KEYS)
	},
)
