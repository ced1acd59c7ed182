import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDiscoverQuery } from '#app/domain/discovery/discover-query.server.ts'
import { earliestLabel } from '#app/domain/discovery/earliest-free.server.ts'
import { blockTime } from '#app/flows/booking/block-time.server.ts'
import { listBusinesses } from '#app/flows/discovery/list-businesses.server.ts'
import { readNextFreeTimes } from '#app/flows/discovery/read-next-free-times.server.ts'
import { refreshDueOpenings, refreshOpenings } from '#app/flows/discovery/refresh-openings.server.ts'
import { addDays } from '#app/kernel/civil.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { timeBudget, untilDone } from '#app/kernel/time-budget.ts'
import { civilAt, DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { type Guest, withBookingDesk } from '#tests/support/booking-desk.ts'
import { lagos, monday, mondayMorningAt, type SmallShopPlan } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('openings')
const { clock } = desk

const change = (sql: string, ...args: (string | number)[]) => desk.change(sql, ...args)
const refresh = (shopId: string) => refreshOpenings(desk.deps, { shopIds: [shopId], now: clock.now })

/** What the card of a shop says, in a list such as 'sort=soonest'. */
async function cardOf(shopId: string, query = '') {
	const params = new URLSearchParams(`q=${shopId}&${query}`)
	const list = await listBusinesses(
		{ discovery: desk.deps.discovery, now: clock.now },
		readDiscoverQuery(params),
	)
	return list.cards.find(({ id }) => id === shopId) ?? null
}

/** All free starts that the time page shows for these services, with any person. */
async function freeStarts(guests: Map<string, Guest>): Promise<Map<string, Instant[]>> {
	const starts = new Map<string, Instant[]>()
	for (const [serviceId, guest] of guests) {
		// A draft ends after a day.
		const times = (await guest.times()) ?? (await (await guest.begin(serviceId)).times())
		const free = (times?.days ?? []).flatMap(({ slots }) => slots.filter((slot) => slot.free))
		starts.set(
			serviceId,
			free.map(({ startsAt }) => startsAt),
		)
	}
	return starts
}

/** A start as a card says it now. */
function labelOf(startsAt: Instant): string {
	const { date, minute } = civilAt(DEFAULT_ZONE, startsAt)
	return earliestLabel({ date, startMinute: minute }, civilAt(DEFAULT_ZONE, clock.now).date)
}

const busyShop: SmallShopPlan = {
	staff: { Ada: { hours: [540, 1080], breakMinutes: [720, 780] }, Bisi: { hours: [615, 900] } },
	services: {
		cut: { minutes: 60 },
		trim: { minutes: 20, bufferMinutes: 25, staff: ['Bisi'] },
		braids: { minutes: 180, staff: ['Ada'] },
	},
}

type Act = { kind: string; hour: number; day: number; who: number }
const act: fc.Arbitrary<Act> = fc.record({
	kind: fc.constantFrom(
		'wait',
		'hold',
		'book',
		'block',
		'hours',
		'schedule',
		'day off',
		'close',
		'service',
		'staff',
		'rules',
		'look',
	),
	hour: fc.integer({ min: 0, max: 8 }),
	day: fc.integer({ min: 0, max: 2 }),
	who: fc.integer({ min: 0, max: 1 }),
})

describe('The earliest free time of a shop', () => {
	test('is never one that the time page does not offer, whatever was booked, blocked or changed since', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 8 }), async (acts) => {
				clock.now = mondayMorningAt
				const shop = await desk.newShop(busyShop)
				const services = ['cut', 'trim', 'braids'].map(shop.idOf)
				const guests = new Map<string, Guest>()
				for (const id of services) guests.set(id, await desk.newGuest().begin(id))
				await refresh(shop.id)
				for (const { kind, hour, day, who } of acts) {
					const person = shop.idOf(['Ada', 'Bisi'][who] ?? '')
					const date = addDays(monday, day)
					const at = lagos(date, `${String(9 + hour).padStart(2, '0')}:00`)
					if (kind === 'wait') clock.now += (hour + 1) * 20 * MINUTE_MS
					if (kind === 'look') await refresh(shop.id)
					if (kind === 'hold' || kind === 'book') {
						const guest = await desk.newGuest().begin(services[who] ?? '')
						const held = await guest.hold(at)
						if (held.ok && kind === 'book') await guest.book()
					}
					if (kind === 'block')
						await blockTime(desk.deps, {
							...{
								blockId: `${shop.id}-${hour}-${day}-${clock.now}`,
								shopId: shop.id,
								staffMemberId: person,
							},
							startsAt: at,
							endsAt: at + HOUR_MS,
							reason: '',
							now: clock.now,
						})
					if (kind === 'hours')
						await change('UPDATE shop_hours SET opens_minute = ? WHERE shop_id = ?', 480 + hour * 35, shop.id)
					if (kind === 'schedule')
						await change(
							'UPDATE staff_schedules SET start_minute = ?, break_start_minute = ?, break_end_minute = ? WHERE staff_member_id = ?',
							...[500 + hour * 20, 600 + hour * 30, 660 + hour * 30, person],
						)
					if (kind === 'day off')
						await change('INSERT OR IGNORE INTO staff_days_off VALUES (?, ?)', person, date)
					if (kind === 'close')
						await change(`INSERT OR IGNORE INTO shop_closed_days VALUES (?, ?, '')`, shop.id, date)
					if (kind === 'service')
						await change(
							'UPDATE services SET duration_minutes = ?, buffer_minutes = ? WHERE id = ?',
							...[20 + hour * 15, who * 10, services[day] ?? ''],
						)
					if (kind === 'staff')
						await change('UPDATE staff_members SET is_active = 1 - is_active WHERE id = ?', person)
					if (kind === 'rules')
						await change(
							'UPDATE shops SET minimum_notice_minutes = ?, horizon_days = ? WHERE id = ?',
							...[hour * 40, day + 1, shop.id],
						)

					const said = (await cardOf(shop.id))?.earliest ?? null
					const offered = await freeStarts(guests)
					const all = [...offered.values()].flat()
					if (said) expect(all.map(labelOf)).toContain(said)
					const nextFree = await readNextFreeTimes(desk.deps, { shopId: shop.id, now: clock.now })
					for (const [serviceId, free] of offered)
						expect(nextFree.get(serviceId)).toBe(free.length === 0 ? null : labelOf(Math.min(...free)))
					if (kind !== 'look') continue
					// Just looked for, it is the earliest of all.
					expect(said).toBe(all.length === 0 ? null : labelOf(Math.min(...all)))
				}
			}),
			{ numRuns: 4 },
		)
	}, 60_000)

	test('reads by the shop’s day, and is gone while somebody holds it', async () => {
		const shop = await desk.newShop({ services: { cut: {} } })
		await refresh(shop.id)
		expect((await cardOf(shop.id))?.earliest).toBe('Today 9:00 AM')
		expect((await cardOf(shop.id, 'free=tomorrow'))?.earliest).toBe('Tomorrow 9:00 AM')
		await (await desk.newGuest().begin(shop.idOf('cut'))).hold(lagos(monday, '09:00'))
		expect((await cardOf(shop.id))?.earliest).toBe('Tomorrow 9:00 AM')
		expect(await cardOf(shop.id, 'free=today')).toBeNull()
		await refresh(shop.id)
		expect((await cardOf(shop.id, 'free=today'))?.earliest).toBe('Today 10:00 AM')
		clock.now = lagos(monday, '17:45')
		expect((await cardOf(shop.id))?.earliest).toBe('Tomorrow 9:00 AM')
	})

	test('is looked for again by the job once it is over or taken, and each hour', async () => {
		const shop = await desk.newShop()
		await refreshDueOpenings(desk.deps, () => clock.now, untilDone)
		const kept = async () => (await cardOf(shop.id))?.earliest
		expect(await kept()).toBe('Today 9:00 AM')
		expect(await refreshDueOpenings(desk.deps, () => clock.now, untilDone)).toBe(0)
		clock.now = lagos(monday, '08:31')
		expect(await kept()).toBe('Tomorrow 9:00 AM')
		const looked = await Promise.all(
			[1, 2].map(() => refreshDueOpenings(desk.deps, () => clock.now, untilDone)),
		)
		expect(looked[0]).toBeGreaterThan(0)
		expect(await kept()).toBe('Today 9:30 AM')
		await change('DELETE FROM shop_openings WHERE shop_id = ?', shop.id)
		clock.now += HOUR_MS
		await refreshDueOpenings(desk.deps, () => clock.now, untilDone)
		expect(await kept()).toBe('Today 10:30 AM')
	})
})

test('O3: a run that does not come to all shops ends, and what it left is counted', async () => {
	for (let count = 0; count < 45; count++) await desk.newShop()
	clock.now += 2 * HOUR_MS
	const { openings } = desk.deps.discovery
	const waiting = await openings.countLookedAtBefore(clock.now - HOUR_MS)
	expect(waiting).toBeGreaterThan(40)
	const oneRound = timeBudget(() => clock.now, MINUTE_MS, 1)
	expect(await refreshDueOpenings(desk.deps, () => clock.now, oneRound)).toBe(40)
	const left = await openings.countLookedAtBefore(clock.now - HOUR_MS)
	expect(left).toBeGreaterThan(0)
	expect(left).toBeLessThan(waiting)
})

describe('The list in the order of time', () => {
	test('shows each shop once, by its first free start of those asked for', async () => {
		const early = await desk.newShop({ hours: [600, 1080] })
		const late = await desk.newShop({ hours: [840, 1080] })
		const closed = await desk.newShop({ staff: { Ada: { isActive: false } } })
		const shopIds = [late.id, closed.id, early.id]
		await refreshOpenings(desk.deps, { shopIds, now: clock.now })
		const shown = async (query: string) => {
			const list = await listBusinesses(
				{ discovery: desk.deps.discovery, now: clock.now },
				readDiscoverQuery(new URLSearchParams(query)),
			)
			return list.cards.filter(({ id }) => shopIds.includes(id)).map(({ id, earliest }) => [id, earliest])
		}
		await change(`UPDATE shops SET is_listed = 0 WHERE id NOT IN (?, ?, ?)`, ...shopIds)
		const expected = [
			[early.id, 'Today 10:00 AM'],
			[late.id, 'Today 2:00 PM'],
		]
		expect(await shown('sort=soonest')).toEqual(expected)
		expect(await shown('sort=soonest&q=openings')).toEqual(expected)
		expect(await shown('sort=soonest&free=tomorrow&category=hair-beauty')).toEqual([])
		await change(`INSERT INTO shop_categories (shop_id, category_id) VALUES (?, 'hair-beauty')`, late.id)
		expect(await shown('sort=soonest&free=tomorrow&category=hair-beauty')).toEqual([
			[late.id, 'Tomorrow 2:00 PM'],
		])
		expect(await shown('free=today&open=1')).toEqual([])
		clock.now = lagos(monday, '12:00')
		await refreshOpenings(desk.deps, { shopIds, now: clock.now })
		expect(await shown('free=today&open=1')).toEqual([[early.id, 'Today 12:30 PM']])
	})

	test('M18: keeps to 25 km of a place, and goes further where nothing is free there', async () => {
		const near = await desk.newShop({ hours: [840, 1080] })
		const far = await desk.newShop({ hours: [600, 1200], staff: { Ada: { hours: [600, 1200] } } })
		const shopIds = [near.id, far.id]
		await change('UPDATE shops SET latitude = 7.42, longitude = 3.9 WHERE id = ?', far.id)
		await change('UPDATE shops SET is_listed = 0 WHERE id NOT IN (?, ?)', ...shopIds)
		await refreshOpenings(desk.deps, { shopIds, now: clock.now })
		const { latitude, longitude } =
			(await desk.rows('SELECT latitude, longitude FROM shops WHERE id = ?', near.id))[0] ?? {}
		const shown = async (query: string) => {
			const { cards, within } = await listBusinesses(
				{ discovery: desk.deps.discovery, now: clock.now },
				readDiscoverQuery(new URLSearchParams(`lat=${latitude}&lng=${longitude}&${query}`)),
			)
			return [...cards.map(({ id }) => id), within]
		}
		expect(await shown('sort=soonest')).toEqual([near.id, '25'])
		expect(await shown('free=today')).toEqual([near.id, '25'])
		clock.now = lagos(monday, '18:10')
		await refreshOpenings(desk.deps, { shopIds, now: clock.now })
		for (const query of ['free=today', 'free=today&sort=soonest', 'free=today&sort=rating'])
			expect(await shown(query)).toEqual([far.id, '120'])
	})

	test('M18: a filter by free times finds the one shop that has one, however many have none', async () => {
		const late = await desk.newShop({ hours: [600, 1200], staff: { Ada: { hours: [600, 1200] } } })
		await change(`UPDATE shops SET is_listed = 0 WHERE id <> ?`, late.id)
		await change(`WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 1100)
			INSERT INTO shops (id, name, type, address, area, city, latitude, longitude, created_at)
			SELECT 'many-' || n, 'A ' || n, 'salon', 'An address', 'Yaba', 'Lagos', 6.5, 3.4, 0 FROM many`)
		clock.now = lagos(monday, '18:10')
		await refreshOpenings(desk.deps, { shopIds: [late.id], now: clock.now })
		for (const query of ['free=today', 'free=today&sort=rating', 'free=today&near=yaba']) {
			const { cards, nextCursor } = await listBusinesses(
				{ discovery: desk.deps.discovery, now: clock.now },
				readDiscoverQuery(new URLSearchParams(query)),
			)
			expect([query, ...cards.map(({ id }) => id), nextCursor]).toEqual([query, late.id, null])
		}
		await change(`DELETE FROM shops WHERE id LIKE 'many-%'`)
	})
})
