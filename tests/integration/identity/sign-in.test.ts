import { beforeEach, describe, expect, test } from 'vitest'
import { signInFormSchema } from '#app/domain/identity/account-forms.server.ts'
import { verifyPassword } from '#app/domain/identity/password.server.ts'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { signIn } from '#app/flows/account/sign-in.server.ts'
import { readUser } from '#app/http/signed-in-user.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import {
	type AccountDeps,
	accountDeps,
	actorOf,
	addAccount,
	attempt,
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

const sessionsOf = (userId: string) => database().rows('SELECT * FROM sessions WHERE user_id = ?', userId)
const wrong = { ok: false, refusal: { code: 'invalid_credentials' } }

async function signedIn(email: string, changes: Parameters<typeof attempt>[1] = {}) {
	const answer = await signIn(deps, attempt(email, changes))
	if (!answer.ok) throw new Error(`refused: ${answer.refusal.code}`)
	return answer.value.token
}

describe('Signing in', () => {
	test('begins a session that the next page recognizes, and keeps no token', async () => {
		const { userId, email } = await addAccount(database())
		const token = await signedIn(email)
		expect(await deps.identity.sessions.signedInUser(actorOf(token))).toMatchObject({
			id: userId,
			firstName: 'Ada',
			email,
			isEmailVerified: false,
		})
		const [session] = await sessionsOf(userId)
		expect(session).toMatchObject({
			token_hash: hashSecretToken(token),
			device_label: 'Chrome on Android',
			expires_at: now + 14 * DAY_MS,
		})
		expect(JSON.stringify(session)).not.toContain(token)
	})

	test.each(['mailto:ada@example.com', '"ada"@example.com', 'ada@example.com,', 'ada@ｅxample.com'])(
		'C7: an account that was made as %s is still signed in to by what is typed',
		async (stored) => {
			const { userId } = await addAccount(database(), { email: stored })
			const { email } = signInFormSchema.parse({ email: stored, password })
			const token = await signedIn(email.email, email)
			expect(await deps.identity.sessions.signedInUser(actorOf(token))).toMatchObject({ id: userId })
		},
	)

	test('C7: an address is that of its own account before that of an older spelling', async () => {
		const { userId } = await addAccount(database(), { email: 'bola@example.com' })
		await addAccount(database(), { email: '<bola@example.com>' })
		const { email } = signInFormSchema.parse({ email: '<Bola@example.com>', password })
		const token = await signedIn(email.email, email)
		expect(await deps.identity.sessions.signedInUser(actorOf(token))).toMatchObject({ id: userId })
	})

	test('with a wrong password or an unknown address reads alike', async () => {
		const { email } = await addAccount(database())
		expect(await signIn(deps, attempt(email, { password: 'six brown goats' }))).toEqual(wrong)
		expect(await signIn(deps, attempt(newEmail()))).toEqual(wrong)
		expect(await signIn(deps, attempt(email, { password: 'x'.repeat(2_000) }))).toEqual(wrong)
		expect(await signIn(deps, attempt(email, { password: '' }))).toEqual(wrong)
	})

	test.each([
		[{ hasProfile: false }, { code: 'profile_not_found' }],
		[{ role: null }, { code: 'role_not_set' }],
		[{ role: 'shop_owner' }, { code: 'role_not_client', role: 'shop_owner' }],
	])(
		'of somebody who is no client (%o) is refused after a correct password only, without a session',
		async (account, refusal) => {
			const { userId, email } = await addAccount(database(), account)
			expect(await signIn(deps, attempt(email, { password: 'wrong one' }))).toEqual(wrong)
			expect(await signIn(deps, attempt(email))).toEqual({ ok: false, refusal })
			expect(await sessionsOf(userId)).toEqual([])
		},
	)

	test('gives a new token each time and ends the session that this browser had', async () => {
		const { userId, email } = await addAccount(database())
		const first = await signedIn(email)
		const second = await signedIn(email, { oldSessionHash: hashSecretToken(first) })
		expect(second).not.toBe(first)
		expect(await deps.identity.sessions.signedInUser(actorOf(first))).toBeNull()
		expect(await sessionsOf(userId)).toHaveLength(1)
	})

	test('replaces an old hash, and the password still works', async () => {
		const { userId, email } = await addAccount(database())
		await signedIn(email)
		const [user] = await database().rows('SELECT password_hash FROM users WHERE id = ?', userId)
		const stored = String(user?.password_hash)
		expect(stored).toContain('$ln=14,r=8,p=5$')
		expect(await verifyPassword(password, stored)).toEqual({ isCorrect: true, needsRehash: false })
	})

	test('is refused when the password changes between the check and the session', async () => {
		const { userId, email } = await addAccount(database())
		const changing: AccountDeps = {
			...deps,
			identity: {
				...deps.identity,
				accounts: {
					...deps.identity.accounts,
					async accountByEmail(address) {
						const account = await deps.identity.accounts.accountByEmail(address)
						await database().change(`UPDATE users SET password_hash = 'another' WHERE id = ?`, userId)
						return account
					},
				},
			},
		}
		expect(await signIn(changing, attempt(email))).toEqual(wrong)
		expect(await sessionsOf(userId)).toEqual([])
	})
})

describe('A session', () => {
	test('ends after 14 days without a visit, and by its own comparison with now', async () => {
		const { email } = await addAccount(database())
		const token = await signedIn(email)
		expect(await deps.identity.sessions.signedInUser(actorOf(token, now + 14 * DAY_MS - 1))).not.toBeNull()
		expect(await deps.identity.sessions.signedInUser(actorOf(token, now + 14 * DAY_MS))).toBeNull()
	})

	test('is extended by a visit, once a day, and after the answer', async () => {
		const { userId, email } = await addAccount(database())
		const token = await signedIn(email)
		const later: Promise<unknown>[] = []
		const appointmentAt = (at: number) =>
			readUser(new Request('https://wakati.example/', { headers: { cookie: `__Host-session=${token}` } }), {
				...deps,
				response: { isSignedOut: false },
				now: () => at,
				waitUntil: (work) => later.push(work),
			})
		expect((await appointmentAt(now + DAY_MS - 1))?.id).toBe(userId)
		expect(later).toHaveLength(0)
		expect((await appointmentAt(now + 2 * DAY_MS))?.id).toBe(userId)
		await Promise.all(later)
		expect(await sessionsOf(userId)).toMatchObject([{ expires_at: now + 16 * DAY_MS }])
		await appointmentAt(now + 2 * DAY_MS + 1)
		expect(later).toHaveLength(1)
	})

	test('that has ended is noted in the answer, so that its pages do not stay in the browser', async () => {
		const { email } = await addAccount(database())
		const cookie = `__Host-session=${await signedIn(email)}`
		const isNoted = async (headers: Record<string, string>, at: number) => {
			const response = { isSignedOut: false }
			const request = new Request('https://wakati.example/', { headers })
			await readUser(request, { ...deps, response, now: () => at, waitUntil() {} })
			return response.isSignedOut
		}
		expect(await isNoted({ cookie }, now)).toBe(false)
		expect(await isNoted({ cookie }, now + 14 * DAY_MS)).toBe(true)
		// A guest’s own pages stay.
		expect(await isNoted({ cookie: 'theme=dark' }, now)).toBe(false)
	})

	test('that has ended is not brought back by extending it', async () => {
		const { email } = await addAccount(database())
		const token = await signedIn(email)
		const late = actorOf(token, now + 15 * DAY_MS)
		await deps.writeBatch([deps.identity.sessions.extendSession(late, now + 29 * DAY_MS)])
		expect(await deps.identity.sessions.signedInUser(late)).toBeNull()
	})

	test('of somebody who is no client any more opens nothing', async () => {
		const { userId, email } = await addAccount(database())
		const token = await signedIn(email)
		await database().change(`UPDATE profiles SET role = 'staff' WHERE id = ?`, userId)
		expect(await deps.identity.sessions.signedInUser(actorOf(token))).toBeNull()
		expect(await deps.identity.sessions.listSessions(actorOf(token))).toEqual([])
	})

	test('is listed for its owner, who can end the others and nobody else', async () => {
		const mine = await addAccount(database())
		const theirs = await addAccount(database())
		const here = await signedIn(mine.email)
		await signedIn(mine.email, { deviceLabel: 'Safari on iPhone' })
		const stranger = await signedIn(theirs.email)
		const lastSeenAt = now + HOUR_MS
		await deps.writeBatch([
			deps.identity.sessions.extendSession(actorOf(here, lastSeenAt), now + 29 * DAY_MS),
		])
		const list = await deps.identity.sessions.listSessions(actorOf(here))
		expect(list[0]).toMatchObject({ createdAt: now, lastSeenAt })
		expect(list.map(({ deviceLabel, isCurrent }) => [deviceLabel, isCurrent])).toEqual([
			['Chrome on Android', true],
			['Safari on iPhone', false],
		])
		const other = list[1]?.id ?? ''
		await deps.writeBatch([deps.identity.sessions.deleteOwnSession(actorOf(stranger), other)])
		expect(await sessionsOf(mine.userId)).toHaveLength(2)
		await deps.writeBatch([deps.identity.sessions.deleteOtherSessions(actorOf(here))])
		expect(await deps.identity.sessions.listSessions(actorOf(here))).toHaveLength(1)
		expect(await sessionsOf(theirs.userId)).toHaveLength(1)
	})
})

describe('Guessing a password', () => {
	const rateLimit = (email: string, changes: Parameters<typeof attempt>[1] = {}) =>
		signIn(deps, attempt(email, { password: 'a wrong guess', ...changes }))

	test('is slowed down after five tries, for unknown addresses too, and says when to come again', async () => {
		for (const email of [(await addAccount(database())).email, newEmail()]) {
			for (let i = 0; i < 5; i++) expect(await rateLimit(email)).toEqual(wrong)
			const refusal = { code: 'rate_limited', retryAt: now + MINUTE_MS }
			expect(await rateLimit(email, { now: now + 1_000 })).toEqual({ ok: false, refusal })
			expect(await rateLimit(email, { now: now + MINUTE_MS })).toEqual(wrong)
			expect(await rateLimit(email, { now: now + MINUTE_MS + 1 })).toMatchObject({ ok: false })
			expect(await rateLimit(email, { now: now + HOUR_MS })).toEqual(wrong)
		}
	})

	test('many at once count as many', async () => {
		const { email } = await addAccount(database())
		const answers = await Promise.all(Array.from({ length: 12 }, () => rateLimit(email)))
		const codes = answers.map((answer) => (answer.ok ? 'in' : answer.refusal.code))
		expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(5)
		expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(7)
	})

	test('by others does not lock out a device that has signed in before', async () => {
		const { email } = await addAccount(database())
		for (let i = 0; i < 6; i++) await rateLimit(email, { networkKey: 'a busy network' })
		expect(await signIn(deps, attempt(email))).toMatchObject({ refusal: { code: 'rate_limited' } })
		await signedIn(email, { knownDeviceSubject: 'my-phone', networkKey: 'a busy network' })
	})

	test('from a known device is slowed down too', async () => {
		const { email } = await addAccount(database())
		for (let i = 0; i < 10; i++) await rateLimit(email, { knownDeviceSubject: 'stolen' })
		expect(await rateLimit(email, { knownDeviceSubject: 'stolen' })).toMatchObject({
			refusal: { code: 'rate_limited' },
		})
	})

	test('from one network over many addresses is slowed down', async () => {
		// The tries before this one.
		await database().change(
			`INSERT INTO rate_limits VALUES ('sign-in-network', 'stuffing', 600, ${now}, ${now + HOUR_MS})`,
		)
		expect(await rateLimit(newEmail(), { networkKey: 'stuffing' })).toMatchObject({
			refusal: { code: 'rate_limited' },
		})
	})

	test('S34: of one sender at one account does not lock out the others behind a shared address', async () => {
		const { email } = await addAccount(database())
		const neighbour = await addAccount(database())
		for (let i = 0; i < 30; i++) await rateLimit(email, { networkKey: 'a shared address' })
		await signedIn(neighbour.email, { networkKey: 'a shared address' })
		expect(
			await database().count(
				"SELECT attempts AS n FROM rate_limits WHERE kind = 'sign-in-network' AND subject = 'a shared address'",
			),
		).toBe(5)
	})

	test('S30: counts for the /48 of its network too', async () => {
		await database().change(
			`INSERT INTO rate_limits VALUES ('sign-in-network', 'block.', 3000, ${now}, ${now + HOUR_MS})`,
		)
		expect(await rateLimit(newEmail(), { networkKey: 'block.one' })).toMatchObject({
			refusal: { code: 'rate_limited' },
		})
	})

	test('is forgotten when the right password comes', async () => {
		const { email } = await addAccount(database())
		for (let i = 0; i < 4; i++) await rateLimit(email)
		await signedIn(email)
		for (let i = 0; i < 5; i++) expect(await rateLimit(email)).toEqual(wrong)
	})
})
