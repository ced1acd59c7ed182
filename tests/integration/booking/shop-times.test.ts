import { expect, test } from 'vitest'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { readShopTimes, type ShopTimesInput } from '#app/flows/booking/read-shop-times.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { newContact, refused, ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { lagos, monday, type SmallShop, type SmallShopPlan, tuesday } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('shop-times')
const plan: SmallShopPlan = {
	noticeMinutes: 240,
	horizonDays: 3,
	staff: { Ada: {}, Bola: {}, Chi: {}, Dayo: {} },
	services: { cut: { staff: ['Ada', 'Bola', 'Dayo'] }, wash: { minutes: 30, staff: ['Ada', 'Bola'] } },
	addOns: { oil: { minutes: 30, priceKobo: 50_000 } },
}

const freeTimes = (shop: SmallShop, change: Partial<ShopTimesInput> = {}) =>
	readShopTimes(desk.deps, {
		shopId: shop.id,
		timeZone: 'Africa/Lagos',
		serviceIds: [shop.idOf('cut')],
		addOnIds: [],
		staffMemberId: null,
		date: tuesday,
		now: desk.clock.now,
		...change,
	})

async function startsOf(shop: SmallShop, change: Partial<ShopTimesInput> = {}) {
	const free = await freeTimes(shop, change)
	if (!free.ok) throw new Error(free.refusal)
	return free.value.startsAt
}

let bookings = 0
const book = (shop: SmallShop, startsAt: number, staffMemberId: string | null = null) =>
	bookWalkIn(desk.deps, {
		shopId: shop.id,
		serviceIds: [shop.idOf('cut')],
		staffMemberId,
		startsAt,
		customer: { ...newContact(), userId: null },
		draftId: `shop-times-${++bookings}`,
		now: desk.clock.now,
	})

test('a day’s free times are those that the shop can book, and no others', async () => {
	const shop = await desk.newShop(plan)
	const ada = { staffMemberId: shop.idOf('Ada') }
	await book(shop, ten, ada.staffMemberId)
	const ofAda = await startsOf(shop, ada)
	expect([ofAda[0], ofAda.at(-1)]).toEqual([lagos(tuesday, '09:00'), lagos(tuesday, '17:00')])
	const around = [ten - 30 * MINUTE_MS, ten, ten + 30 * MINUTE_MS]
	expect(ofAda.filter((at) => around.includes(at))).toEqual([])
	expect(await startsOf(shop)).toEqual(expect.arrayContaining(around))
	for (const startsAt of ofAda.filter((_, index) => index % 2 === 0))
		await book(shop, startsAt, ada.staffMemberId)
	const left = await startsOf(shop, ada)
	for (const startsAt of left)
		expect(await book(shop, startsAt, ada.staffMemberId)).toMatchObject({ ok: true })
	expect(await startsOf(shop, ada)).toEqual([])
})

test('add-ons and further services need their time too', async () => {
	const shop = await desk.newShop(plan)
	const several = { serviceIds: [shop.idOf('cut'), shop.idOf('wash')], addOnIds: [shop.idOf('oil')] }
	expect(await freeTimes(shop, several)).toMatchObject({ ok: true, value: { durationMinutes: 120 } })
	expect((await startsOf(shop, several)).at(-1)).toBe(lagos(tuesday, '16:00'))
	const some = { ...several, staffMemberId: shop.idOf('Dayo') }
	expect(await freeTimes(shop, some)).toEqual(refused('staff_not_available'))
})

test('notice and horizon do not count, what is past does', async () => {
	const shop = await desk.newShop(plan)
	expect((await startsOf(shop, { date: monday }))[0]).toBe(lagos(monday, '09:00'))
	const atNoon = { date: monday, now: lagos(monday, '12:10') }
	expect((await startsOf(shop, atNoon))[0]).toBe(lagos(monday, '12:30'))
	expect(await startsOf(shop, { date: '2026-11-22' })).toEqual([])
	expect((await startsOf(shop, { date: '2027-06-01' })).length).toBe(17)
})

test('what the shop’s booking refuses is refused here, and nothing of another shop’s is told', async () => {
	const [shop, other] = [await desk.newShop(plan), await desk.newShop(plan)]
	for (const serviceIds of [[other.idOf('cut')], ['none']])
		expect(await freeTimes(shop, { serviceIds })).toEqual(refused('service_not_offered'))
	expect(await freeTimes(shop, { addOnIds: [other.idOf('oil')] })).toEqual(refused('add_on_not_offered'))
	for (const staffMemberId of [other.idOf('Ada'), shop.idOf('Chi'), 'none'])
		expect(await freeTimes(shop, { staffMemberId })).toEqual(refused('staff_not_available'))
})

test('a service or an add-on that is listed twice is refused by its own words, not as one that is no longer offered', async () => {
	const shop = await desk.newShop(plan)
	const cut = shop.idOf('cut')
	const oil = shop.idOf('oil')
	expect(await freeTimes(shop, { serviceIds: [cut, cut] })).toEqual(refused('listed_twice'))
	expect(await freeTimes(shop, { addOnIds: [oil, oil] })).toEqual(refused('listed_twice'))
	const walkIn = (ids: { serviceIds: string[]; addOnIds?: string[] }) =>
		bookWalkIn(desk.deps, {
			shopId: shop.id,
			staffMemberId: null,
			startsAt: ten,
			customer: { ...newContact(), userId: null },
			draftId: `shop-times-${++bookings}`,
			now: desk.clock.now,
			...ids,
		})
	expect(await walkIn({ serviceIds: [cut, cut] })).toMatchObject({ ok: false, refusal: 'listed_twice' })
	expect(await walkIn({ serviceIds: [cut], addOnIds: [oil, oil] })).toMatchObject({
		ok: false,
		refusal: 'listed_twice',
	})
})
