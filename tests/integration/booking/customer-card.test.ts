import { describe, expect, test } from 'vitest'
import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { eraseCustomer, eraseGuest } from '#app/flows/account/erase-customer.server.ts'
import { exportCustomerData } from '#app/flows/account/export-customer-data.server.ts'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { claimByLink } from '#app/flows/booking/claim-appointment.server.ts'
import { readCustomerCard, writeCustomerNote } from '#app/flows/booking/customer-card.server.ts'
import { findCustomers } from '#app/flows/booking/find-customers.server.ts'
import { purgeExpired } from '#app/flows/jobs/purge-expired.server.ts'
import { erasures } from '#app/flows/lists/erasure.server.ts'
import { exportSections } from '#app/flows/lists/export.server.ts'
import { purges } from '#app/flows/lists/purges.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { newContact, refused, ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('card')
const later = ten + 10 * DAY_MS

async function newShop(role: 'desk' | 'owner' = 'desk') {
	const shop = await desk.newShop({ hours: [0, 1440], staff: { Ada: { hours: [0, 1440] } } })
	const key = { secretHash: hashSecretToken(newSecretToken()), kind: 'kiosk' } as const
	const keyId = newId()
	await desk.deps.writeBatch([
		desk.deps.shops.accessKeys.insertKey({
			...key,
			...{ role, id: keyId, shopId: shop.id, name: 'Front desk', pinHash: 'x', now: ten },
		}),
	])
	const caller = { ...key, sessionHash: null as string | null }
	const read = (
		referenceNumber: string,
		{ before = null as ListPlace | null, limit = 10, now = later, sessionHash = null as string | null } = {},
	) =>
		readCustomerCard(desk.deps, { caller: { ...caller, sessionHash }, referenceNumber, before, limit, now })
	const card = async (referenceNumber: string) => {
		const found = await read(referenceNumber)
		if (!found.ok) throw new Error(found.refusal)
		return found.value
	}
	const write = async (referenceNumber: string, note: string | null, seen?: string | null) => {
		const { customer } = await card(referenceNumber)
		const alongside = desk.deps.shops.shopActs.insertAct({
			...{ id: newId(), requestId: newId(), shopId: shop.id, keyId, kind: 'customer_note_changed' },
			...{ subjectId: customer.clientId, summary: referenceNumber, now: later },
		})
		return writeCustomerNote(desk.deps, {
			...{ shopId: shop.id, clientId: customer.clientId, note, alongside },
			seen: seen === undefined ? customer.note : seen,
		})
	}
	const noteOf = async (referenceNumber: string) => (await card(referenceNumber)).customer.note
	return { shop, caller, keyId, read, card, write, noteOf }
}

type Visitor = { firstName?: string; email?: string | null; phone?: string | null; userId?: string | null }

let visits = 0

/** A visit that began at a time of its own; gives its number. */
async function visit(shop: SmallShop, visitor: Visitor, startsAt: Instant = ten + ++visits * HOUR_MS) {
	const { firstName = 'Amaka', email = null, phone = null, userId = null } = visitor
	const booked = await bookWalkIn(desk.deps, {
		...{ shopId: shop.id, serviceIds: [shop.idOf('cut')], staffMemberId: shop.idOf('Ada'), startsAt },
		customer: { firstName, lastName: 'Obi', email, phone, userId },
		...{ draftId: newId(), now: startsAt },
	})
	if (!booked.ok) throw new Error(booked.refusal)
	return booked.value.referenceNumber
}

const member = (isVerified = true) => addSignedInPerson(desk.database(), { at: ten, isVerified })

const end = (reference: string) =>
	desk.change(
		`UPDATE appointments SET status = 'COMPLETED', completed_at = starts_at WHERE reference_number = ?`,
		reference,
	)

/** Every table that holds these words. */
async function tablesWith(words: string) {
	const tables = await desk.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
	const found: string[] = []
	for (const { name } of tables) {
		if (/^(sqlite_|libsql_|__|program_|shop_search|customer_search)/.test(String(name))) continue
		const rows = await desk.rows(`SELECT * FROM "${name}"`)
		if (rows.some((row) => JSON.stringify(row).includes(words))) found.push(String(name))
	}
	return found
}

describe('A customer’s card', () => {
	test.each(['desk', 'owner'] as const)(
		'shows a %s who comes, and what became of the visits',
		async (role) => {
			const { shop, card } = await newShop(role)
			const email = newContact().email
			const statuses = ['COMPLETED', 'COMPLETED', 'NO_SHOW', 'CANCELLED']
			const references: string[] = []
			for (const [day, status] of statuses.entries()) {
				const reference = await visit(shop, { email, phone: '+2348035551234' }, ten + day * DAY_MS)
				references.push(reference)
				await desk.change(
					`UPDATE appointments SET status = ?1, cancelled_at = CASE WHEN ?1 = 'CANCELLED' THEN 1 END,
					completed_at = CASE WHEN ?1 = 'COMPLETED' THEN 1 END WHERE reference_number = ?2`,
					status,
					reference,
				)
			}
			const ahead = await visit(
				shop,
				{ email, firstName: 'Amaka Rose', phone: '+2348035550000' },
				later + DAY_MS,
			)
			for (const reference of [...references, ahead])
				expect((await card(reference)).customer).toMatchObject({
					...{ firstName: 'Amaka Rose', email, phone: '+2348035550000', userId: null, note: null },
					appointments: { all: 5, completed: 2, missed: 1, cancelled: 1, ahead: 1 },
				})
			expect((await card(ahead)).appointments.map(({ referenceNumber }) => referenceNumber)).toEqual(
				[...references, ahead].reverse(),
			)
		},
	)

	test('has the visits page by page', async () => {
		const { shop, read } = await newShop()
		const email = newContact().email
		const references: string[] = []
		for (let day = 0; day < 5; day++) references.push(await visit(shop, { email }, ten + day * DAY_MS))
		const seen: string[] = []
		let before: ListPlace | null = null
		do {
			const page = await read(references[0] ?? '', { before, limit: 2 })
			if (!page.ok) throw new Error(page.refusal)
			seen.push(...page.value.appointments.map(({ referenceNumber }) => referenceNumber))
			before = page.value.next
		} while (before)
		expect(seen).toEqual(references.reverse())
		// The last page has no next one, however full it is.
		expect(await read(references[0] ?? '', { limit: 5 })).toMatchObject({ ok: true, value: { next: null } })
	})

	test('is not for the device of one member of staff', async () => {
		const { shop, read, keyId } = await newShop()
		const reference = await visit(shop, newContact())
		expect((await read(reference)).ok).toBe(true)
		await desk.change(
			`UPDATE access_keys SET role = 'person', staff_member_id = ? WHERE id = ?`,
			shop.idOf('Ada'),
			keyId,
		)
		expect(await read(reference)).toEqual(refused('not_for_role'))
	})

	test('D35: is one for all client rows of an account at the shop, and for none of another shop’s', async () => {
		const { shop, card, write, noteOf } = await newShop()
		const other = await newShop()
		const { userId } = await member()
		const first = await visit(shop, { userId })
		const second = await visit(shop, newContact())
		await desk.change(
			'UPDATE clients SET user_id = ? WHERE id = (SELECT client_id FROM appointments WHERE reference_number = ?)',
			userId,
			second,
		)
		const elsewhere = await visit(other.shop, { userId })
		expect((await card(first)).appointments.map(({ referenceNumber }) => referenceNumber)).toEqual([
			second,
			first,
		])
		expect((await card(second)).customer.appointments.all).toBe(2)
		expect(await write(second, 'Allergic to latex')).toEqual({ ok: true, value: null })
		expect([await noteOf(first), await noteOf(second)]).toEqual(['Allergic to latex', 'Allergic to latex'])
		expect(await other.noteOf(elsewhere)).toBeNull()
		expect((await other.card(elsewhere)).customer.appointments.all).toBe(1)
	})

	test('is not found by a number of another shop, nor with a key that has ended', async () => {
		const { shop, read, keyId } = await newShop()
		const other = await newShop()
		const foreign = await visit(other.shop, newContact())
		const own = await visit(shop, newContact())
		for (const reference of [foreign, 'XXX-XXXX', ''])
			expect(await read(reference)).toEqual(refused('customer_not_found'))
		await desk.change(`UPDATE access_keys SET ended_at = ?, ending = 'revoked' WHERE id = ?`, ten, keyId)
		expect(await read(own)).toEqual(refused('key_ended'))
	})

	test('says whether it is that of the account that is signed in on the device', async () => {
		const { shop, read } = await newShop()
		const { userId, actor } = await member()
		const own = await visit(shop, { userId })
		const other = await visit(shop, newContact())
		const isOwn = async (reference: string) => {
			const found = await read(reference, { sessionHash: actor.sessionHash, now: ten + HOUR_MS })
			return found.ok && found.value.customer.isOfSignedIn
		}
		expect([await isOwn(own), await isOwn(other)]).toEqual([true, false])
	})

	test('D65: each look is counted as a search is', async () => {
		const { shop, read, caller } = await newShop()
		const own = await visit(shop, newContact())
		await findCustomers(desk.deps, { caller, typed: 'amaka', before: null, limit: 5, now: later })
		const all = await Promise.all(Array.from({ length: 62 }, (_, i) => read(i % 2 ? own : 'XXX-XXXX')))
		expect(all.filter((one) => !one.ok && one.refusal === 'search_rate_limited')).toHaveLength(3)
	})
})

describe('The note of a shop about a customer', () => {
	test('is written, changed and taken away, each an act without its words', async () => {
		const { shop, write, noteOf } = await newShop()
		const reference = await visit(shop, newContact())
		expect(await write(reference, 'Ammonia burns her')).toEqual({ ok: true, value: null })
		expect(await noteOf(reference)).toBe('Ammonia burns her')
		expect(await tablesWith('Ammonia')).toEqual(['clients'])
		expect(await write(reference, 'Formula 6N')).toEqual({ ok: true, value: null })
		expect(await noteOf(reference)).toBe('Formula 6N')
		expect(await write(reference, '')).toEqual({ ok: true, value: null })
		expect(await noteOf(reference)).toBeNull()
		expect(await desk.rows('SELECT kind, summary FROM shop_acts WHERE shop_id = ?', shop.id)).toEqual(
			Array(3).fill({ kind: 'customer_note_changed', summary: reference }),
		)
	})

	test('of two devices the second is told, and nothing of it is written down', async () => {
		const { shop, write, noteOf } = await newShop()
		const reference = await visit(shop, newContact())
		expect(await write(reference, 'By the first', null)).toEqual({ ok: true, value: null })
		expect(await write(reference, 'By the second', null)).toEqual(refused('changed_meanwhile'))
		// What both want is no conflict.
		expect(await write(reference, 'By the first', null)).toEqual({ ok: true, value: null })
		expect(await noteOf(reference)).toBe('By the first')
		expect(await desk.count('SELECT count(*) FROM shop_acts WHERE shop_id = ?', shop.id)).toBe(2)
	})

	test('D8: a guest whose e-mail is verified keeps it, and that of the account too', async () => {
		const { shop, write, noteOf } = await newShop()
		const { userId, email } = await member()
		const asGuest = await visit(shop, { email })
		await write(asGuest, 'As a guest')
		const asMember = await visit(shop, { userId })
		await write(asMember, 'With the account')
		expect([await noteOf(asGuest), await noteOf(asMember)]).toEqual(['As a guest', 'With the account'])
		await desk.deps.writeBatch([desk.deps.booking.people.linkGuestClients(userId)])
		const both = 'As a guest\nWith the account'
		expect([await noteOf(asGuest), await noteOf(asMember)]).toEqual([both, both])
		// A form that was open meanwhile is told.
		expect(await write(asMember, 'Another', 'With the account')).toEqual(refused('changed_meanwhile'))
		expect(await write(asMember, 'In one', both)).toEqual({ ok: true, value: null })
		expect([await noteOf(asGuest), await noteOf(asMember)]).toEqual(['In one', 'In one'])
		expect(await desk.count("SELECT count(*) FROM clients WHERE shop_note = 'In one'")).toBe(1)
	})

	test('D8: it goes with the last booking that an account claims by its mailed link', async () => {
		const { shop, write, noteOf } = await newShop()
		const { email } = newContact()
		const [first, second] = [await visit(shop, { email }), await visit(shop, { email })]
		await write(first, 'Vegan')
		const { actor, userId } = await member(false)
		const own = await visit(shop, { userId })
		await write(own, 'Left-handed')
		const claim = async (reference: string) => {
			const [row] = await desk.rows('SELECT id FROM appointments WHERE reference_number = ?', reference)
			return claimByLink(desk.deps, {
				actor: { ...actor, at: desk.clock.now },
				appointmentId: String(row?.id),
			})
		}
		expect((await claim(first)).ok).toBe(true)
		expect([await noteOf(first), await noteOf(second)]).toEqual(['Left-handed', 'Vegan'])
		expect((await claim(second)).ok).toBe(true)
		expect(await noteOf(second)).toBe('Left-handed\nVegan')
		expect(await desk.count("SELECT count(*) FROM clients WHERE shop_note LIKE '%Vegan%'")).toBe(1)
	})

	test('S18: is in the account’s data, and erased with the account', async () => {
		const { shop, write, read } = await newShop()
		const { userId, email, actor } = await member()
		const reference = await visit(shop, { userId })
		await end(reference)
		await write(reference, 'Hates Zebra perfume')
		const user = {
			...{ id: userId, email, firstName: 'Ada', lastName: 'Obi', phone: '', isEmailVerified: true },
			...{ sessionId: '', session: { createdAt: ten, lastSeenAt: ten, provenAt: null } },
		}
		const file = await exportCustomerData(desk.deps, exportSections, {
			actor: { ...actor, at: desk.clock.now },
			user: Promise.resolve(user),
		})
		expect(file).toMatchObject({ shopNotes: [{ note: 'Hates Zebra perfume' }] })
		expect(await tablesWith('Zebra')).toEqual(['clients'])
		const asked = { email, isApplied: true, now: later }
		expect(await eraseCustomer(desk.deps, erasures, asked)).toMatchObject({ ok: true })
		expect(await tablesWith('Zebra')).toEqual([])
		expect(await read(reference)).toEqual(refused('customer_not_found'))
	})

	test('S32: is erased with a guest, and when a guest’s term is over', async () => {
		const { shop, write, read } = await newShop()
		const contact = newContact()
		const asked = await visit(shop, contact)
		const overdue = await visit(shop, newContact())
		for (const reference of [asked, overdue]) {
			await end(reference)
			await write(reference, 'Hates Tiger perfume')
		}
		expect(await eraseGuest(desk.deps, { contact: { email: contact.email }, now: later })).toMatchObject({
			value: { bookings: 1 },
		})
		expect(await read(asked)).toEqual(refused('customer_not_found'))
		expect(await desk.count("SELECT count(*) FROM clients WHERE shop_note LIKE '%Tiger%'")).toBe(1)
		await purgeExpired(desk.deps, { guestContacts: purges.guestContacts }, ten + 780 * DAY_MS)
		expect(await tablesWith('Tiger')).toEqual([])
	})

	test('is not written about a person who was erased meanwhile', async () => {
		const { shop, card } = await newShop()
		const contact = newContact()
		const reference = await visit(shop, contact)
		await end(reference)
		const { customer } = await card(reference)
		await eraseGuest(desk.deps, { contact: { email: contact.email }, now: later })
		const about = { shopId: shop.id, clientId: customer.clientId, note: 'Lion', seen: null }
		expect(await writeCustomerNote(desk.deps, about)).toEqual(refused('changed_meanwhile'))
		expect(await tablesWith('Lion')).toEqual([])
	})

	test('is not written about a customer of another shop', async () => {
		const { shop, card } = await newShop()
		const other = await newShop()
		const { customer } = await card(await visit(shop, newContact()))
		const about = { shopId: other.shop.id, clientId: customer.clientId, note: 'Leopard', seen: null }
		expect(await writeCustomerNote(desk.deps, about)).toEqual(refused('changed_meanwhile'))
		expect(await tablesWith('Leopard')).toEqual([])
	})
})
