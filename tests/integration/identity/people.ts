import { createClientRepository } from '#app/domain/booking/client-repository.server.ts'
import { createAccountRepository } from '#app/domain/identity/account-repository.server.ts'
import { createGuessRepository } from '#app/domain/identity/guess-repository.server.ts'
import { findMailedToken } from '#app/domain/identity/mailed-token.server.ts'
import { hashPassword } from '#app/domain/identity/password.server.ts'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { createSessionRepository } from '#app/domain/identity/session-repository.server.ts'
import { createAccountMailRepository } from '#app/domain/messaging/account-mail-repository.server.ts'
import type { SignInInput } from '#app/flows/sign-in.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { openDatabase } from '#db/client.server.ts'
import type { TestDatabase } from '#tests/support/test-database.ts'

export const linkKey = 'a key for links of at least 32 letters'
export const now: Instant = Date.parse('2026-11-21T09:00+01:00')
export const password = 'five brown goats'

/** Low, so that tests are quick; signing in raises it as it does for every hash that is older than its time. */
export const cheapCost = { logN: 10, r: 8, p: 1 }

/** The repositories of accounts as the composition root wires them, over a real database. */
export function accountDeps(databaseUrl: string) {
	const { read, writeBatch } = openDatabase({ url: databaseUrl })
	return {
		accounts: createAccountRepository(read),
		sessions: createSessionRepository(read),
		guesses: createGuessRepository(read),
		clients: createClientRepository(),
		accountMails: createAccountMailRepository(),
		writeBatch,
	}
}
export type AccountDeps = ReturnType<typeof accountDeps>

let peopleSoFar = 0

/** An address that nobody in this database has. */
export function newEmail(): string {
	return `person${++peopleSoFar}@example.com`
}

/** A row in `users` with its profile, as registering leaves it, or as other programs may leave it. */
export async function addAccount(
	database: TestDatabase,
	account: { email?: string; role?: string | null; hasProfile?: boolean; cost?: typeof cheapCost } = {},
): Promise<{ userId: string; email: string }> {
	const { email = newEmail(), role = 'client', hasProfile = true, cost = cheapCost } = account
	const userId = `user-${email}`
	await database.client.execute({
		sql: 'INSERT INTO users (id, email, password_hash, created_at) VALUES (?, ?, ?, ?)',
		args: [userId, email, await hashPassword(password, cost), String(now)],
	})
	if (hasProfile) {
		await database.client.execute({
			sql: `INSERT INTO profiles (id, first_name, last_name, email, role) VALUES (?, 'Ada', 'Obi', ?, ?)`,
			args: [userId, email, role],
		})
	}
	return { userId, email }
}

/** How somebody signs in from a phone that was never here before. */
export function attempt(email: string, changes: Partial<SignInInput> = {}): SignInInput {
	return {
		email,
		password,
		accountSubject: `subject-of-${email}`,
		knownDeviceSubject: null,
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

export async function rowsOf(database: TestDatabase, sql: string, args: (string | number)[] = []) {
	const { rows } = await database.client.execute({ sql, args })
	return rows.map((row) => ({ ...row }))
}

/** The token in the newest mail of a kind to an address, as the sender makes it. */
export async function mailedTokenTo(
	database: TestDatabase,
	deps: AccountDeps,
	email: string,
	kind: 'reset_password' | 'verify_email',
): Promise<string> {
	const [mail] = await rowsOf(
		database,
		'SELECT payload FROM outbox WHERE recipient_email = ? AND kind = ? ORDER BY rowid DESC LIMIT 1',
		[email, kind],
	)
	const { tokenId } = JSON.parse(String(mail?.payload))
	const row = await deps.accounts.mailOfToken(tokenId)
	const token = row && findMailedToken([linkKey], row)
	if (!token) throw new Error(`no ${kind} mail to ${email}`)
	return token
}
