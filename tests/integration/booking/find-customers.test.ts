import { describe, expect, test } from 'vitest'
import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { eraseGuest } from '#app/flows/account/erase-customer.server.ts'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { findCustomers } from '#app/flows/booking/find-customers.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { newContact, refused, ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('find')
const later = ten + 10 * DAY_MS

async function newShop() {
	const shop = await desk.newShop({ hours: [0, 1440], staff: { Ada: { hours: [0, 1440] } } })
	const caller = { secretHash: hashSecretToken(newSecretToken()), kind: 'kiosk' } as const
	const id = newId()
	await desk.deps.writeBatch([
		desk.deps.shops.accessKeys.insertKey({
			...caller,
			role: 'desk',
			id,
			shopId: shop.id,
			name: 'Front desk',
			pinHash: 'x',
			now: ten,
		}),
	])
	const find = (typed: string, { before = null as ListPlace | null, limit = 10, now = later } = {}) =>
		findCustomers(desk.deps, { caller, typed, before, limit, now })
	const namesFound = async (typed: string) => {
		const found = await find(typed)
		if (!found.ok) throw new Error(found.refusal)
		return found.value.customers.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
	}
	return { shop, caller, keyId: id, find, namesFound }
}

type Person = {
	firstName: string
	lastName?: string
	email?: string | null
	phone?: string | null
	userId?: string | null
}

let minutes = 0

/** A visit that began at a time of its own; gives its number. */
async function visit(shop: SmallShop, person: Person, startsAt: Instant = ten + ++minutes * 2 * HOUR_MS) {
	const { firstName, lastName = '', email = null, phone = null, userId = null } = person
	const booked = await bookWalkIn(desk.deps, {
		shopId: shop.id,
		serviceIds: [shop.idOf('cut')],
		staffMemberId: shop.idOf('Ada'),
		startsAt,
		customer: { firstName, lastName, email, phone, userId },
		draftId: newId(),
		now: startsAt,
	})
	if (!booked.ok) throw new Error(booked.refusal)
	return booked.value.referenceNumber
}

describe('D65: a shop finds its customers', () => {
	test.each(['ola', 'OLA', 'Ọlá', 'olawale', 'rahman', 'abdul rah', 'rahman ola', 'neil', 'o’neil', "o'ne"])(
		'by words of a name: %j',
		async (typed) => {
			const { shop, namesFound } = await newShop()
			await visit(shop, { firstName: 'Ọláwálé Abdul-Rahman', lastName: 'O’Neil' })
			await visit(shop, { firstName: 'Tunde', lastName: 'Bello' })
			expect(await namesFound(typed)).toEqual(['Ọláwálé Abdul-Rahman O’Neil'])
		},
	)

	test.each(['wale', 'bello ola', 'nobody', 'former customer', 'xola'])('and not by %j', async (typed) => {
		const { shop, namesFound } = await newShop()
		await visit(shop, { firstName: 'Ọláwálé', lastName: 'O’Neil' })
		await visit(shop, { firstName: 'Tunde', lastName: 'Bello' })
		expect(await namesFound(typed)).toEqual([])
	})

	test.each([
		'0803 555 1234',
		'+2348035551234',
		'8035551234',
		'5551234',
		'035551234',
		'0803555',
		'803 555 12',
	])('by seven digits of a phone or more: %j', async (typed) => {
		const { shop, namesFound } = await newShop()
		await visit(shop, { firstName: 'Amaka', phone: '+2348035551234' })
		await visit(shop, { firstName: 'Other', phone: '+2348135551239' })
		expect(await namesFound(typed)).toEqual(['Amaka '])
	})

	test.each(['0703 555 1234', '555 1235', '355 5123'])('and not by %j', async (typed) => {
		const { shop, namesFound } = await newShop()
		await visit(shop, { firstName: 'Amaka', phone: '+2348035551234' })
		expect(await namesFound(typed)).toEqual([])
	})

	test('by the number of a visit, which stands first, however old', async () => {
		const { shop, find } = await newShop()
		const oldest = await visit(shop, { firstName: 'Amaka', email: 'amaka@example.com' }, ten + 60 * DAY_MS)
		for (let day = 61; day < 68; day++)
			await visit(shop, { firstName: 'Amaka', email: 'amaka@example.com' }, ten + day * DAY_MS)
		const found = await find(oldest.toLowerCase().replace('-', ' '))
		if (!found.ok) throw new Error(found.refusal)
		const [customer] = found.value.customers
		expect(customer).toMatchObject({ appointmentCount: 8, lastStartsAt: ten + 67 * DAY_MS })
		expect(customer?.appointments).toHaveLength(5)
		expect(customer?.appointments.map(({ startsAt }) => (startsAt - ten) / DAY_MS)).toEqual([
			60, 67, 66, 65, 64,
		])
		expect(customer?.appointments[0]).toMatchObject({
			referenceNumber: oldest,
			serviceNames: 'cut',
			staffNames: 'Ada Obi',
			status: 'CONFIRMED',
		})
	})

	test('by a name and phone of any of their bookings, and names them as the latest does', async () => {
		const { shop, find } = await newShop()
		const email = 'family@example.com'
		await visit(shop, { firstName: 'Ngozi', lastName: 'Eze', email, phone: '+2348030000001' })
		await visit(shop, { firstName: 'Chidi', lastName: 'Eze', email, phone: '+2348030000002' })
		for (const typed of ['ngozi', 'chidi', '08030000001', '0000002']) {
			const found = await find(typed)
			expect(found.ok && found.value.customers).toMatchObject([
				{ firstName: 'Chidi', phone: '+2348030000002', email, userId: null, appointmentCount: 2 },
			])
		}
	})

	test('with an account too, and says so', async () => {
		const { shop, find } = await newShop()
		const { userId } = await addSignedInPerson(desk.database(), { at: ten })
		const reference = await visit(shop, { firstName: 'Amaka', userId })
		const found = await find(reference)
		expect(found.ok && found.value.customers).toMatchObject([{ userId }])
	})

	test('and none of another shop, nor one without a visit', async () => {
		const { shop, namesFound } = await newShop()
		const other = await newShop()
		const reference = await visit(other.shop, { firstName: 'Amaka', phone: '+2348035551234' })
		for (const typed of ['amaka', '5551234', reference]) expect(await namesFound(typed)).toEqual([])
		expect(await other.namesFound('amaka')).toEqual(['Amaka '])
		await desk
			.atCheckout(shop.idOf('cut'), 'any', { ...newContact(), firstName: 'Waiting' })
			.then((guest) => guest.save())
		expect(await namesFound('waiting')).toEqual([])
	})

	test('the latest first, page by page', async () => {
		const { shop, find } = await newShop()
		for (const day of [3, 1, 2, 5, 4])
			await visit(shop, { firstName: `Ada${day}`, phone: `+23480300000${day}0` }, ten + (100 + day) * DAY_MS)
		const seen: string[] = []
		let before: ListPlace | null = null
		do {
			const page = await find('ada', { before, limit: 2 })
			if (!page.ok) throw new Error(page.refusal)
			seen.push(...page.value.customers.map(({ firstName }) => firstName))
			before = page.value.next
		} while (before)
		expect(seen).toEqual(['Ada5', 'Ada4', 'Ada3', 'Ada2', 'Ada1'])
	})
})

test('D65: each search is counted for its key, and what looks for nothing is not', async () => {
	const { find, caller } = await newShop()
	const other = await newShop()
	expect(await find('a')).toEqual(refused('search_short_name'))
	const all = await Promise.all(Array.from({ length: 64 }, () => find('amaka')))
	expect(all.filter(({ ok }) => ok)).toHaveLength(60)
	expect(all.find(({ ok }) => !ok)).toEqual(refused('search_rate_limited'))
	expect(
		await desk.count(
			'SELECT attempts FROM rate_limits WHERE kind = ? AND subject = ?',
			'customer-search',
			caller.secretHash,
		),
	).toBe(60)
	expect((await other.find('amaka')).ok).toBe(true)
	expect((await find('amaka', { now: later + MINUTE_MS })).ok).toBe(true)
})

test('a key that has ended finds nothing and counts nothing', async () => {
	const { shop, find, keyId, caller } = await newShop()
	await visit(shop, { firstName: 'Amaka' })
	await desk.change(`UPDATE access_keys SET ended_at = ?, ending = 'revoked' WHERE id = ?`, ten, keyId)
	expect(await find('amaka')).toEqual({ ok: true, value: { key: null, customers: [], next: null } })
	expect(await desk.count('SELECT count(*) FROM rate_limits WHERE subject = ?', caller.secretHash)).toBe(0)
})

test('S32: an erased guest is found no more, and stands in no index', async () => {
	const { shop, namesFound } = await newShop()
	const email = 'leaving@example.com'
	const reference = await visit(shop, { firstName: 'Zebulonia', phone: '+2348037654321', email })
	await desk.change(
		`UPDATE appointments SET status = 'COMPLETED', completed_at = starts_at WHERE reference_number = ?`,
		reference,
	)
	await desk.change('UPDATE checkouts SET created_by_user_id = NULL WHERE email = ?', email)
	const word = Buffer.from('zebulonia').toString('hex').toUpperCase()
	const isIndexed = async () =>
		(await desk.rows('SELECT hex(block) AS block FROM customer_search_data')).some(({ block }) =>
			String(block).includes(word),
		)
	expect([await namesFound('zebulonia'), await isIndexed()]).toEqual([['Zebulonia '], true])
	await eraseGuest(desk.deps, { contact: { email }, now: later })
	for (const typed of ['zebulonia', '7654321', 'former']) expect(await namesFound(typed)).toEqual([])
	expect(await isIndexed()).toBe(false)
})
