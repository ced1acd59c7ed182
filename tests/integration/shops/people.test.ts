import { expect, test } from 'vitest'
import { weekOfShop } from '#app/domain/availability/rota.ts'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { changeStaff, createStaff, endStaffPastLastDay } from '#app/flows/shop/change-catalogue.server.ts'
import { changeDaysOff, changeHours, changeSchedule } from '#app/flows/shop/change-hours.server.ts'
import { addDays } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import { refused, withBookingDesk } from '#tests/support/booking-desk.ts'
import { addKiosk } from '#tests/support/kiosk-desk.ts'
import { lagos, monday, mondayMorningAt, type SmallShop, tuesday } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('people')
const now = mondayMorningAt
const done = { ok: true, value: null }

function ofAda(shop: SmallShop) {
	const asked = { shopId: shop.id, now }
	const { roster } = desk.deps.availability
	return {
		leaves: (lastDay: string | null, at = now) =>
			changeStaff(desk.deps, { ...asked, now: at, id: shop.idOf('Ada'), fields: { lastDay } }),
		off: (from: string, until: string, isOff = true) =>
			changeDaysOff(desk.deps, { ...asked, staffMemberId: shop.idOf('Ada'), from, until, isOff }),
		daysOff: async () => (await roster.daysOff(shop.id, shop.idOf('Ada'), monday)).map(({ date }) => date),
		/** Whether a guest can hold ten o'clock of that day. */
		async isFree(date: string) {
			const guest = await desk.newGuest().begin(shop.idOf('cut'))
			return (await guest.hold(lagos(date, '10:00'))).ok
		},
		async isListed() {
			const [row] = await desk
				.database()
				.rows('SELECT is_active FROM staff_members WHERE id = ?', shop.idOf('Ada'))
			return row?.is_active === 1
		},
	}
}

test('a person is booked until their last day and not after it; without one as before', async () => {
	const shop = await desk.newShop()
	const ada = ofAda(shop)
	expect(await ada.leaves(tuesday)).toEqual(done)
	expect([await ada.isFree(tuesday), await ada.isFree(addDays(tuesday, 1))]).toEqual([true, false])
	expect(await ada.daysOff()).toEqual([])
	expect(await ada.leaves(addDays(tuesday, 2))).toEqual(done)
	expect([await ada.isFree(addDays(tuesday, 1)), await ada.isFree(addDays(tuesday, 3))]).toEqual([
		true,
		false,
	])
	expect(await ada.leaves(null)).toEqual(done)
	expect(await ada.isFree(addDays(tuesday, 3))).toBe(true)
})

test('no day that can be booked is free after the last one, however far ahead', async () => {
	const shop = await desk.newShop({ horizonDays: 365 })
	const ada = ofAda(shop)
	await ada.leaves(tuesday)
	for (const days of [1, 180, 363]) expect(await ada.isFree(addDays(tuesday, days))).toBe(false)
})

test('a holiday outlives a last day that is taken back', async () => {
	const shop = await desk.newShop()
	const ada = ofAda(shop)
	const [first, last] = [addDays(tuesday, 1), addDays(tuesday, 2)]
	expect(await ada.off(first, last)).toEqual(done)
	expect(await ada.daysOff()).toEqual([first, last])
	await ada.leaves(tuesday)
	expect(await ada.off(first, first, false)).toEqual(refused('after_last_day'))
	await ada.leaves(null)
	expect(await ada.daysOff()).toEqual([first, last])
	expect(await ada.off(first, first, false)).toEqual(done)
	expect(await ada.daysOff()).toEqual([last])
	expect([await ada.isFree(first), await ada.isFree(last)]).toEqual([true, false])
})

test('the cron takes who left from the lists by the clock of their shop, once; who stays on stays', async () => {
	const [lagosShop, aucklandShop, staying] = [
		await desk.newShop(),
		await desk.newShop({ zone: 'Pacific/Auckland' }),
		await desk.newShop(),
	]
	for (const shop of [lagosShop, aucklandShop]) await ofAda(shop).leaves(monday)
	// Monday 22:00 in Lagos, Tuesday 10:00 in Auckland.
	expect(await endStaffPastLastDay(desk.deps, lagos(monday, '22:00'))).toBe(1)
	expect([await ofAda(lagosShop).isListed(), await ofAda(aucklandShop).isListed()]).toEqual([true, false])
	expect(await endStaffPastLastDay(desk.deps, lagos(tuesday, '00:30'))).toBe(1)
	expect([await ofAda(lagosShop).isListed(), await ofAda(staying).isListed()]).toEqual([false, true])
	expect(await endStaffPastLastDay(desk.deps, lagos(tuesday, '00:30'))).toBe(0)
})

test('a last day that is over is refused for a person who can be booked', async () => {
	const shop = await desk.newShop()
	expect(await ofAda(shop).leaves(addDays(monday, -3))).toEqual(refused('last_day_past'))
	const fields = { firstName: 'Bola', lastName: '', lastDay: addDays(monday, -3) }
	expect(await createStaff(desk.deps, { shopId: shop.id, now, id: newId(), fields, serviceIds: [] })).toEqual(
		refused('last_day_past'),
	)
	expect(
		await changeStaff(desk.deps, {
			shopId: shop.id,
			now,
			id: shop.idOf('Ada'),
			fields: { isActive: false, lastDay: addDays(monday, -3) },
		}),
	).toEqual(done)
})

test('a form that shows another person than stands is refused: their fields, their services, their week', async () => {
	const shop = await desk.newShop({ services: { cut: {}, braid: {} } })
	const id = shop.idOf('Ada')
	const both = [shop.idOf('braid'), shop.idOf('cut')]
	const seen = {
		firstName: 'Ada',
		lastName: 'Obi',
		role: '',
		lastDay: null,
		isActive: true,
		serviceIds: both,
	}
	const asked = { shopId: shop.id, now, id, seen }
	const change = (fields: { role?: string }, serviceIds: readonly string[]) =>
		changeStaff(desk.deps, { ...asked, fields, serviceIds })
	expect(await change({ role: 'Braider' }, both.toReversed())).toEqual(done)
	// Sent twice it is what is wanted already.
	expect(await change({ role: 'Braider' }, both)).toEqual(done)
	expect(await change({ role: 'Barber' }, both)).toEqual(refused('changed_meanwhile'))
	await changeStaff(desk.deps, {
		shopId: shop.id,
		now,
		id,
		fields: { role: '' },
		serviceIds: [shop.idOf('cut')],
	})
	expect(await change({}, both)).toEqual(refused('changed_meanwhile'))
	expect(await change({}, [shop.idOf('cut')])).toEqual(done)

	const week = (startMinute: number) => [
		{ dayOfWeek: 1, startMinute, endMinute: 1080, breakStartMinute: null, breakEndMinute: null },
	]
	const schedule = (seenWeek: ReturnType<typeof week>, wanted: ReturnType<typeof week>) =>
		changeSchedule(desk.deps, { shopId: shop.id, now, staffMemberId: id, seen: seenWeek, week: wanted })
	expect(await schedule(week(540), week(600))).toEqual(refused('changed_meanwhile'))
	await changeSchedule(desk.deps, { shopId: shop.id, now, staffMemberId: id, week: week(540) })
	expect(await schedule(week(540), week(600))).toEqual(done)
	expect(await schedule(week(540), week(600))).toEqual(done)
})

test('a device reads the people, days off and hours of its own shop alone', async () => {
	const [own, other] = [await desk.newShop(), await desk.newShop()]
	await ofAda(other).off(tuesday, tuesday)
	const { secret } = await addKiosk({ url: 'http://localhost', database: desk.database() }, own.id, 'owner')
	const caller = { secretHash: hashSecretToken(secret), kind: 'kiosk' } as const
	const { discovery, availability } = desk.deps
	expect(await discovery.catalogue.ownStaff.one(caller, own.idOf('Ada'))).toMatchObject({
		firstName: 'Ada',
		serviceIds: [own.idOf('cut')],
		week: [1, 2, 3, 4, 5, 6, 7].map((dayOfWeek) => expect.objectContaining({ dayOfWeek })),
	})
	expect(await discovery.catalogue.ownStaff.one(caller, other.idOf('Ada'))).toBeNull()
	expect(await availability.roster.ownSchedule(caller, own.idOf('Ada'))).toHaveLength(7)
	expect(await availability.roster.ownSchedule(caller, other.idOf('Ada'))).toEqual([])
	expect(await availability.roster.ownDaysOff(caller, other.idOf('Ada'), monday)).toEqual([])
})

/** Of the shop that opens from one to the other on each of these days. */
const open = (shop: SmallShop, days: readonly number[], opensMinute = 540, closesMinute = 1080) =>
	changeHours(desk.deps, {
		...{ shopId: shop.id, now },
		week: days.map((dayOfWeek) => ({ dayOfWeek, opensMinute, closesMinute })),
	})

test('O5: who works whenever the shop is open works on a day that is opened later, and as long as it is then open', async () => {
	const shop = await desk.newShop()
	const ada = ofAda(shop)
	await changeSchedule(desk.deps, {
		...{ shopId: shop.id, now },
		staffMemberId: shop.idOf('Ada'),
		week: weekOfShop,
	})
	await open(shop, [1])
	expect([await ada.isFree(monday), await ada.isFree(tuesday)]).toEqual([true, false])
	await open(shop, [1, 2])
	expect(await ada.isFree(tuesday)).toBe(true)
	await open(shop, [1, 2], 660)
	expect(await ada.isFree(addDays(tuesday, 7))).toBe(false)
})
