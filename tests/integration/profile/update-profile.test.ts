import { beforeAll, describe, expect, test } from 'vitest'
import { profileFormSchema } from '#app/domain/identity/account-forms.server.ts'
import { hashPassword } from '#app/domain/identity/password.server.ts'
import { updateProfile } from '#app/flows/account/update-profile.server.ts'
import { verifyEmail } from '#app/flows/account/verify-email.server.ts'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'
import {
	accountDeps,
	addSession,
	addSignedInPerson,
	cheapCost,
	linkKey,
	mailedTokenTo,
	newEmail,
	now,
	type Person,
	password,
} from '#tests/support/accounts.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
let passwordHash: string
beforeAll(async () => {
	passwordHash = await hashPassword(password, cheapCost)
})

const deps = () => accountDeps(database().url)
const somebody = () => addSignedInPerson(database(), { at: now, isVerified: true, passwordHash })
const rowOf = async (person: Person) =>
	(
		await database().rows(
			`SELECT users.email, users.email_verified_at, profiles.email AS shown_email, first_name, last_name, phone, role
				FROM users JOIN profiles ON profiles.id = users.id WHERE users.id = ?`,
			person.userId,
		)
	)[0]

function save(
	person: Person,
	typed: Record<string, string>,
	changes: { actor?: Person['actor']; networkKey?: string } = {},
) {
	const typedForm = profileFormSchema.parse({
		firstName: 'Ada',
		lastName: 'Obi',
		email: person.email,
		...typed,
	})
	const form = { ...typedForm, email: typedForm.email.email }
	return updateProfile(deps(), {
		actor: changes.actor ?? person.actor,
		user: { id: person.userId, email: person.email },
		form,
		accountSubject: person.userId,
		networkKey: changes.networkKey ?? null,
		linkKey,
	})
}

describe('A profile', () => {
	test('is saved with its phone in the one stored form', async () => {
		const person = await somebody()
		const saved = await save(person, { firstName: ' Ọlá ', lastName: 'Èzè', phone: '0803 123 4567' })
		expect(saved).toEqual({ ok: true, value: { emailChanged: false } })
		expect(await rowOf(person)).toMatchObject({
			first_name: 'Ọlá',
			last_name: 'Èzè',
			phone: '+2348031234567',
			email: person.email,
			email_verified_at: now,
			role: 'client',
		})
		await save(person, { phone: ' ' })
		expect(await rowOf(person)).toMatchObject({ phone: null })
	})

	test('keeps its role and its id, whatever else the form says', async () => {
		const person = await somebody()
		await save(person, { role: 'shop_owner', id: 'another', userId: 'another' })
		expect(await rowOf(person)).toMatchObject({ role: 'client' })
	})

	test('is nobody else’s to change, and no ended session’s', async () => {
		const [mine, theirs] = [await somebody(), await somebody()]
		const ended = { ...mine.actor, at: now + 60 * DAY_MS }
		expect(await save(mine, { firstName: 'Eve' }, { actor: ended })).toMatchObject({ ok: false })
		await save(theirs, { firstName: 'Eve' })
		expect(await rowOf(mine)).toMatchObject({ first_name: 'Ada' })
		const other = newEmail()
		const stolen = await save(mine, { email: other, password }, { actor: theirs.actor })
		expect(stolen).toEqual({ ok: false, refusal: { code: 'not_signed_in' } })
		expect(await rowOf(mine)).toMatchObject({ email: mine.email, shown_email: mine.email })
		expect(await database().rows('SELECT 1 FROM outbox WHERE recipient_email = ?', other)).toEqual([])
	})
})

describe('Another e-mail', () => {
	test('needs the password, begins unproven, and is proven by its own mail alone', async () => {
		const person = await somebody()
		const email = newEmail()
		expect(await save(person, { email })).toEqual({ ok: false, refusal: { code: 'wrong_password' } })
		expect(await save(person, { email, password: 'six brown goats' })).toMatchObject({ ok: false })
		expect(await rowOf(person)).toMatchObject({ email: person.email, email_verified_at: now })

		expect(await save(person, { email, password })).toEqual({ ok: true, value: { emailChanged: true } })
		expect(await rowOf(person)).toMatchObject({ email, shown_email: email, email_verified_at: null })
		const token = await mailedTokenTo(database(), email, 'verify_email')
		expect(await verifyEmail(deps(), { token, actor: person.actor, now })).toMatchObject({ ok: true })
		expect(await rowOf(person)).toMatchObject({ email_verified_at: now })
	})

	test('S28: is changed three times a day, used or not, whatever the address is meanwhile; the next day again', async () => {
		const person = await somebody()
		const taken = await somebody()
		let email = person.email
		const change = async (to: string, at = now) => {
			const changed = await save(
				{ ...person, email },
				{ email: to, password },
				{ actor: { ...person.actor, at } },
			)
			if (changed.ok) email = to
			return changed.ok ? 'changed' : changed.refusal.code
		}
		expect(await change(newEmail())).toBe('changed')
		expect(await change(taken.email)).toBe('email_used')
		expect(await change(newEmail(), now + HOUR_MS)).toBe('changed')
		const unheard = newEmail()
		expect(await change(taken.email, now + 2 * HOUR_MS)).toBe('too_many_changes')
		expect(await change(unheard, now + 2 * HOUR_MS)).toBe('too_many_changes')
		expect(await rowOf(person)).toMatchObject({ email })
		expect(await database().rows('SELECT 1 FROM outbox WHERE recipient_email = ?', unheard)).toEqual([])
		expect(await change(newEmail(), now + DAY_MS)).toBe('changed')
	})

	test('S28: is changed forty times an hour from one network, and five times that from a /48', async () => {
		const answers: string[] = []
		await database().change(
			`INSERT INTO rate_limits VALUES ('email-change-network', 'a network', 38, ${now}, ${now + HOUR_MS})`,
		)
		for (let i = 0; i < 3; i++) {
			const saved = await save(await somebody(), { email: newEmail(), password }, { networkKey: 'a network' })
			answers.push(saved.ok ? 'changed' : saved.refusal.code)
		}
		expect(answers).toEqual([...Array(2).fill('changed'), 'too_many_changes'])
		await database().change(
			`INSERT INTO rate_limits VALUES ('email-change-network', 'wide.', 200, ${now}, ${now + HOUR_MS})`,
		)
		const inWide = await save(
			await somebody(),
			{ email: newEmail(), password },
			{ networkKey: 'wide.another' },
		)
		expect(inWide).toMatchObject({ refusal: { code: 'too_many_changes' } })
	})

	test('S17: is told to the old one, and ends the other sessions', async () => {
		const person = await somebody()
		const other = await addSession(database(), person.userId)
		await save(person, { email: newEmail(), password })
		expect(await deps().identity.sessions.signedInUser(other)).toBeNull()
		expect(await deps().identity.sessions.signedInUser(person.actor)).not.toBeNull()
		expect(await database().rows('SELECT kind FROM outbox WHERE recipient_email = ?', person.email)).toEqual([
			{ kind: 'email_changed' },
		])
		expect(
			await database().rows('SELECT kind FROM account_events WHERE user_id = ?', person.userId),
		).toContainEqual({ kind: 'email_changed' })
	})

	test('ends the links that were mailed to the old one', async () => {
		const person = await somebody()
		await database().change(
			`INSERT INTO account_tokens (id, token_hash, kind, user_id, created_at, expires_at) VALUES (?, ?, 'reset', ?, ?, ?)`,
			`old-${person.userId}`,
			`hash-${person.userId}`,
			person.userId,
			String(now),
			String(now + DAY_MS),
		)
		await save(person, { email: newEmail(), password })
		const tokens = await database().rows('SELECT kind FROM account_tokens WHERE user_id = ?', person.userId)
		expect(tokens).toEqual([{ kind: 'verify' }])
	})

	test('that belongs to another account is refused, and nothing changes', async () => {
		const [person, other] = [await somebody(), await somebody()]
		const refusal = { code: 'email_used' }
		const saved = await save(person, { email: other.email, password, firstName: 'Eve' })
		expect(saved).toEqual({ ok: false, refusal })
		expect(await rowOf(person)).toMatchObject({
			email: person.email,
			first_name: 'Ada',
			email_verified_at: now,
		})
		expect(await database().rows('SELECT 1 FROM outbox WHERE recipient_email = ?', other.email)).toEqual([])
	})

	test('cannot be used to guess the password', async () => {
		const person = await somebody()
		const answers = []
		for (const rateLimit of ['one', 'two', 'three', 'four', 'five', 'six'])
			answers.push(await save(person, { email: newEmail(), password: rateLimit }))
		expect(answers.at(-1)).toMatchObject({ ok: false, refusal: { code: 'rate_limited' } })
		expect(await save(person, { email: newEmail(), password })).toMatchObject({
			refusal: { code: 'rate_limited' },
		})
	})
})
