import { findMailedToken } from '#app/domain/identity/mailed-token.server.ts'
import { hashPassword } from '#app/domain/identity/password.server.ts'
import {
	type BrowserLikeClient,
	openBrowserLikeClient,
	type Page,
} from '#scripts/site/browser-like-client.ts'
import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'

export const password = 'five brown goats'

let peopleSoFar = 0

/** An account as registering leaves it; its hash is cheap, so that tests are quick. */
export async function addAccount(
	database: ScratchDatabase,
	account: { role?: string | null; hasProfile?: boolean; cost?: { logN: number; r: number; p: number } } = {},
): Promise<{ userId: string; email: string }> {
	const { role = 'client', hasProfile = true, cost = { logN: 10, r: 8, p: 1 } } = account
	const userId = `member${++peopleSoFar}`
	const email = `${userId}@example.com`
	await database.change(
		'INSERT INTO users (id, email, password_hash, created_at) VALUES (?, ?, ?, 0)',
		userId,
		email,
		await hashPassword(password, cost),
	)
	if (hasProfile)
		await database.change(
			`INSERT INTO profiles (id, first_name, last_name, email, phone, role) VALUES (?, 'Ada', 'Obi', ?, '+2348031234567', ?)`,
			userId,
			email,
			role,
		)
	return { userId, email }
}

/** The form of a page that is not one of its small ones. */
export const mainForm = 'main form'

export async function signIn(
	client: BrowserLikeClient,
	email: string,
	options: { path?: string; password?: string } = {},
): Promise<Page> {
	const login = await client.visit(options.path ?? '/login')
	return client.submit(login, mainForm, { email, password: options.password ?? password })
}

/** A browser that is signed in. */
export async function signedInClient(url: string, email: string): Promise<BrowserLikeClient> {
	const client = openBrowserLikeClient(url)
	const page = await signIn(client, email)
	if (!client.cookies.has('session')) throw new Error(`not signed in: ${page.text}`)
	return client
}

/** What the link of the newest mail of a kind carries. */
export async function mailedToken(database: ScratchDatabase, email: string, kind: string): Promise<string> {
	const rows = await database.rows(
		`SELECT token.id, token.token_hash FROM outbox mail JOIN account_tokens token ON token.id = mail.payload ->> 'tokenId'
			WHERE mail.recipient_email = ? AND mail.kind = ? ORDER BY mail.rowid DESC LIMIT 1`,
		email,
		kind,
	)
	const token =
		rows[0] &&
		findMailedToken([scratchCookieKey], { id: String(rows[0].id), tokenHash: String(rows[0].token_hash) })
	if (!token) throw new Error(`no ${kind} mail to ${email}`)
	return token
}
