import { expect, test } from 'vitest'
import {
	changeService,
	changeStaff,
	createAddOn,
	createService,
	createStaff,
} from '#app/flows/shop/change-catalogue.server.ts'
import {
	changeDaysOff,
	changeHours,
	changeSchedule,
	closeDays,
	openDay,
} from '#app/flows/shop/change-hours.server.ts'
import type { ShopChangeInput } from '#app/flows/shop/write-change.server.ts'
import { addDays } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import { beforeWrite } from '#tests/support/around-a-write.ts'
import { refused, ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { lagos, mondayMorningAt, type SmallShop, tuesday } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('catalogue')
const now = mondayMorningAt
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const done = { ok: true, value: null }

type Change = (shop: SmallShop, asked: ShopChangeInput) => Promise<unknown>

/** Each way in which a shop can take the ground from Tuesday at ten with Ada, and what conflicts with nothing. */
const changes: Record<string, Change> = {
	'a service that is switched off': (shop, asked) =>
		changeService(desk.deps, { ...asked, id: shop.idOf('cut'), fields: { isEnabled: false } }),
	'somebody who leaves': (shop, asked) =>
		changeStaff(desk.deps, { ...asked, id: shop.idOf('Ada'), fields: { isActive: false } }),
	'somebody who stops doing the service': (shop, asked) =>
		changeStaff(desk.deps, { ...asked, id: shop.idOf('Ada'), fields: {}, serviceIds: [] }),
	'shorter opening hours': (_, asked) =>
		changeHours(desk.deps, {
			...asked,
			week: everyDay.map((dayOfWeek) => ({ dayOfWeek, opensMinute: 660, closesMinute: 1080 })),
		}),
	'a day without opening hours': (_, asked) =>
		changeHours(desk.deps, { ...asked, week: [{ dayOfWeek: 1, opensMinute: 540, closesMinute: 1080 }] }),
	'a break at that time': (shop, asked) =>
		changeSchedule(desk.deps, {
			...asked,
			staffMemberId: shop.idOf('Ada'),
			week: everyDay.map((dayOfWeek) => ({
				dayOfWeek,
				startMinute: 540,
				endMinute: 1080,
				breakStartMinute: 630,
				breakEndMinute: 690,
			})),
		}),
	'a day off': (shop, asked) =>
		changeDaysOff(desk.deps, {
			...asked,
			staffMemberId: shop.idOf('Ada'),
			from: tuesday,
			until: tuesday,
			isOff: true,
		}),
	'a holiday around it': (shop, asked) =>
		changeDaysOff(desk.deps, {
			...asked,
			staffMemberId: shop.idOf('Ada'),
			from: addDays(tuesday, -1),
			until: addDays(tuesday, 13),
			isOff: true,
		}),
	'a last day before it': (shop, asked) =>
		changeStaff(desk.deps, {
			...asked,
			id: shop.idOf('Ada'),
			fields: { lastDay: addDays(tuesday, -1) },
		}),
	'a closed day': (_, asked) =>
		closeDays(desk.deps, { ...asked, days: [{ date: tuesday, reason: 'Holiday' }] }),
}

for (const [what, change] of Object.entries(changes)) {
	test(`${what}: live appointments are listed and nothing changes; kept, they stay booked as they are`, async () => {
		const shop = await desk.newShop({ staff: { Ada: {} }, services: { cut: {}, braid: {} } })
		const booked = await (await desk.atCheckout(shop.idOf('cut'))).book()
		if (!booked.ok) throw new Error(JSON.stringify(booked))
		const [appointment] = await desk.appointmentsOf(shop.id)
		const asked = { shopId: shop.id, now }
		expect(await change(shop, asked)).toEqual({
			ok: false,
			refusal: { conflicts: [{ referenceNumber: appointment?.reference_number, startsAt: ten }] },
		})
		const braid = await desk.newGuest().begin(shop.idOf('braid'))
		expect((await braid.hold(lagos(tuesday, '14:00'))).ok).toBe(true)

		expect(await change(shop, { ...asked, keepsAppointments: true })).toEqual(done)
		expect(await desk.appointmentsOf(shop.id)).toEqual([appointment])
		// Kept once, it never conflicts again.
		expect(await change(shop, asked)).toEqual(done)
		const late = await desk.newGuest().begin(shop.idOf('cut'))
		expect((await late.hold(ten)).ok).toBe(false)
	})

	test(`${what}, while somebody books: the change sees the booking in its own write`, async () => {
		const shop = await desk.newShop({ staff: { Ada: {} }, services: { cut: {} } })
		const guest = await desk.atCheckout(shop.idOf('cut'))
		beforeWrite(desk.deps, async () => expect((await guest.book()).ok).toBe(true))
		expect(await change(shop, { shopId: shop.id, now })).toMatchObject({
			refusal: { conflicts: [{ startsAt: ten }] },
		})
	})
}

test('two writers at the same moment: either the booking is listed, or its time is gone', async () => {
	for (let round = 0; round < 6; round++) {
		const shop = await desk.newShop()
		const guest = await desk.newGuest().begin(shop.idOf('cut'))
		await guest.chooseTime(ten)
		const other = bookingDeps(desk.database().url)
		const [booked, closed] = await Promise.all([
			guest.book({ startsAt: ten }),
			closeDays(other, { shopId: shop.id, days: [{ date: tuesday, reason: '' }], now }),
		])
		expect([booked.ok, closed.ok].filter(Boolean)).toHaveLength(1)
	}
})

test('a day that is over, a visit that is over and a visit that was cancelled are in nobody’s way', async () => {
	const shop = await desk.newShop()
	await (await desk.atCheckout(shop.idOf('cut'))).book()
	const change = changes['somebody who leaves']
	expect(await change?.(shop, { shopId: shop.id, now: lagos(tuesday, '11:00') })).toEqual(done)
})

test('a new price: what is booked keeps its own, and what is being booked is shown anew', async () => {
	const shop = await desk.newShop()
	await (await desk.atCheckout(shop.idOf('cut'))).book()
	const guest = await desk.newGuest().begin(shop.idOf('cut'))
	await guest.hold(lagos(tuesday, '12:00'))
	const fields = { priceKobo: 700_000, durationMinutes: 90 }
	expect(await changeService(desk.deps, { shopId: shop.id, now, id: shop.idOf('cut'), fields })).toEqual(done)
	expect(await desk.appointmentsOf(shop.id)).toMatchObject([{ total_kobo: 500_000, duration_minutes: 60 }])
	expect((await guest.readDraft())?.quote.totalKobo).toBe(700_000)
	expect((await guest.book({ totalKobo: 500_000 })).ok).toBe(false)
})

test('an external id is given once at a shop: to one add-on, and to one person', async () => {
	const shop = await desk.newShop()
	const asked = { shopId: shop.id, now }
	const addOn = { ...asked, fields: { name: 'Wash', priceKobo: 1, durationMinutes: 0, externalId: 'A1' } }
	const person = { ...asked, serviceIds: [], fields: { firstName: 'Ada', lastName: '', externalId: 'A1' } }
	expect(await createAddOn(desk.deps, { ...addOn, id: newId() })).toEqual(done)
	expect(await createAddOn(desk.deps, { ...addOn, id: newId() })).toEqual(refused('external_id_taken'))
	expect(await createStaff(desk.deps, { ...person, id: newId() })).toEqual(done)
	expect(await createStaff(desk.deps, { ...person, id: newId() })).toEqual(refused('external_id_taken'))
})

test('what is made twice with one id is there once, is found by search, and its external id is its own', async () => {
	const shop = await desk.newShop()
	const asked = { shopId: shop.id, now }
	const service = {
		...asked,
		id: newId(),
		fields: {
			categoryId: 'hair-beauty',
			name: 'Fulani braids',
			durationMinutes: 120,
			priceKobo: 900_000,
			externalId: 'A1',
		},
	}
	expect(await createService(desk.deps, service)).toEqual(done)
	expect(await createService(desk.deps, service)).toEqual(done)
	expect(await createService(desk.deps, { ...service, id: newId() })).toEqual(refused('external_id_taken'))
	const other = await desk.newShop()
	expect(await createService(desk.deps, { ...service, id: newId(), shopId: other.id })).toEqual(done)
	expect(await desk.rows('SELECT words FROM shop_documents WHERE shop_id = ?', shop.id)).toEqual([
		{ words: expect.stringContaining('Fulani braids') },
	])
	expect(
		(await desk.deps.discovery.catalogue.services.page(shop.id, { after: null, limit: 9 }))
			.map(({ name }) => name)
			.sort(),
	).toEqual(['Fulani braids', 'cut'])
})

test('another shop’s rows are not there, and its services are nobody’s to do', async () => {
	const [shop, other] = [await desk.newShop(), await desk.newShop()]
	const asked = { shopId: shop.id, now }
	const fields = { isEnabled: false }
	expect(await changeService(desk.deps, { ...asked, id: other.idOf('cut'), fields })).toEqual(
		refused('not_found'),
	)
	expect(
		await changeDaysOff(desk.deps, {
			...asked,
			staffMemberId: other.idOf('Ada'),
			from: tuesday,
			until: tuesday,
			isOff: true,
		}),
	).toEqual(refused('not_found'))
	const staff = { ...asked, id: newId(), fields: { firstName: 'Bola', lastName: 'Ojo' } }
	expect(await createStaff(desk.deps, { ...staff, serviceIds: [other.idOf('cut')] })).toEqual(
		refused('service_not_found'),
	)
	expect(await createStaff(desk.deps, { ...staff, serviceIds: [shop.idOf('cut')] })).toEqual(done)
	expect(await desk.deps.discovery.catalogue.staff.one(shop.id, staff.id)).toEqual({
		id: staff.id,
		externalId: null,
		firstName: 'Bola',
		lastName: 'Ojo',
		email: null,
		phone: null,
		role: '',
		lastDay: null,
		isActive: true,
		serviceIds: [shop.idOf('cut')],
	})
	expect(await desk.deps.discovery.catalogue.staff.one(other.id, staff.id)).toBeNull()
})

test('a change is written down with who made it; one that is refused is not', async () => {
	const shop = await desk.newShop()
	await (await desk.atCheckout(shop.idOf('cut'))).book()
	const asked = () => ({
		shopId: shop.id,
		date: tuesday,
		now,
		alongside: desk.deps.shops.shopActs.insertAct({
			id: newId(),
			requestId: newId(),
			shopId: shop.id,
			keyId: null,
			now,
			kind: 'closed_day_changed',
			subjectId: tuesday,
			summary: tuesday,
		}),
	})
	await closeDays(desk.deps, { ...asked(), days: [{ date: tuesday, reason: '' }] })
	expect(await desk.deps.shops.shopActs.actsOfShop(shop.id, { limit: 9, before: null })).toEqual([])
	await closeDays(desk.deps, {
		...asked(),
		days: [{ date: tuesday, reason: 'Holiday' }],
		keepsAppointments: true,
	})
	await openDay(desk.deps, asked())
	expect(await desk.deps.shops.shopActs.actsOfShop(shop.id, { limit: 9, before: null })).toHaveLength(2)
	expect(await desk.deps.availability.roster.closedDays(shop.id, tuesday)).toEqual([])
})
