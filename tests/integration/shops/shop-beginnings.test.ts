import { beforeAll, describe, expect, test } from 'vitest'
import { readDiscoverQuery } from '#app/domain/discovery/discover-query.server.ts'
import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { listBusinesses } from '#app/flows/discovery/list-businesses.server.ts'
import { readBusiness } from '#app/flows/discovery/read-business.server.ts'
import { refreshDueOpenings } from '#app/flows/discovery/refresh-openings.server.ts'
import {
	changeService,
	changeStaff,
	createService,
	createStaff,
} from '#app/flows/shop/change-catalogue.server.ts'
import { changeHours, changeSchedule } from '#app/flows/shop/change-hours.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { untilDone } from '#app/kernel/instant.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addSmallShop, mondayMorningAt as now } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
const deps = () => bookingDeps(database().url)
const everyDay = [1, 2, 3, 4, 5, 6, 7]
beforeAll(() => addSmallShop(database().client, 'there'))

type Place = { latitude: number; longitude: number; isPlaceKnown: boolean; area?: string }
const middle = { latitude: 6.52, longitude: 3.38, isPlaceKnown: false }

let shopsSoFar = 100

/** A shop that begins, and a key of its owner. */
async function newShop(place: Place = middle) {
	const [id, secretHash] = [newId(), hashSecretToken(newSecretToken())]
	const caller = { secretHash, kind: 'kiosk' } as const
	const { discovery, shops, writeBatch } = deps()
	await writeBatch([
		...discovery.beginnings.insertBeginningShop({
			...{
				id,
				externalId: id,
				slug: id.toLowerCase(),
				name: `Begins ${++shopsSoFar} times`,
				type: 'salon',
				description: '',
			},
			...{
				phone: '+2348031234567',
				email: 'owner@example.com',
				address: '1 Road',
				area: 'Yaba',
				city: 'Lagos',
			},
			...{ ...place, now },
		}),
		shops.accessKeys.insertKey({
			...caller,
			role: 'owner',
			id: newId(),
			shopId: id,
			name: 'Owner',
			pinHash: 'p',
			now,
		}),
	])
	const asked = { shopId: id, now }
	const [serviceId, staffId] = [newId(), newId()]
	const service = { name: 'Cut', categoryId: 'nails', durationMinutes: 60, priceKobo: 500_000 }
	const day = { startMinute: 540, endMinute: 1080, breakStartMinute: null, breakEndMinute: null }
	/** What an owner does, one after the other. */
	const steps = {
		service: () => createService(deps(), { ...asked, id: serviceId, fields: service }),
		person: () =>
			createStaff(deps(), {
				...{ ...asked, id: staffId, fields: { firstName: 'Ada', lastName: 'Obi' } },
				serviceIds: [serviceId],
			}),
		schedule: (
			dayOfWeek = 1,
			hours: Partial<typeof day> | { breakStartMinute: number; breakEndMinute: number } = {},
		) =>
			changeSchedule(deps(), {
				...{ ...asked, staffMemberId: staffId },
				week: [{ ...day, ...hours, dayOfWeek }],
			}),
		hours: (dayOfWeeks = everyDay) =>
			changeHours(deps(), {
				...asked,
				week: dayOfWeeks.map((dayOfWeek) => ({ dayOfWeek, opensMinute: 540, closesMinute: 1080 })),
			}),
	}
	const isListed = async () => (await database().count('SELECT is_listed FROM shops WHERE id = ?', id)) === 1
	const beginning = () => deps().discovery.beginnings.beginningOf(caller)
	return { id, asked, serviceId, staffId, steps, isListed, beginning }
}

/** The card of a shop on Discover, found by its number; null for none. */
async function cardOf(shopId: string, near = '') {
	const { discovery } = deps()
	const [found] = await database().rows('SELECT name FROM shops WHERE id = ?', shopId)
	const query = readDiscoverQuery(new URLSearchParams({ q: String(found?.name), near }))
	const { cards } = await listBusinesses({ discovery, now }, query)
	return cards.find(({ id }) => id === shopId) ?? null
}
const siteMap = () => deps().discovery.publicAddresses.shopIdsOfPart(1)

describe('A shop that begins', () => {
	test('is on no list, page or map before it could be booked, and on all of them with the change after which it is', async () => {
		const shop = await newShop()
		const seen = async () => ({
			isListed: await shop.isListed(),
			isOnMap: (await siteMap()).includes(shop.id),
			isOnList: (await cardOf(shop.id)) !== null,
			hasPage: (await readBusiness({ ...deps(), now }, shop.id)) !== null,
		})
		const hidden = { isListed: false, isOnMap: false, isOnList: false, hasPage: false }
		const isDone = { 'payout-account': false, deposit: false, photos: false, desk: false }
		const nothing = { begins: true, isListed: false, isBookable: false, isDone, putAway: [] }
		expect(await shop.beginning()).toEqual({
			...nothing,
			hasService: false,
			hasPerson: false,
			hasHours: false,
		})
		for (const [step, done] of [
			['hours', { hasService: false, hasPerson: false, hasHours: true }],
			['service', { hasService: true, hasPerson: false, hasHours: true }],
			['person', { hasService: true, hasPerson: false, hasHours: true }],
		] as const) {
			expect(await shop.steps[step]()).toMatchObject({ ok: true })
			expect(await seen()).toEqual(hidden)
			expect(await shop.beginning()).toEqual({ ...nothing, ...done })
		}
		expect(await shop.steps.schedule()).toMatchObject({ ok: true })
		expect(await seen()).toEqual({ isListed: true, isOnMap: true, isOnList: true, hasPage: true })
		expect(await shop.beginning()).toMatchObject({ begins: false, isListed: true, isBookable: true })
		await refreshDueOpenings(deps(), () => now, untilDone)
		expect((await cardOf(shop.id))?.earliest).toContain('9:00 AM')

		// Once listed it stays where its customers find it.
		await changeService(deps(), { ...shop.asked, id: shop.serviceId, fields: { isEnabled: false } })
		expect([await shop.isListed(), (await shop.beginning()).isBookable]).toEqual([true, false])
	})

	test.each([
		['works on days on which it is closed', 2, {}, false],
		['works too short for the service', 1, { startMinute: 1030 }, false],
		[
			'has a break that leaves no room',
			1,
			{ startMinute: 960, breakStartMinute: 1000, breakEndMinute: 1050 },
			false,
		],
		['begins after a break', 1, { startMinute: 960, breakStartMinute: 960, breakEndMinute: 1010 }, true],
		['works just long enough', 1, { startMinute: 1020 }, true],
	])('whose person %s', async (_, dayOfWeek, hours, isListed) => {
		const shop = await newShop()
		await shop.steps.service()
		await shop.steps.person()
		await shop.steps.hours([1])
		expect(await shop.steps.schedule(dayOfWeek, hours)).toMatchObject({ ok: true })
		expect(await shop.isListed()).toBe(isListed)
	})

	test('with a person who leaves, does something else, or a service that is off, waits on', async () => {
		const shop = await newShop()
		await shop.steps.service()
		await shop.steps.person()
		await changeStaff(deps(), { ...shop.asked, id: shop.staffId, fields: { isActive: false } })
		await shop.steps.schedule()
		await shop.steps.hours()
		expect(await shop.isListed()).toBe(false)
		await changeStaff(deps(), { ...shop.asked, id: shop.staffId, fields: { isActive: true }, serviceIds: [] })
		expect(await shop.isListed()).toBe(false)
		await changeService(deps(), { ...shop.asked, id: shop.serviceId, fields: { isEnabled: false } })
		const does = { ...shop.asked, id: shop.staffId, fields: {}, serviceIds: [shop.serviceId] }
		await changeStaff(deps(), does)
		expect(await shop.isListed()).toBe(false)
		await changeService(deps(), { ...shop.asked, id: shop.serviceId, fields: { isEnabled: true } })
		expect(await shop.isListed()).toBe(true)
	})

	test('whose last two things are added at once by two devices, twenty times, is listed each time', async () => {
		for (let time = 0; time < 20; time++) {
			const shop = await newShop()
			await shop.steps.service()
			await shop.steps.person()
			await Promise.all([shop.steps.schedule(), shop.steps.hours()])
			expect(await shop.isListed()).toBe(true)
		}
	})

	test('changes no shop that its operator has taken off the lists', async () => {
		await database().change(`UPDATE shops SET is_listed = 0 WHERE id = 'there'`)
		await changeService(deps(), { shopId: 'there', now, id: 'there-cut', fields: { durationMinutes: 30 } })
		expect(await database().count(`SELECT is_listed FROM shops WHERE id = 'there'`)).toBe(0)
		await database().change(`UPDATE shops SET is_listed = 1 WHERE id = 'there'`)
	})
})

test('D64: of a shop whose place is not known no distance is said, and it moves no area', async () => {
	const [guessed, known] = [await newShop(), await newShop({ ...middle, latitude: 6.51, isPlaceKnown: true })]
	for (const { steps } of [guessed, known]) {
		await steps.service()
		await steps.person()
		await steps.schedule()
		await steps.hours()
	}
	expect((await cardOf(guessed.id, 'Lagos'))?.place).toBe('Yaba')
	expect((await cardOf(known.id, 'Lagos'))?.place).toMatch(/^Yaba · .* km$/)
	const [guess, there] = await Promise.all(
		[guessed, known].map(({ id }) => readBusiness({ ...deps(), now }, id)),
	)
	expect(decodeURIComponent(guess?.business.directions ?? '')).toContain('1 Road, Lagos')
	expect(there?.business.directions).toContain('6.51')
	expect(guess?.facts).toMatchObject({ latitude: 0, longitude: 0 })
	const places = await database().rows(
		`SELECT place_key FROM shop_places WHERE shop_id = ? ORDER BY place_key`,
		guessed.id,
	)
	expect(places).toEqual([{ place_key: 'lagos' }])
})
