import { beforeAll, describe, expect, test } from 'vitest'
import { createOwnDataRepository } from '#app/domain/booking/own-data-repository.server.ts'
import { createFavoriteRepository } from '#app/domain/discovery/favorite-repository.server.ts'
import { hashPassword } from '#app/domain/identity/password.server.ts'
import { createProfileRepository } from '#app/domain/identity/profile-repository.server.ts'
import { createOutboxRepository } from '#app/domain/messaging/outbox-repository.server.ts'
import { deleteAccount } from '#app/flows/delete-account.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { openDatabase } from '#db/client.server.ts'
import { accountDeps, cheapCost, now, password, rowsOf } from '#tests/integration/identity/people.ts'
import { addSignedInPerson, type Person } from '#tests/support/signed-in-person.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase({ demoAt: now })
let passwordHash: string
beforeAll(async () => {
	passwordHash = await hashPassword(password, cheapCost)
})

function deps() {
	const { read } = openDatabase({ url: database().url })
	return {
		...accountDeps(database().url),
		ownData: createOwnDataRepository(read),
		favorites: createFavoriteRepository(read),
		profiles: createProfileRepository(),
		outbox: createOutboxRepository(),
	}
}

/** Somebody to whom a guest of the demo data belongs: one with a review, or one with a visit ahead. */
async function regular(kind: 'reviewer' | 'expected') {
	const person = await addSignedInPerson(database(), { at: now, passwordHash })
	const live = `SELECT client_id FROM appointments WHERE status IN ('SCHEDULED', 'CONFIRMED') AND ends_at > ${now}`
	const chosen =
		kind === 'expected'
			? live
			: `SELECT client_id FROM reviews WHERE comment <> '' AND client_id NOT IN (${live})`
	const [client] = await rowsOf(
		database(),
		`SELECT id, email, phone, first_name, last_name FROM clients WHERE user_id IS NULL AND id IN (${chosen}) LIMIT 1`,
	)
	await database().client.execute({
		sql: 'UPDATE clients SET user_id = ? WHERE id = ?',
		args: [person.userId, String(client?.id)],
	})
	await database().client.execute({
		sql: `INSERT INTO user_favorites VALUES (?, ?, 'ade-hair-studio', 0)`,
		args: [newId(), person.userId],
	})
	await database().client.execute({
		sql: `INSERT INTO outbox (id, kind, dedupe_key, recipient_email, payload, created_at, next_attempt_at)
			VALUES (?, 'account_exists', ?, ?, '{}', 0, 0)`,
		args: [newId(), newId(), person.email],
	})
	return { ...person, clientId: String(client?.id), client }
}

const remove = (person: Person, changes: { password?: string; actor?: Person['actor'] } = {}) =>
	deleteAccount(deps(), {
		actor: changes.actor ?? person.actor,
		user: { email: person.email },
		password: changes.password ?? password,
		accountSubject: person.userId,
	})
const count = async (sql: string, ...args: string[]) =>
	Number((await rowsOf(database(), sql, args))[0]?.count)
const everything = (person: Person) =>
	Promise.all([
		count('SELECT count(*) AS count FROM users WHERE id = ?', person.userId),
		count('SELECT count(*) AS count FROM profiles WHERE id = ?', person.userId),
		count('SELECT count(*) AS count FROM sessions WHERE user_id = ?', person.userId),
		count('SELECT count(*) AS count FROM user_favorites WHERE user_id = ?', person.userId),
		count('SELECT count(*) AS count FROM outbox WHERE recipient_email = ?', person.email),
	])

describe('Deleting an account', () => {
	test('takes the person out of everything, and leaves the shops their visits, amounts and stars', async () => {
		const person = await regular('reviewer')
		const visits =
			'SELECT id, status, starts_at, total_kobo FROM appointments WHERE client_id = ? ORDER BY id'
		const before = await rowsOf(database(), visits, [person.clientId])
		const shops = await rowsOf(database(), 'SELECT id, rating_sum, review_count FROM shops ORDER BY id')
		expect(await remove(person)).toEqual({ ok: true, value: null })

		expect(await everything(person)).toEqual([0, 0, 0, 0, 0])
		expect(await rowsOf(database(), visits, [person.clientId])).toEqual(before)
		expect(await rowsOf(database(), 'SELECT id, rating_sum, review_count FROM shops ORDER BY id')).toEqual(
			shops,
		)
		const nobody = { first_name: 'Former customer', last_name: '', email: null, phone: null }
		const named = 'first_name, last_name, email, phone'
		expect(
			await rowsOf(database(), `SELECT ${named}, user_id FROM clients WHERE id = ?`, [person.clientId]),
		).toEqual([{ ...nobody, user_id: null }])
		for (const checkout of await rowsOf(database(), `SELECT ${named} FROM checkouts WHERE client_id = ?`, [
			person.clientId,
		]))
			expect(checkout).toEqual(nobody)
		for (const review of await rowsOf(database(), 'SELECT comment FROM reviews WHERE client_id = ?', [
			person.clientId,
		]))
			expect(review).toEqual({ comment: '' })
	})

	test('waits until no visit is ahead, and nothing is half deleted', async () => {
		const person = await regular('expected')
		const before = await everything(person)
		expect(await deps().ownData.countVisitsAhead(person.actor)).toBeGreaterThan(0)
		expect(await remove(person)).toEqual({ ok: false, refusal: { code: 'has_visits_ahead' } })
		expect(await everything(person)).toEqual(before)
		expect(
			await rowsOf(database(), 'SELECT first_name, user_id FROM clients WHERE id = ?', [person.clientId]),
		).toEqual([{ first_name: person.client?.first_name, user_id: person.userId }])
		expect(
			await count(
				'SELECT count(*) AS count FROM checkouts WHERE client_id = ? AND email IS NULL',
				person.clientId,
			),
		).toBe(0)
	})

	test('needs the password, and a session of its own', async () => {
		const person = await regular('reviewer')
		const stranger = await addSignedInPerson(database(), { at: now })
		const before = await everything(person)
		expect(await remove(person, { password: 'six brown goats' })).toMatchObject({
			refusal: { code: 'wrong_password' },
		})
		expect(await remove(person, { actor: stranger.actor })).toMatchObject({ ok: false })
		expect(await remove(person, { actor: { ...person.actor, at: now + 60 * DAY_MS } })).toMatchObject({
			ok: false,
		})
		expect(await everything(person)).toEqual(before)
		expect(await count('SELECT count(*) AS count FROM clients WHERE user_id = ?', person.userId)).toBe(1)
	})
})

test('The exported visits are the customer’s own, with what they say of them', async () => {
	const person = await regular('expected')
	const [visits, theirs] = [
		await deps().ownData.exportVisits(person.actor),
		await deps().ownData.exportVisits((await addSignedInPerson(database(), { at: now })).actor),
	]
	expect(visits).toHaveLength(
		await count('SELECT count(*) AS count FROM appointments WHERE client_id = ?', person.clientId),
	)
	expect(visits[0]).toMatchObject({
		shop: expect.any(String),
		services: [expect.any(String)],
		contact: { firstName: expect.any(String), email: expect.any(String) },
	})
	expect(theirs).toEqual([])
})
