import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { sessionExpiry } from '#app/domain/identity/session.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type BrowserLikeClient, openBrowserLikeClient } from './browser-like-client.ts'
import type { TestDatabase } from './test-database.ts'

export type Person = { userId: string; email: string; token: string; actor: Actor }

type PersonPlan = {
	at: Instant
	firstName?: string
	lastName?: string
	isVerified?: boolean
	/** As `hashPassword` gives it; without one nobody can sign in as this person again. */
	passwordHash?: string
}

/** A client with an account and a live session, as registering and signing in leave them, without their cost. */
export async function addSignedInPerson(database: TestDatabase, plan: PersonPlan): Promise<Person> {
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

/** Their browser, which has script off. */
export function browserOf(person: Person, baseUrl: string): BrowserLikeClient {
	const client = openBrowserLikeClient(baseUrl)
	client.cookies.set('session', person.token)
	return client
}
