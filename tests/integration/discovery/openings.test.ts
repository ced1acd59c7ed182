import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { readDiscoverQuery } from '#app/domain/discovery/discover-query.server.ts'
import { earliestLabel } from '#app/domain/discovery/earliest-free.server.ts'
import { blockTime } from '#app/flows/booking/block-time.server.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { listBusinesses } from '#app/flows/discovery/list-businesses.server.ts'
import {
	readNextFreeTimes,
	refreshDueOpenings,
	refreshOpenings,
} from '#app/flows/discovery/refresh-openings.server.ts'
import { purgeExpired } from '#app/flows/jobs/purge-expired.server.ts'
import { purges } from '#app/flows/lists/purges.server.ts'
import { changeService, changeStaff, createService } from '#app/flows/shop/change-catalogue.server.ts'
import {
	changeDaysOff,
	changeHours,
	changeSchedule,
	closeDays,
	openDay,
} from '#app/flows/shop/change-hours.server.ts'
import { addDays } from '#app/kernel/civil.ts'
import { HOUR_MS, type Instant, MINUTE_MS, timeBudget, untilDone } from '#app/kernel/instant.ts'
import { civilAt, DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { beforeWrite } from '#tests/support/around-a-write.ts'
import { type Guest, withBookingDesk } from '#tests/support/booking-desk.ts'
import {
	lagos,
	monday,
	mondayMorningAt,
	type SmallShop,
	type SmallShopPlan,
	tuesday,
} from '#tests/support/small-shop.ts'

const desk = withBookingDesk('openings')
const { clock } = desk

const change = (sql: string, ...args: (string | number)[]) => desk.change(sql, ...args)
const lookAtAllDue = () => refreshDueOpenings(desk.deps, () => clock.now, untilDone)
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
						await change(
							'INSERT OR IGNORE INTO staff_days_off (staff_member_id, date) VALUES (?, ?)',
							person,
							date,
						)
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
					// Right after a look, the card says the earliest of all.
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
		const holds = async (at: Instant) => (await desk.newGuest().begin(shop.idOf('cut'))).hold(at)
		await holds(lagos(monday, '09:00'))
		// Of today all starts are kept, and of each later day the first.
		expect((await cardOf(shop.id))?.earliest).toBe('Today 10:00 AM')
		await holds(lagos(tuesday, '09:00'))
		expect(await cardOf(shop.id, 'free=tomorrow')).toBeNull()
		await refresh(shop.id)
		expect((await cardOf(shop.id, 'free=tomorrow'))?.earliest).toBe('Tomorrow 10:00 AM')
		clock.now = lagos(monday, '17:45')
		expect(await cardOf(shop.id, 'free=today')).toBeNull()
		expect((await cardOf(shop.id))?.earliest).toBe('Tomorrow 10:00 AM')
	})

	test('is after the time to clean up that follows what is taken', async () => {
		const shop = await desk.newShop({ services: { cut: { minutes: 60, bufferMinutes: 30 } } })
		await (await desk.newGuest().begin(shop.idOf('cut'))).hold(lagos(tuesday, '09:00'))
		await refresh(shop.id)
		expect((await cardOf(shop.id, 'free=tomorrow'))?.earliest).toBe('Tomorrow 10:30 AM')
	})

	test('that has passed leaves the next one, and nothing is looked for', async () => {
		const shop = await desk.newShop()
		await lookAtAllDue()
		const said = async (at: string) => {
			clock.now = lagos(monday, at)
			const { earliest } = (await cardOf(shop.id, 'free=today')) ?? { earliest: null }
			const due = await desk.deps.discovery.openings.shopsToLookAt(clock.now, 1_000)
			return [earliest, due.includes(shop.id)]
		}
		expect(await said('08:00')).toEqual(['Today 9:00 AM', false])
		expect(await said('08:31')).toEqual(['Today 9:30 AM', false])
		expect(await said('12:01')).toEqual(['Today 1:00 PM', false])
		expect(await said('16:30')).toEqual(['Today 5:00 PM', false])
		expect(await said('16:31')).toEqual([null, false])
	})

	test('is looked for in the night, before the first start of the new day is over', async () => {
		const shops = await Promise.all(
			['09:00', '00:30'].map((opens) => {
				const opensMinute = Number(opens.slice(0, 2)) * 60 + Number(opens.slice(3))
				return desk.newShop({ hours: [opensMinute, 1080], staff: { Ada: { hours: [opensMinute, 1080] } } })
			}),
		)
		await lookAtAllDue()
		clock.now = lagos(monday, '23:59')
		await lookAtAllDue()
		expect((await cardOf(shops[1]?.id ?? ''))?.earliest).toBe('Tomorrow 12:30 AM')
		clock.now = lagos(tuesday, '00:00')
		await lookAtAllDue()
		expect((await cardOf(shops[1]?.id ?? ''))?.earliest).toBe('Today 12:30 AM')
		clock.now = lagos(tuesday, '05:00')
		await lookAtAllDue()
		clock.now = lagos(tuesday, '14:00')
		for (const shop of shops) expect((await cardOf(shop.id))?.earliest).toBe('Today 2:30 PM')
	})
})

test('a run that does not come to all shops ends, and what it left is counted', async () => {
	for (let count = 0; count < 45; count++) await desk.newShop()
	const { openings } = desk.deps.discovery
	const waiting = await openings.countDueBefore(clock.now)
	expect(waiting).toBeGreaterThan(40)
	const oneRound = timeBudget(() => clock.now, MINUTE_MS, 1)
	expect(await refreshDueOpenings(desk.deps, () => clock.now, oneRound)).toBe(40)
	expect(await openings.countDueBefore(clock.now)).toBe(waiting - 40)
})

describe('What changes the free times of a shop marks it in its own write:', () => {
	const dueShops = () => desk.deps.discovery.openings.shopsToLookAt(clock.now, 1_000)
	// Earlier tests ran later in the day, and marked their shops then.
	beforeEach(() => change('UPDATE opening_looks SET due_at = 0 WHERE due_at < ?', lagos(tuesday, '00:00')))
	const week = [1, 2, 3, 4, 5, 6, 7]
	type Change = (shop: SmallShop) => Promise<unknown>
	const asked = (shop: SmallShop) => ({ shopId: shop.id, now: clock.now })
	const ada = (shop: SmallShop) => ({ ...asked(shop), staffMemberId: shop.idOf('Ada') })
	const serviceFields = {
		categoryId: 'hair-beauty',
		name: 'Braids',
		description: '',
		durationMinutes: 45,
		bufferMinutes: 0,
		priceKobo: 500_000,
	}
	const changes: Record<string, Change> = {
		'a hold': async (shop) => (await desk.newGuest().begin(shop.idOf('cut'))).hold(lagos(monday, '09:00')),
		'a blocked time': (shop) =>
			blockTime(desk.deps, {
				...{ ...ada(shop), blockId: `${shop.id}-block`, reason: '' },
				...{ startsAt: lagos(monday, '09:00'), endsAt: lagos(monday, '10:00') },
			}),
		'opening hours': (shop) =>
			changeHours(desk.deps, {
				...asked(shop),
				week: week.map((dayOfWeek) => ({ dayOfWeek, opensMinute: 600, closesMinute: 900 })),
			}),
		'a closed day': (shop) => closeDays(desk.deps, { ...asked(shop), days: [{ date: monday, reason: '' }] }),
		'an opened day': (shop) => openDay(desk.deps, { ...asked(shop), date: monday }),
		'a schedule': (shop) => changeSchedule(desk.deps, { ...ada(shop), week: [] }),
		'a day off': (shop) =>
			changeDaysOff(desk.deps, { ...ada(shop), from: monday, until: monday, isOff: true }),
		'a new service': (shop) =>
			createService(desk.deps, { ...asked(shop), id: `${shop.id}-new`, fields: serviceFields }),
		'the length of a service': (shop) =>
			changeService(desk.deps, { ...asked(shop), id: shop.idOf('cut'), fields: { durationMinutes: 90 } }),
		'staff who leave': (shop) =>
			changeStaff(desk.deps, { ...asked(shop), id: shop.idOf('Ada'), fields: { isActive: false } }),
		'a zone': (shop) => change(`UPDATE shops SET time_zone = 'Africa/Accra' WHERE id = ?`, shop.id),
	}

	test.each(Object.entries(changes))('%s', async (_kind, changed) => {
		const shop = await desk.newShop()
		await lookAtAllDue()
		clock.now += MINUTE_MS
		await changed(shop)
		expect(await dueShops()).toEqual([shop.id])
		await lookAtAllDue()
		expect(await dueShops()).toEqual([])
	})

	test('a cancellation, and a hold that has run out', async () => {
		const shop = await desk.newShop()
		const guest = await desk.newGuest().begin(shop.idOf('cut'))
		await guest.hold(lagos(monday, '12:00'))
		const booked = await guest.book()
		if (!booked.ok) throw new Error('not booked')
		await (await desk.newGuest().begin(shop.idOf('cut'))).hold(lagos(monday, '09:00'))
		await lookAtAllDue()
		expect((await cardOf(shop.id))?.earliest).toBe('Today 10:00 AM')
		clock.now += MINUTE_MS
		const [appointment] = await desk.appointmentsOf(shop.id)
		const by = { kind: 'customer' as const, appointmentId: String(appointment?.id) }
		expect(await cancelAppointment(desk.deps, { by, now: clock.now })).toMatchObject({ ok: true })
		expect(await dueShops()).toEqual([shop.id])
		await lookAtAllDue()
		clock.now += 10 * MINUTE_MS
		expect(await dueShops()).toEqual([])
		await purgeExpired(desk.deps, { holds: purges.holds }, clock.now)
		expect(await dueShops()).toContain(shop.id)
		await lookAtAllDue()
		expect((await cardOf(shop.id))?.earliest).toBe('Today 9:00 AM')
	})

	const booksAtNine: Change = async (shop) => {
		const guest = await desk.newGuest().begin(shop.idOf('cut'))
		await guest.hold(lagos(monday, '09:00'))
		await guest.book()
	}

	test.each<[string, Change]>([
		['a booking', booksAtNine],
		[
			'a closed day',
			(shop) => closeDays(desk.deps, { ...asked(shop), days: [{ date: monday, reason: '' }] }),
		],
	])('and %s between the read of a look and its write is not lost', async (_, changes) => {
		const shop = await desk.newShop()
		await lookAtAllDue()
		await change('UPDATE opening_looks SET due_at = 1 WHERE shop_id = ?', shop.id)
		const meanwhile = beforeWrite({ ...desk.deps }, () => changes(shop))
		await refreshOpenings(meanwhile, { shopIds: [shop.id], now: clock.now })
		expect(await dueShops()).toEqual([shop.id])
		expect(await lookAtAllDue()).toBe(1)
	})

	test('and two runs at once look twice, and leave nothing', async () => {
		const shop = await desk.newShop()
		await lookAtAllDue()
		await booksAtNine(shop)
		await Promise.all([lookAtAllDue(), lookAtAllDue()])
		expect(await dueShops()).toEqual([])
	})

	test('a shop that is not listed is not looked at, and has no starts', async () => {
		const shop = await desk.newShop()
		await lookAtAllDue()
		await change('UPDATE shops SET is_listed = 0 WHERE id = ?', shop.id)
		expect(await desk.rows('SELECT 1 FROM shop_free_starts WHERE shop_id = ?', shop.id)).toEqual([])
		expect(await dueShops()).toEqual([])
		await change('UPDATE shops SET is_listed = 1 WHERE id = ?', shop.id)
		expect(await dueShops()).toEqual([shop.id])
	})
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

	test('keeps to 25 km of a place, and goes further where nothing is free there', async () => {
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

	test('a filter by free times finds the one shop that has one, however many have none', async () => {
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
		// The last start of all the others is inside the notice by now: it does not count.
		await change(
			`INSERT INTO shop_free_starts SELECT id, ?, '2026-11-23', 1110, ?, 'cut', 'Ada', 30, 1 FROM shops WHERE id LIKE 'many-%'`,
			...[lagos(monday, '18:30'), lagos(monday, '19:30')],
		)
		for (const query of ['free=today', 'free=today&sort=rating', 'free=today&sort=soonest']) {
			const { cards, nextCursor } = await listBusinesses(
				{ discovery: desk.deps.discovery, now: clock.now },
				readDiscoverQuery(new URLSearchParams(query)),
			)
			expect([query, ...cards.map(({ id }) => id), nextCursor]).toEqual([query, late.id, null])
		}
		clock.now = lagos(monday, '19:31')
		const { cards, nextCursor } = await listBusinesses(
			{ discovery: desk.deps.discovery, now: clock.now },
			readDiscoverQuery(new URLSearchParams('free=today')),
		)
		expect([cards, nextCursor]).toEqual([[], null])
		await change(`DELETE FROM shops WHERE id LIKE 'many-%'`)
	})
})
