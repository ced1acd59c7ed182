import { beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#app/domain/identity/password.server.ts'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { registerAccount } from '#app/flows/account/register-account.server.ts'
import { requestPasswordReset, resetPassword } from '#app/flows/account/reset-password.server.ts'
import { signIn } from '#app/flows/account/sign-in.server.ts'
import { verifyEmail } from '#app/flows/account/verify-email.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import {
	type AccountDeps,
	accountDeps,
	actorOf,
	addAccount,
	addSession,
	attempt,
	cheapCost,
	linkKey,
	mailedTokenTo,
	newEmail,
	now,
	password,
} from '#tests/support/accounts.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
let deps: AccountDeps
beforeEach(() => {
	deps = accountDeps(database().url)
})

const mailsTo = async (email: string) =>
	(await database().rows('SELECT kind FROM outbox WHERE recipient_email = ? ORDER BY rowid', email)).map(
		({ kind }) => kind,
	)
const linkNotValid = { ok: false, refusal: { code: 'link_not_valid' } }

const register = (email: string, changes: Partial<{ firstName: string; at: number }> = {}) =>
	registerAccount(deps, {
		account: { firstName: changes.firstName ?? 'Ada', lastName: 'Obi', email, password },
		networkKey: null,
		linkKey,
		now: changes.at ?? now,
	})
const askForReset = (email: string, at = now) =>
	requestPasswordReset(deps, {
		email,
		accountSubject: `subject-of-${email}`,
		networkKey: null,
		linkKey,
		now: at,
	})
const reset = (token: string, newPassword: string, at = now) =>
	resetPassword(deps, {
		token,
		password: newPassword,
		accountSubjectOf: (email) => `subject-of-${email}`,
		deviceLabel: 'Firefox on Windows',
		now: at,
	})

/** Follows the newest link that proves an address, signed in to its account. */
async function verify(email: string, link?: string) {
	const [user] = await database().rows('SELECT id FROM users WHERE email = ?', email)
	const actor = await addSession(database(), String(user?.id))
	return verifyEmail(deps, {
		token: link ?? (await mailedTokenTo(database(), email, 'verify_email')),
		actor,
		now,
	})
}

describe('Registering', () => {
	test('makes a client with a profile, who can sign in, and one mail with a link', async () => {
		const email = newEmail()
		expect(await register(email)).toEqual({ ok: true, value: null })
		const [profile] = await database().rows('SELECT * FROM profiles WHERE email = ?', email)
		expect(profile).toMatchObject({ first_name: 'Ada', last_name: 'Obi', role: 'client', phone: null })
		expect(await mailsTo(email)).toEqual(['verify_email'])
		expect(await signIn(deps, attempt(email))).toMatchObject({ ok: true })
	})

	test('an address that has an account already answers alike, changes nothing, and tells its owner once an hour', async () => {
		const { userId, email } = await addAccount(database())
		const before = await database().rows('SELECT * FROM users WHERE id = ?', userId)
		expect(await register(email, { firstName: 'Eve' })).toEqual({ ok: true, value: null })
		expect(await register(email, { firstName: 'Eve' })).toEqual({ ok: true, value: null })
		expect(await database().rows('SELECT * FROM users WHERE id = ?', userId)).toEqual(before)
		expect(await database().rows('SELECT first_name FROM profiles WHERE id = ?', userId)).toEqual([
			{ first_name: 'Ada' },
		])
		expect(await mailsTo(email)).toEqual(['account_exists'])
	})

	test('twice at the same moment makes one account', async () => {
		const email = newEmail()
		const answers = await Promise.all(Array.from({ length: 8 }, () => register(email)))
		expect(answers.every(({ ok }) => ok)).toBe(true)
		expect(await database().rows('SELECT count(*) AS n FROM users WHERE email = ?', email)).toEqual([
			{ n: 1 },
		])
		expect((await mailsTo(email)).sort()).toEqual(['account_exists', 'verify_email'])
	})
})

describe('Resetting a password', () => {
	test('by the mailed link sets the new one, ends every session and forgets the guesses', async () => {
		const { userId, email } = await addAccount(database())
		const old = await signIn(deps, attempt(email))
		for (let i = 0; i < 6; i++) await signIn(deps, attempt(email, { password: 'rateLimit' }))
		await askForReset(email)
		const token = await mailedTokenTo(database(), email, 'reset_password')
		expect(await reset(token, 'seven white doves')).toEqual({ ok: true, value: null })
		expect(old.ok && (await deps.identity.sessions.signedInUser(actorOf(old.value.token)))).toBeNull()
		expect(await database().rows('SELECT * FROM sessions WHERE user_id = ?', userId)).toEqual([])
		expect(await signIn(deps, attempt(email))).toMatchObject({ refusal: { code: 'invalid_credentials' } })
		expect(await signIn(deps, attempt(email, { password: 'seven white doves' }))).toMatchObject({ ok: true })
	})

	test('answers alike for an address without an account, and sends nothing', async () => {
		const email = newEmail()
		expect(await askForReset(email)).toEqual({ ok: true, value: null })
		expect(await mailsTo(email)).toEqual([])
	})

	test('sends one address a few mails an hour and no more, whoever asks', async () => {
		const { email } = await addAccount(database())
		for (let i = 0; i < 9; i++) expect(await askForReset(email)).toEqual({ ok: true, value: null })
		expect(await mailsTo(email)).toHaveLength(4)
	})

	test('works once', async () => {
		const { email } = await addAccount(database())
		await askForReset(email)
		const token = await mailedTokenTo(database(), email, 'reset_password')
		expect(await reset(token, 'seven white doves')).toMatchObject({ ok: true })
		expect(await reset(token, 'eight white doves')).toEqual(linkNotValid)
	})

	test('by one link two hundred times, many at once, succeeds once', async () => {
		const { userId, email } = await addAccount(database())
		await askForReset(email)
		const tokenHash = hashSecretToken(await mailedTokenTo(database(), email, 'reset_password'))
		const hashes = await Promise.all(
			Array.from({ length: 200 }, (_, i) => hashPassword(`dove number ${i}`, cheapCost)),
		)
		// As many at once as an isolate lets wait for their turn.
		const answers: { passwordChanged: number }[] = []
		for (let first = 0; first < hashes.length; first += 20) {
			const some = hashes.slice(first, first + 20)
			answers.push(
				...(await Promise.all(
					some.map((hash) =>
						deps.writeBatch(deps.identity.accounts.replacePasswordByToken(tokenHash, hash, now)),
					),
				)),
			)
		}
		const winners = hashes.filter((_, i) => answers[i]?.passwordChanged === 1)
		expect(winners).toHaveLength(1)
		expect(await database().rows('SELECT password_hash FROM users WHERE id = ?', userId)).toEqual([
			{ password_hash: winners[0] },
		])
	})

	test('does not work after 30 minutes, or once a newer link was sent', async () => {
		const { email } = await addAccount(database())
		await askForReset(email)
		const first = await mailedTokenTo(database(), email, 'reset_password')
		expect(await reset(first, 'seven white doves', now + 30 * MINUTE_MS)).toEqual(linkNotValid)
		await askForReset(email, now + MINUTE_MS)
		const second = await mailedTokenTo(database(), email, 'reset_password')
		expect(await reset(first, 'seven white doves', now + MINUTE_MS)).toEqual(linkNotValid)
		expect(await reset(second, 'seven white doves', now + MINUTE_MS)).toMatchObject({ ok: true })
	})

	test('refuses a password that everybody would try, and keeps the link', async () => {
		const { email } = await addAccount(database())
		await askForReset(email)
		const token = await mailedTokenTo(database(), email, 'reset_password')
		for (const [typed, why] of [
			[email, 'own_email'],
			['AdaObi12', 'own_name'],
			['chinedu1', 'first_name'],
			['pass11', 'common'],
		] as const)
			expect(await reset(token, typed)).toEqual({ ok: false, refusal: { code: 'weak_password', why } })
		expect(await reset(token, 'seven white doves')).toMatchObject({ ok: true })
	})

	test('is not possible with a link that verifies, or with nonsense', async () => {
		const email = newEmail()
		await register(email)
		const verifying = await mailedTokenTo(database(), email, 'verify_email')
		expect(await reset(verifying, 'seven white doves')).toEqual(linkNotValid)
		expect(await reset("' OR 1=1 --", 'seven white doves')).toEqual(linkNotValid)
	})
})

describe('Proving an address', () => {
	/** A shop that knows a guest by this address and a phone. */
	async function addGuestClient(id: string, email: string, userId: string | null = null) {
		await database().client.batch([
			`INSERT OR IGNORE INTO shops (id, name, type, address, area, city, latitude, longitude, created_at)
				VALUES ('shop', 'A shop', 'salon', '1 Allen Avenue', 'Ikeja', 'Lagos', 6.5, 3.4, 0)`,
			{
				sql: `INSERT INTO clients (id, shop_id, user_id, first_name, last_name, email, phone, created_at)
					VALUES (?, 'shop', ?, 'Ada', 'Obi', ?, '+2348031234567', 0)`,
				args: [id, userId, email],
			},
		])
	}
	const ownerOf = async (clientId: string) =>
		(await database().rows('SELECT user_id FROM clients WHERE id = ?', clientId))[0]?.user_id

	test('makes the bookings of a guest with that address their own, and those of no other', async () => {
		const email = newEmail()
		await register(email)
		await addGuestClient('mine', email)
		await addGuestClient('other', newEmail())
		const token = await mailedTokenTo(database(), email, 'verify_email')
		expect(await ownerOf('mine')).toBeNull()
		expect(await verify(email, token)).toEqual({ ok: true, value: { linkedClients: 1 } })
		const [user] = await database().rows('SELECT id, email_verified_at FROM users WHERE email = ?', email)
		expect(user?.email_verified_at).toBe(now)
		expect(await ownerOf('mine')).toBe(user?.id)
		expect(await ownerOf('other')).toBeNull()
		expect(await verify(email, token)).toEqual({ ok: true, value: { linkedClients: 0 } })
	})

	test('S5: needs a session of that account: the owner’s own click gives a stranger nothing', async () => {
		const email = newEmail()
		await register(email)
		await addGuestClient('victims', email)
		const token = await mailedTokenTo(database(), email, 'verify_email')
		const stranger = await addSession(database(), (await addAccount(database())).userId)
		const nobody = { sessionHash: 'no session', at: now }
		for (const actor of [stranger, nobody, null])
			expect(await verifyEmail(deps, { token, actor, now })).toEqual({
				ok: false,
				refusal: { code: 'not_signed_in' },
			})
		expect(await ownerOf('victims')).toBeNull()
		// The link still works after signing in to the account.
		expect(await verify(email, token)).toMatchObject({ ok: true })
	})

	test('S5: is done by a mailed reset of the password, which ends every session', async () => {
		const email = newEmail()
		await register(email)
		const [user] = await database().rows('SELECT id FROM users WHERE email = ?', email)
		const hijacker = await addSession(database(), String(user?.id))
		await addGuestClient('hijacked', email)
		await askForReset(email)
		const token = await mailedTokenTo(database(), email, 'reset_password')
		expect(await reset(token, 'seven white doves')).toMatchObject({ ok: true })
		expect(await deps.identity.sessions.signedInUser(hijacker)).toBeNull()
		await signIn(deps, attempt(email, { password: 'seven white doves' }))
		expect(await ownerOf('hijacked')).toBe(user?.id)
	})

	test('is needed: registering or signing in with a guest’s address links nothing (R44)', async () => {
		const email = newEmail()
		await addGuestClient('unproven', email)
		await register(email)
		await signIn(deps, attempt(email))
		expect(await ownerOf('unproven')).toBeNull()
	})

	test('once makes later guest bookings theirs at the next sign-in', async () => {
		const email = newEmail()
		await register(email)
		await verify(email)
		await addGuestClient('later', email)
		await signIn(deps, attempt(email))
		expect(await ownerOf('later')).not.toBeNull()
	})

	test('takes no client away from another account', async () => {
		const email = newEmail()
		await addGuestClient('theirs', email, 'somebody-else')
		await register(email)
		await verify(email)
		expect(await ownerOf('theirs')).toBe('somebody-else')
	})
})

test('A stolen copy of the database opens no account: no token stands in it', async () => {
	const email = newEmail()
	await register(email)
	await askForReset(email)
	const signedIn = await signIn(deps, attempt(email))
	if (!signedIn.ok) throw new Error('not signed in')
	const secrets = [
		signedIn.value.token,
		await mailedTokenTo(database(), email, 'verify_email'),
		await mailedTokenTo(database(), email, 'reset_password'),
		password,
	]
	const tables = await database().rows(
		`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
	)
	let dump = ''
	for (const { name } of tables) dump += JSON.stringify(await database().rows(`SELECT * FROM "${name}"`))
	expect(dump).toContain(email)
	for (const secret of secrets) expect(dump).not.toContain(secret)
})
