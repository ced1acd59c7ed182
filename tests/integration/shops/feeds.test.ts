import { expect, test } from 'vitest'
import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { addFeed, endFeed, readFeed } from '#app/flows/shop/feeds.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { newGuest, ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import {
	type ReadComponent,
	readCalendarByLines,
	readCalendarByOctets,
} from '#tests/support/calendar-readers.ts'
import { lagos, type SmallShop, tuesday } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('feeds')
const callerOf = (shopId: string) => ({ secretHash: `key of ${shopId}`, kind: 'kiosk' }) as const

async function newShop() {
	const shop = await desk.newShop({
		staff: { Ada: {}, Bola: {} },
		services: { cut: {}, nails: { staff: ['Bola'] } },
	})
	await desk.change(
		`INSERT INTO access_keys (id, shop_id, kind, role, name, secret_hash, pin_hash, created_at) VALUES (?, ?, 'kiosk', 'owner', 'Owner', ?, 'x', 0)`,
		`key-${shop.id}`,
		shop.id,
		callerOf(shop.id).secretHash,
	)
	return shop
}

const byOf = (shop: SmallShop) => {
	const actId = newId()
	return {
		actId,
		keyId: `key-${shop.id}`,
		actOf: (act: { kind: 'feed_changed' | string; subjectId: string; summary: string }) =>
			desk.deps.shops.shopActs.insertAct({
				...(act as { kind: 'feed_changed'; subjectId: string; summary: string }),
				id: actId,
				requestId: actId,
				shopId: shop.id,
				keyId: `key-${shop.id}`,
				now: desk.clock.now,
			}),
	}
}

async function add(shop: SmallShop, { of, names = false }: { of?: string; names?: boolean } = {}) {
	const secret = newSecretToken()
	const by = byOf(shop)
	const made = await addFeed(desk.deps, {
		caller: callerOf(shop.id),
		shopId: shop.id,
		keyId: `key-${shop.id}`,
		staffMemberId: of ?? null,
		namesCustomers: names,
		secret,
		by,
		now: desk.clock.now,
	})
	return { made, secret, feedId: by.actId, read: () => fileOf(secret) }
}

const fileOf = (secret: string) =>
	readFeed(desk.deps, { secretHash: hashSecretToken(secret), host: 'wakati.example', now: desk.clock.now })

/** The events as both readers of calendar files have them. */
async function eventsOf(feed: {
	read: () => Promise<string | null>
}): Promise<ReadComponent['properties'][]> {
	const file = await feed.read()
	if (file === null) throw new Error('no feed')
	const calendar = readCalendarByLines(file)
	expect(readCalendarByOctets(file)).toEqual(calendar)
	return calendar.components.map(({ properties }) => properties)
}

/** Ada cuts at ten, then Bola does the nails. */
async function bookTwo(shop: SmallShop, startsAt = ten) {
	const contact = {
		firstName: 'Amaka',
		lastName: 'Obi; the\nsecond',
		email: `a${newId()}@example.com`,
		phone: '+2348030000001',
	}
	const guest = await newGuest(desk.deps, desk.clock, contact).begin(shop.idOf('cut'), shop.idOf('ada'))
	await guest.addService(shop.idOf('nails'))
	await guest.chooseStaff('any', 1)
	await guest.hold(startsAt)
	const booked = await guest.book()
	if (!booked.ok) throw new Error(String(booked.refusal))
	return booked.value.appointmentId
}

test('A feed of the shop has each visit whole, one of a person that person’s part, and no name unless chosen', async () => {
	const shop = await newShop()
	const id = await bookTwo(shop)
	const [whole, named, bola] = [
		await add(shop),
		await add(shop, { names: true }),
		await add(shop, { of: shop.idOf('bola') }),
	]
	const visit = { UID: `visit-${id}@wakati.example`, SEQUENCE: '0', STATUS: 'CONFIRMED' }
	expect(await eventsOf(whole)).toEqual([
		expect.objectContaining({
			...visit,
			SUMMARY: 'cut, nails with Ada Obi, Bola Obi',
			DTSTART: '20261124T090000Z',
			DTEND: '20261124T110000Z',
		}),
	])
	expect(await whole.read()).not.toContain('Amaka')
	expect(await eventsOf(named)).toEqual([
		expect.objectContaining({ SUMMARY: 'Amaka Obi; the second: cut, nails with Ada Obi, Bola Obi' }),
	])
	for (const hidden of ['2348030000001', 'example.com', '500'])
		expect(await named.read()).not.toContain(`${hidden}\r`)
	expect(await named.read()).not.toMatch(/\+234|a\S+@example\.com/)
	expect(await eventsOf(bola)).toEqual([
		expect.objectContaining({
			...visit,
			SUMMARY: 'nails',
			DTSTART: '20261124T100000Z',
			DTEND: '20261124T110000Z',
		}),
	])
	expect(await bola.read()).toContain(`X-WR-CALNAME:Bola Obi\\, Shop ${shop.id}`)
	// As it was, to the letter, until something changes.
	desk.clock.now += 60_000
	expect(await whole.read()).toBe(await whole.read())
})

test('A visit keeps its id: moved it has a higher sequence, cancelled it is gone; blocked time is there without its reason', async () => {
	const shop = await newShop()
	const id = await bookTwo(shop)
	const [feed, ada] = [await add(shop), await add(shop, { of: shop.idOf('ada') })]
	const moved = await moveAppointment(desk.deps, {
		by: { kind: 'customer', appointmentId: id },
		startsAt: lagos(tuesday, '14:00'),
		now: desk.clock.now,
	})
	expect(moved).toMatchObject({ ok: true })
	expect(await eventsOf(feed)).toEqual([
		expect.objectContaining({
			UID: `visit-${id}@wakati.example`,
			SEQUENCE: '1',
			DTSTART: '20261124T130000Z',
		}),
	])
	for (const staff of ['ada', 'bola'])
		await desk.change(
			`INSERT INTO blocked_times (id, shop_id, staff_member_id, starts_at, ends_at, reason, created_at) VALUES (?, ?, ?, ?, ?, 'Dentist', 0)`,
			`${shop.id}-${staff}-block`,
			shop.id,
			shop.idOf(staff),
			String(ten),
			String(ten + 3_600_000),
		)
	await cancelAppointment(
		{ ...desk.deps, log: () => {} },
		{ by: { kind: 'customer', appointmentId: id }, now: desk.clock.now },
	)
	expect((await eventsOf(feed)).map(({ SUMMARY }) => SUMMARY).sort()).toEqual([
		'Blocked: Ada Obi',
		'Blocked: Bola Obi',
	])
	expect((await eventsOf(ada)).map(({ SUMMARY }) => SUMMARY)).toEqual(['Blocked'])
	expect(await feed.read()).not.toContain('Dentist')
	// Before 90 days ahead, and until 30 days afterwards.
	desk.clock.now = ten - 90 * DAY_MS
	expect(await eventsOf(feed)).toEqual([])
	desk.clock.now = ten + 30 * DAY_MS - 1
	expect(await eventsOf(feed)).toHaveLength(2)
	desk.clock.now = ten + 30 * DAY_MS
	expect(await eventsOf(feed)).toEqual([])
})

test('A feed ends with the next read: when it is ended, when its person leaves, and when its device’s key ends', async () => {
	const shop = await newShop()
	await bookTwo(shop)
	const [ended, ofBola, ofKey] = [
		await add(shop),
		await add(shop, { of: shop.idOf('bola') }),
		await add(shop),
	]
	const other = await newShop()
	const end = (by: SmallShop) =>
		endFeed(desk.deps, {
			caller: callerOf(by.id),
			shopId: by.id,
			feedId: ended.feedId,
			by: byOf(by),
			now: desk.clock.now,
		})
	expect(await end(other)).toEqual({ ok: false, refusal: 'feed_not_found' })
	expect(await ended.read()).not.toBeNull()
	expect(await end(shop)).toMatchObject({ ok: true })
	expect(await ended.read()).toBeNull()
	expect(await end(shop)).toEqual({ ok: false, refusal: 'feed_not_found' })

	await desk.change('UPDATE staff_members SET is_active = 0 WHERE id = ?', shop.idOf('bola'))
	expect(await ofBola.read()).toBeNull()
	expect(await ofKey.read()).not.toBeNull()
	const listed = await desk.deps.shops.calendarFeeds.feedsOfCaller(callerOf(shop.id))
	expect(listed.map(({ personName, works }) => [personName, works])).toEqual(
		expect.arrayContaining([
			[null, true],
			['Bola Obi', false],
		]),
	)
	await desk.deps.writeBatch([desk.deps.shops.accessKeys.endKey(`key-${shop.id}`, 'revoked', desk.clock.now)])
	expect(await ofKey.read()).toBeNull()
	expect(await fileOf(newSecretToken())).toBeNull()
	// What was ended is deleted after its term.
	const left = () => desk.count('SELECT count(*) AS n FROM calendar_feeds WHERE shop_id = ?', shop.id)
	await desk.deps.writeBatch([desk.deps.shops.calendarFeeds.purgeEndedBefore(desk.clock.now - 1)])
	expect(await left()).toBe(3)
	await desk.deps.writeBatch([desk.deps.shops.calendarFeeds.purgeEndedBefore(desk.clock.now)])
	expect(await left()).toBe(2)
})

test('A feed is of people of the shop alone, even where one leaves meanwhile, and a shop has fifty', async () => {
	const [shop, other] = [await newShop(), await newShop()]
	const gone = { ok: false, refusal: 'feed_person_gone' }
	expect((await add(shop, { of: other.idOf('ada') })).made).toEqual(gone)
	const { calendarFeeds } = desk.deps.shops
	desk.deps = {
		...desk.deps,
		shops: {
			...desk.deps.shops,
			calendarFeeds: {
				...calendarFeeds,
				async peopleOfCaller(caller: Parameters<typeof calendarFeeds.peopleOfCaller>[0]) {
					const people = await calendarFeeds.peopleOfCaller(caller)
					await desk.change('UPDATE staff_members SET is_active = 0 WHERE id = ?', shop.idOf('ada'))
					return people
				},
			},
		},
	}
	expect((await add(shop, { of: shop.idOf('ada') })).made).toEqual(gone)
	await desk.change(
		`INSERT INTO calendar_feeds (id, shop_id, key_id, secret_hash, created_at) SELECT ?1 || value, ?1, 'key-' || ?1, ?1 || value, 0 FROM generate_series(1, 49)`,
		shop.id,
	)
	expect((await add(shop)).made).toMatchObject({ ok: true })
	expect((await add(shop)).made).toEqual({ ok: false, refusal: 'too_many_feeds' })
	expect(
		await desk.count(
			`SELECT count(*) AS n FROM shop_acts WHERE shop_id = ? AND kind = 'feed_changed'`,
			shop.id,
		),
	).toBe(1)
})
