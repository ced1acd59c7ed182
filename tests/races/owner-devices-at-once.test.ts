import { expect, test } from 'vitest'
import { addSmallShop, mondayMorningAt as now, type SmallShop } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { withResultRacers } from './act-race.ts'
import type { OwnerAct, OwnerRace } from './owner-race.ts'

/** Several owner's devices, in four processes, whose forms showed the same row: one is saved, the others are told. */
const database = withTestDatabase()
const race = withResultRacers<OwnerRace>(new URL('./owner-racer.ts', import.meta.url))

/** 17 rows in a sample, 1,020 in a deep run. */
const rounds = Array.from({ length: process.env.TEST_DEEP === '1' ? 60 : 1 }, (_, i) => i + 1)
const ROWS = 8
const DEVICES = 4

type Form = { device: number; act: OwnerAct }

/** What four devices send of one row. Each types something else. */
function formsOf(make: (device: number) => OwnerAct): Form[] {
	return Array.from({ length: DEVICES }, (_, device) => ({ device, act: make(device) }))
}

async function rowsOf(shop: SmallShop, table: 'services' | 'add_ons') {
	return database().rows(
		`SELECT id, name, price_kobo, position FROM ${table} WHERE shop_id = ? ORDER BY id`,
		shop.id,
	)
}

test.each(rounds)('round %i: of four devices that change one row, one is saved', async (round) => {
	const names = Array.from({ length: ROWS }, (_, i) => `s${i}`)
	const shop = await addSmallShop(database().client, `owned${round}`, {
		services: Object.fromEntries(names.map((name) => [name, {}])),
	})
	for (const name of names)
		await database().change(
			'INSERT INTO add_ons (id, shop_id, name, duration_minutes, price_kobo) VALUES (?, ?, ?, 10, 10000)',
			`${shop.id}-added-${name}`,
			shop.id,
			name,
		)
	const tables = [
		['service', 'services'],
		['add-on', 'add_ons'],
	] as const
	const asked = { shopId: shop.id, now }
	const rowForms: Form[][] = []
	for (const [kind, table] of tables)
		for (const { id, name, price_kobo, position } of await rowsOf(shop, table)) {
			const seen = { name: String(name), priceKobo: Number(price_kobo), position: Number(position) }
			rowForms.push(
				formsOf((device) => ({
					...asked,
					...{ kind, id: String(id), seen },
					// Two change the same field, two another one: a form is saved as a whole.
					fields: { ...seen, ...(device % 2 ? { position: device } : { priceKobo: 700_000 + device }) },
				})),
			)
		}
	const days = await database().rows(
		'SELECT * FROM shop_hours WHERE shop_id = ? ORDER BY day_of_week',
		shop.id,
	)
	const seen = days.map((day) => ({
		dayOfWeek: Number(day.day_of_week),
		opensMinute: Number(day.opens_minute),
		closesMinute: Number(day.closes_minute),
	}))
	rowForms.push(
		formsOf((device) => ({
			...asked,
			...{ kind: 'hours', seen },
			week: seen.map((day) => ({ ...day, closesMinute: day.closesMinute - 30 * (device + 1) })),
		})),
	)
	const results = await race({
		databaseUrl: database().url,
		acts: rowForms.flat().map(({ act }) => act),
	})
	for (const [place, forms] of rowForms.entries()) {
		const outcomes = results.slice(place * DEVICES, (place + 1) * DEVICES).map(({ outcome }) => outcome)
		const told = JSON.stringify([forms[0]?.act, outcomes])
		expect(
			outcomes.filter((outcome) => outcome === 'saved'),
			told,
		).toHaveLength(1)
		expect(
			outcomes.filter((outcome) => outcome === 'changed_meanwhile'),
			told,
		).toHaveLength(DEVICES - 1)
		const saved = forms[outcomes.indexOf('saved')]?.act
		if (saved?.kind === 'hours')
			expect(
				await database().rows(
					'SELECT closes_minute FROM shop_hours WHERE shop_id = ? ORDER BY day_of_week',
					shop.id,
				),
			).toEqual(saved.week.map(({ closesMinute }) => ({ closes_minute: closesMinute })))
		else if (saved) {
			const table = saved.kind === 'service' ? 'services' : 'add_ons'
			const [row] = (await rowsOf(shop, table)).filter(({ id }) => id === saved.id)
			const { name, priceKobo, position } = saved.fields
			expect(row).toEqual({ id: saved.id, name, price_kobo: priceKobo, position })
		}
	}
})
