import { expect, test } from 'vitest'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'
import { isDeep } from '#tests/support/deep.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addSmallShop, mondayMorningAt as now, type SmallShop } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { withResultRacers } from './act-race.ts'
import type { OwnerAct, OwnerRace } from './owner-race.ts'

/** Several owner's devices, in four processes, whose forms showed the same row: one is saved, the others are told. */
const database = withTestDatabase()
const race = withResultRacers<OwnerRace>('owner-racer.ts')

/** 17 rows and 13 more of other kinds in a sample, 1,800 in a deep run. */
const rounds = Array.from({ length: isDeep ? 60 : 1 }, (_, i) => i + 1)
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
		else if (saved?.kind === 'service' || saved?.kind === 'add-on') {
			const table = saved.kind === 'service' ? 'services' : 'add_ons'
			const [row] = (await rowsOf(shop, table)).filter(({ id }) => id === saved.id)
			const { name, priceKobo, position } = saved.fields
			expect(row).toEqual({ id: saved.id, name, price_kobo: priceKobo, position })
		}
	}
})

/** A guest with a visit to one person; gives the client row. */
async function addCustomer(shop: SmallShop, staff: string): Promise<string> {
	const startsAt = now + HOUR_MS - 7 * DAY_MS
	const booked = await bookWalkIn(bookingDeps(database().url), {
		...{ shopId: shop.id, serviceIds: [shop.idOf('cut')], staffMemberId: shop.idOf(staff) },
		...{ startsAt, draftId: newId(), now: startsAt },
		customer: { firstName: 'Amaka', lastName: 'Obi', email: null, phone: null, userId: null },
	})
	if (!booked.ok) throw new Error(booked.refusal)
	const [visit] = await database().rows(
		'SELECT client_id FROM appointments WHERE reference_number = ?',
		booked.value.referenceNumber,
	)
	return String(visit?.client_id)
}

test.each(rounds)(
	'round %i: and a person, their week, a promo code, a plan, a note or the details',
	async (round) => {
		const names = ['a', 'b', 'c']
		const shop = await addSmallShop(database().client, `owned-more${round}`, {
			staff: Object.fromEntries(names.map((name) => [name, {}])),
			promoCodes: Object.fromEntries(names.map((name) => [`CODE${name.toUpperCase()}`, { maxUses: 10 }])),
			services: { cut: { staff: names } },
		})
		for (const name of names)
			await database().change(
				`INSERT INTO subscription_plans (id, shop_id, title, price_kobo, entry_kind, created_at)
				VALUES (?, ?, 'Gold', 100000, 'unlimited', 0)`,
				`${shop.id}-plan-${name}`,
				shop.id,
			)
		const customers = await Promise.all(names.map((name) => addCustomer(shop, name)))
		const asked = { shopId: shop.id, now }
		const day = { startMinute: 540, endMinute: 1080, breakStartMinute: null, breakEndMinute: null }
		const week = [1, 2, 3, 4, 5, 6, 7].map((dayOfWeek) => ({ ...day, dayOfWeek }))
		const serviceIds = [shop.idOf('cut')]
		const forms = [
			...names.flatMap((name) => [
				formsOf((device) => ({
					...{ ...asked, kind: 'person', id: shop.idOf(name), seen: { role: '', serviceIds } },
					// Two type a role, two take the service away.
					...{
						fields: { role: device % 2 ? `Role ${device}` : '' },
						serviceIds: device % 2 ? serviceIds : [],
					},
				})),
				formsOf((device) => ({
					...{ ...asked, kind: 'schedule', staffMemberId: shop.idOf(name), seen: week },
					week: week.map((one) => ({ ...one, endMinute: 1080 - 30 * (device + 1) })),
				})),
				formsOf((device) => ({
					...{ ...asked, kind: 'promo', id: shop.idOf(`CODE${name.toUpperCase()}`), seen: { maxUses: 10 } },
					fields: { maxUses: 20 + device },
				})),
				formsOf((device) => ({
					...{ ...asked, kind: 'plan', id: `${shop.id}-plan-${name}`, seen: { priceKobo: 100_000 } },
					fields: { priceKobo: 200_000 + device },
				})),
			]),
			...customers.map((clientId) =>
				formsOf((device) => ({
					...{ ...asked, kind: 'note', clientId, seen: null },
					note: `Typed by ${device}`,
				})),
			),
			formsOf((device) => ({
				...{ ...asked, kind: 'details', seen: { horizonDays: 60 }, fields: { horizonDays: 90 + device } },
			})),
		]
		const results = await race({
			databaseUrl: database().url,
			acts: forms.flat().map(({ act }) => act),
		})
		for (const [place, ofRow] of forms.entries()) {
			const outcomes = results.slice(place * DEVICES, (place + 1) * DEVICES).map(({ outcome }) => outcome)
			// Two devices that want one thing are both told that it is so.
			const wanted = new Set(
				ofRow.flatMap(({ act }, device) => (outcomes[device] === 'saved' ? JSON.stringify(act) : [])),
			)
			expect(wanted.size, JSON.stringify([ofRow[0]?.act, outcomes])).toBe(1)
			expect(new Set(outcomes)).toEqual(new Set(['saved', 'changed_meanwhile']))
		}
		const [stored] = await database().rows('SELECT horizon_days FROM shops WHERE id = ?', shop.id)
		const told = forms.at(-1)?.find((_, device) => results.at(device - DEVICES)?.outcome === 'saved')
		expect(told?.act).toMatchObject({ fields: { horizonDays: stored?.horizon_days } })
	},
)
