import { hashPassword } from '#app/domain/identity/password.server.ts'
import { findMailedToken, hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { sessionExpiry } from '#app/domain/identity/session.ts'
import type { SignInInput } from '#app/flows/account/sign-in.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { createRepositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { demoClient } from '#db/seed/demo-accounts.ts'
import { type BrowserLikeClient, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'

export const linkKey = 'a key for links of at least 32 letters'
export const now: Instant = Date.parse('2026-11-21T09:00+01:00')
export const password = 'five brown goats'

/** Low, so that tests are quick. Signing in raises it, as it does for every hash with an outdated cost. */
export const cheapCost = { logN: 10, r: 8, p: 1 }

/** Repositories as the composition root wires them, over a real database. */
export function accountDeps(databaseUrl: string) {
	return createRepositories(openDatabase({ url: databaseUrl }))
}
export type AccountDeps = ReturnType<typeof accountDeps>

let peopleSoFar = 0

/** An e-mail address that no account has. */
export function newEmail(): string {
	return `person${++peopleSoFar}@example.com`
}

/** A row in `users` with its profile, as registering leaves it, or as other programs may leave it. */
export async function addAccount(
	database: ScratchDatabase,
	account: { email?: string; role?: string | null; hasProfile?: boolean; cost?: typeof cheapCost } = {},
): Promise<{ userId: string; email: string }> {
	const { email = newEmail(), role = 'client', hasProfile = true, cost = cheapCost } = account
	const userId = `user-${email}`
	await database.change(
		'INSERT INTO users (id, email, password_hash, created_at) VALUES (?, ?, ?, ?)',
		userId,
		email,
		await hashPassword(password, cost),
		String(now),
	)
	if (hasProfile) {
		await database.change(
			`INSERT INTO profiles (id, first_name, last_name, email, role) VALUES (?, 'Ada', 'Obi', ?, ?)`,
			userId,
			email,
			role,
		)
	}
	return { userId, email }
}

/** The input of signing in from a device that is not known. */
export function attempt(email: string, changes: Partial<SignInInput> = {}): SignInInput {
	return {
		email,
		password,
		accountSubject: `subject-of-${email}`,
		knownDeviceSubject: null,
		hasSignedInTo: () => false,
		networkKey: null,
		oldSessionHash: null,
		deviceLabel: 'Chrome on Android',
		now,
		...changes,
	}
}

export function actorOf(token: string, at: Instant = now): Actor {
	return { sessionHash: hashSecretToken(token), at }
}

/** The token in the newest mail of a kind to an address, derived as the sender derives it with its key. */
export async function mailedTokenTo(
	database: ScratchDatabase,
	email: string,
	kind: 'reset_password' | 'verify_email',
	key = linkKey,
): Promise<string> {
	const [row] = await database.rows(
		`SELECT token.id, token.token_hash FROM outbox mail JOIN account_tokens token ON token.id = mail.payload ->> 'tokenId'
			WHERE mail.recipient_email = ? AND mail.kind = ? ORDER BY mail.rowid DESC LIMIT 1`,
		email,
		kind,
	)
	const token = row && findMailedToken([key], { id: String(row.id), tokenHash: String(row.token_hash) })
	if (!token) throw new Error(`no ${kind} mail to ${email}`)
	return token
}

export type Person = { userId: string; email: string; token: string; actor: Actor }

type PersonPlan = {
	at: Instant
	firstName?: string
	lastName?: string
	isVerified?: boolean
	/** As `hashPassword` gives it. Without one this person can never sign in again. */
	passwordHash?: string
}

/** A client with an account and a live session, as registering and signing in leave them, without their cost. */
export async function addSignedInPerson(database: ScratchDatabase, plan: PersonPlan): Promise<Person> {
	const userId = newId()
	const email = `${userId.toLowerCase()}@example.com`
	const token = newSecretToken()
	const sessionHash = hashSecretToken(token)
	const at = String(plan.at)
	await database.client.batch(
		[
			{
				sql: 'INSERT INTO users (id, email, password_hash, email_verified_at, created_at) VALUES (?, ?, ?, ?, ?)',
				args: [userId, email, plan.passwordHash ?? 'none', plan.isVerified ? at : null, at],
			},
			{
				sql: `INSERT INTO profiles (id, first_name, last_name, email, role) VALUES (?, ?, ?, ?, 'client')`,
				args: [userId, plan.firstName ?? 'Ada', plan.lastName ?? 'Obi', email],
			},
			{
				sql: `INSERT INTO sessions (token_hash, id, user_id, device_label, created_at, last_seen_at, expires_at)
					VALUES (?, ?, ?, 'Chrome on Android', ?, ?, ?)`,
				args: [sessionHash, newId(), userId, at, at, String(sessionExpiry(plan.at, plan.at))],
			},
		],
		'write',
	)
	return { userId, email, token, actor: { sessionHash, at: plan.at } }
}

/** The demo client with a live session, for what only a year of visits shows. */
export async function signInDemoClient(database: ScratchDatabase): Promise<Person> {
	const { userId } = demoClient
	const person = await addSignedInPerson(database, { at: Date.now() })
	await database.change('UPDATE sessions SET user_id = ? WHERE user_id = ?', userId, person.userId)
	return { ...person, userId, email: demoClient.email }
}

/** A live session of an account, as signing in leaves it, without its cost. */
export async function addSession(
	database: ScratchDatabase,
	userId: string,
	at: Instant = now,
): Promise<Actor> {
	const sessionHash = hashSecretToken(newSecretToken())
	await database.change(
		`INSERT INTO sessions (token_hash, id, user_id, device_label, created_at, last_seen_at, expires_at)
			VALUES (?, ?, ?, 'Chrome on Android', ?, ?, ?)`,
		sessionHash,
		newId(),
		userId,
		String(at),
		String(at),
		String(sessionExpiry(at, at)),
	)
	return { sessionHash, at }
}

/** A signed-in browser without script. */
export function browserOf(person: Person, baseUrl: string): BrowserLikeClient {
	const client = openBrowserLikeClient(baseUrl)
	client.cookies.set('session', person.token)
	return client
}
