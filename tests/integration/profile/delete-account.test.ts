import { beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#app/domain/identity/password.server.ts'
import { deleteAccount, erase } from '#app/flows/account/delete-account.server.ts'
import { eraseCustomer } from '#app/flows/account/erase-customer.server.ts'
import { erasures } from '#app/flows/lists/erasure.server.ts'
import { bookSession } from '#app/flows/subscriptions/book-session.server.ts'
import { issueCheckInCode } from '#app/flows/subscriptions/check-in.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { demoClient } from '#db/seed/demo-accounts.ts'
import {
	accountDeps,
	addAccount,
	addSession,
	addSignedInPerson,
	cheapCost,
	now,
	type Person,
	password,
} from '#tests/support/accounts.ts'
import { addPlan, addPlanSession, addSubscription, noonInThreeDays } from '#tests/support/session-desk.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase({ demoAt: now })
let passwordHash: string
beforeAll(async () => {
	passwordHash = await hashPassword(password, cheapCost)
})

const deps = () => accountDeps(database().url)

/** A customer who owns a guest of the demo data: one with a review, or one with a visit ahead. */
async function regular(kind: 'reviewer' | 'expected') {
	const person = await addSignedInPerson(database(), { at: now, passwordHash })
	const live = `SELECT client_id FROM appointments WHERE status IN ('SCHEDULED', 'CONFIRMED') AND ends_at > ${now}`
	const chosen =
		kind === 'expected'
			? live
			: `SELECT client_id FROM reviews WHERE comment <> '' AND client_id NOT IN (${live})`
	const [client] = await database().rows(
		`SELECT id, email, phone, first_name, last_name FROM clients WHERE user_id IS NULL AND id IN (${chosen}) LIMIT 1`,
	)
	await database().change('UPDATE clients SET user_id = ? WHERE id = ?', person.userId, String(client?.id))
	await database().change(
		`INSERT INTO user_favorites VALUES (?, ?, 'ade-hair-studio', 0)`,
		newId(),
		person.userId,
	)
	await database().change(
		`INSERT INTO outbox (id, kind, dedupe_key, recipient_email, payload, created_at, next_attempt_at)
			VALUES (?, 'account_exists', ?, ?, '{}', 0, 0)`,
		newId(),
		newId(),
		person.email,
	)
	return { ...person, clientId: String(client?.id), client }
}

const remove = (person: Person, changes: { password?: string; actor?: Person['actor'] } = {}) =>
	deleteAccount(deps(), erasures, {
		actor: changes.actor ?? person.actor,
		user: { email: person.email },
		password: changes.password ?? password,
		givesUpValue: true,
		accountSubject: person.userId,
	})
const everything = (person: Person) =>
	Promise.all([
		database().count('SELECT count(*) AS count FROM users WHERE id = ?', person.userId),
		database().count('SELECT count(*) AS count FROM profiles WHERE id = ?', person.userId),
		database().count('SELECT count(*) AS count FROM sessions WHERE user_id = ?', person.userId),
		database().count('SELECT count(*) AS count FROM user_favorites WHERE user_id = ?', person.userId),
		database().count('SELECT count(*) AS count FROM outbox WHERE recipient_email = ?', person.email),
	])

describe('Deleting an account', () => {
	test('takes the person out of everything, and leaves the shops their visits, amounts and stars', async () => {
		const person = await regular('reviewer')
		const appointments =
			'SELECT id, status, starts_at, total_kobo FROM appointments WHERE client_id = ? ORDER BY id'
		const before = await database().rows(appointments, person.clientId)
		const shops = await database().rows('SELECT id, rating_sum, review_count FROM shops ORDER BY id')
		for (const table of ['checkouts', 'appointments'])
			await database().change(
				`UPDATE ${table} SET visitor_name = 'Tobi', customer_note = 'No perfume' WHERE client_id = ?`,
				person.clientId,
			)
		expect(await remove(person)).toEqual({ ok: true, value: null })

		expect(await everything(person)).toEqual([0, 0, 0, 0, 0])
		expect(await database().rows(appointments, person.clientId)).toEqual(before)
		expect(await database().rows('SELECT id, rating_sum, review_count FROM shops ORDER BY id')).toEqual(shops)
		const nobody = { first_name: 'Former customer', last_name: '', email: null, phone: null }
		const named = 'first_name, last_name, email, phone'
		expect(
			await database().rows(`SELECT ${named}, user_id FROM clients WHERE id = ?`, person.clientId),
		).toEqual([{ ...nobody, user_id: null }])
		for (const checkout of await database().rows(
			`SELECT ${named} FROM checkouts WHERE client_id = ?`,
			person.clientId,
		))
			expect(checkout).toEqual(nobody)
		for (const table of ['checkouts', 'appointments'])
			for (const told of await database().rows(
				`SELECT visitor_name, customer_note FROM ${table} WHERE client_id = ?`,
				person.clientId,
			))
				expect(told, table).toEqual({ visitor_name: null, customer_note: null })
		for (const review of await database().rows(
			'SELECT comment FROM reviews WHERE client_id = ?',
			person.clientId,
		))
			expect(review).toEqual({ comment: '' })
	})

	test('S18: erases mails to earlier addresses and what is being put together, of this person alone', async () => {
		const person = await regular('reviewer')
		const earlier = String(person.client?.email)
		const mailTo = (address: string, kind: string, payload: string) =>
			database().change(
				`INSERT INTO outbox (id, kind, dedupe_key, recipient_email, payload, created_at, next_attempt_at) VALUES (?, ?, ?, ?, ?, 0, 0)`,
				newId(),
				kind,
				newId(),
				address,
				payload,
			)
		await mailTo(earlier, 'moved', '{}')
		await mailTo('first@example.com', 'email_changed', JSON.stringify({ userId: person.userId }))
		await mailTo('stranger@example.com', 'email_changed', JSON.stringify({ userId: 'stranger' }))
		const addDraft = (id: string, email: string) =>
			database().change(
				`INSERT INTO drafts (id, shop_id, email, created_at, saved_at) VALUES (?, 'ade-hair-studio', ?, 0, 0)`,
				id,
				email,
			)
		await addDraft('own-draft', person.email)
		await addDraft('other-draft', '')
		expect(await remove(person)).toEqual({ ok: true, value: null })
		const left = await database().rows(
			`SELECT recipient_email FROM outbox WHERE recipient_email IN (?, 'first@example.com', 'stranger@example.com')`,
			earlier,
		)
		expect(left).toEqual([{ recipient_email: 'stranger@example.com' }])
		expect(await database().rows(`SELECT id FROM drafts WHERE id LIKE '%-draft'`)).toEqual([
			{ id: 'other-draft' },
		])
	})

	test('S18: waits while money is under way, and says so', async () => {
		const person = await regular('reviewer')
		await database().change(
			`INSERT INTO checkouts (id, shop_id, client_id, draft_id, subtotal_kobo, discount_kobo, tip_kobo, total_kobo, due_kobo, payment_choice,
					payment_method, first_name, last_name, email, created_at)
				SELECT 'paying', shop_id, id, 'paying', 1000, 0, 0, 1000, 1000, 'online', 'CARD', first_name, last_name, email, 0
				FROM clients WHERE id = ?`,
			person.clientId,
		)
		await database().change(
			`INSERT INTO payment_attempts (payment_reference, checkout_id, amount_kobo, mode, status, created_at, expires_at, next_check_at)
				VALUES ('paying', 'paying', 1000, 'test', 'open', 0, ?, 0)`,
			String(now + DAY_MS),
		)
		const before = await everything(person)
		expect(await remove(person)).toEqual({ ok: false, refusal: { code: 'has_money_under_way' } })
		expect(await everything(person)).toEqual(before)
		await database().change(
			`UPDATE payment_attempts SET status = 'closed', gateway_status = 'abandoned' WHERE payment_reference = 'paying'`,
		)
		expect(await remove(person)).toEqual({ ok: true, value: null })
	})

	test('waits until no visit is ahead, and nothing is half deleted', async () => {
		const person = await regular('expected')
		const before = await everything(person)
		expect(await deps().booking.ownData.countAppointmentsAhead(person.actor)).toBeGreaterThan(0)
		expect(await remove(person)).toEqual({ ok: false, refusal: { code: 'has_appointments_ahead' } })
		expect(await everything(person)).toEqual(before)
		expect(
			await database().rows('SELECT first_name, user_id FROM clients WHERE id = ?', person.clientId),
		).toEqual([{ first_name: person.client?.first_name, user_id: person.userId }])
		expect(
			await database().count(
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
		expect(
			await database().count('SELECT count(*) AS count FROM clients WHERE user_id = ?', person.userId),
		).toBe(1)
	})
})

test('The exported visits are the customer’s own, with what they say of them', async () => {
	const person = await regular('expected')
	await database().change(
		`UPDATE appointments SET visitor_name = 'Tobi', customer_note = 'No perfume' WHERE client_id = ?`,
		person.clientId,
	)
	const [appointments, theirs] = [
		await deps().booking.ownData.exportAppointments(person.actor),
		await deps().booking.ownData.exportAppointments((await addSignedInPerson(database(), { at: now })).actor),
	]
	expect(appointments).toHaveLength(
		await database().count('SELECT count(*) AS count FROM appointments WHERE client_id = ?', person.clientId),
	)
	expect(appointments[0]).toMatchObject({
		shop: expect.any(String),
		services: [expect.any(String)],
		contact: { firstName: expect.any(String), email: expect.any(String) },
		visitor: 'Tobi',
		noteToShop: 'No perfume',
	})
	expect(theirs).toEqual([])
})

describe('D54: deleting an account with plans', () => {
	test('gives up the sessions ahead, ends what runs, and leaves the paid periods without the person', async () => {
		const person = await addSignedInPerson(database(), { at: now, passwordHash, isVerified: true })
		const planId = await addPlan(database(), 'eko-dance-and-fitness', { entryKind: 'weekly', entries: 3 })
		const running = await addSubscription(database(), planId, person.userId)
		const over = await addSubscription(database(), planId, person.userId, {
			endsAt: now,
			cancelledAt: now - 1,
		})
		const sessionId = await addPlanSession(database(), planId, { startsAt: noonInThreeDays(now) })
		expect(await bookSession(deps(), person.actor, { sessionId, subscriptionId: running })).toMatchObject({
			ok: true,
		})
		expect(await issueCheckInCode(deps(), person.actor, running)).toMatchObject({ ok: true })

		const kept = await deleteAccount(deps(), erasures, {
			actor: person.actor,
			user: { email: person.email },
			password,
			givesUpValue: false,
			accountSubject: person.userId,
		})
		expect(kept).toEqual({ ok: false, refusal: { code: 'value_not_given_up' } })
		expect(await remove(person)).toEqual({ ok: true, value: null })
		expect(
			await database().rows(
				'SELECT id, user_id, cancelled_at, cancellation_reason AS reason FROM subscriptions WHERE id IN (?, ?) ORDER BY cancelled_at',
				running,
				over,
			),
		).toEqual([
			{ id: over, user_id: over, cancelled_at: now - 1, reason: '' },
			{ id: running, user_id: running, cancelled_at: now, reason: '' },
		])
		expect(
			await database().rows(
				'SELECT user_id, status, cancelled_by FROM session_bookings WHERE session_id = ?',
				sessionId,
			),
		).toEqual([{ user_id: running, status: 'cancelled', cancelled_by: 'plan' }])
		expect(
			await database().count('SELECT count(*) FROM check_in_codes WHERE subscription_id = ?', running),
		).toBe(0)
		for (const table of ['subscriptions', 'plan_orders', 'session_bookings', 'session_waits'])
			expect(
				await database().count(`SELECT count(*) FROM ${table} WHERE user_id = ?`, person.userId),
				table,
			).toBe(0)
	})
})

test('The operator’s command erases no account that is not a customer’s', async () => {
	const { userId, email } = await addAccount(database(), { role: 'staff' })
	const named = { email, isApplied: true, now }
	expect(await eraseCustomer(deps(), erasures, named)).toEqual({ ok: false, refusal: 'not_a_customer' })
	expect(await database().count('SELECT count(*) FROM users WHERE id = ?', userId)).toBe(1)
	expect(await database().count('SELECT count(*) FROM sessions WHERE user_id = ?', userId)).toBe(0)
})

describe('S37: after deleting an account', () => {
	/** The columns of any table that hold this text, alone or as a text of a JSON. */
	async function placesOf(text: string) {
		const tables = await database().rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
		const found: string[] = []
		for (const { name } of tables) {
			if (/^(sqlite_|libsql_|__|program_|shop_search|customer_search)/.test(String(name))) continue
			for (const row of await database().rows(`SELECT * FROM "${name}"`))
				for (const [column, value] of Object.entries(row))
					if (value === text || String(value).includes(`"${text}"`)) found.push(`${name}.${column}`)
		}
		return [...new Set(found)].sort()
	}

	test('no column of any table holds its id, and no id but a shop’s ties two of its rows', async () => {
		const { userId, email } = demoClient
		const later = now + 90 * DAY_MS
		const actor = await addSession(database(), userId, later)
		const plan = await addPlan(database(), 'eko-dance-and-fitness')
		const periods = [
			await addSubscription(database(), plan, userId),
			await addSubscription(database(), await addPlan(database(), 'ade-hair-studio'), userId),
		]
		const sessionId = await addPlanSession(database(), plan, { startsAt: noonInThreeDays(now) })
		await database().change(
			`INSERT INTO session_waits (id, session_id, subscription_id, user_id, joined_at, ended_at, ended_by) VALUES (?, ?, ?, ?, 0, 1, 'left')`,
			newId(),
			sessionId,
			String(periods[0]),
			userId,
		)
		expect(await placesOf(userId)).toEqual(
			expect.arrayContaining(['clients.user_id', 'subscriptions.user_id', 'session_waits.user_id']),
		)
		const [account] = await database().rows('SELECT password_hash FROM users WHERE id = ?', userId)
		const erased = await erase(deps(), erasures, {
			actor,
			emails: [email],
			passwordHash: String(account?.password_hash),
		})
		expect(erased).toEqual({ ok: true, value: null })
		expect(await placesOf(userId)).toEqual([])
		expect(await placesOf(email)).toEqual([])
		// What is left of one shop says nothing of another.
		const ofSeveralShops = await database().rows(
			`SELECT id FROM (
				SELECT user_id AS id, shop_id FROM subscriptions
				UNION ALL SELECT place.user_id, session.shop_id FROM session_bookings place
					JOIN plan_sessions session ON session.id = session_id
				UNION ALL SELECT user_id, checkouts.shop_id FROM plan_orders JOIN checkouts ON checkouts.id = checkout_id
				UNION ALL SELECT draft_id, shop_id FROM checkouts UNION ALL SELECT client_id, shop_id FROM checkouts
			) WHERE id NOT IN (SELECT id FROM users) GROUP BY id HAVING count(DISTINCT shop_id) > 1`,
		)
		expect(ofSeveralShops).toEqual([])
		const ids = await database().rows('SELECT user_id FROM subscriptions WHERE id IN (?, ?)', ...periods)
		expect(ids.map(({ user_id }) => user_id).sort()).toEqual(periods.toSorted())
	})
})
