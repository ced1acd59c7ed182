import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { apiKeyOf } from '#app/domain/shops/access-key.ts'
import { newId } from '#app/kernel/id.server.ts'
import { type ShopScope, shopScopes } from '#app/kernel/vocabulary/shops.ts'
import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'

/** A key of a shop's program, with every scope if none are named; gives it as the program sends it. */
export async function addApiKey(
	database: ScratchDatabase,
	shopId: string,
	scopes: readonly ShopScope[] = shopScopes,
): Promise<string> {
	const token = newSecretToken()
	await database.change(
		`INSERT INTO access_keys (id, shop_id, kind, name, scopes, secret_hash, created_at) VALUES (?, ?, 'api', 'Till', ?, ?, 0)`,
		newId(),
		shopId,
		JSON.stringify(scopes),
		hashSecretToken(token),
	)
	return apiKeyOf(token)
}

/** A request of a shop's program. */
export type ApiRequest = {
	method?: string
	path: string
	key?: string | null
	/** Sent as JSON; a text is sent as it is. */
	body?: unknown
	/** Of a change; a new one if none is given. */
	idempotencyKey?: string | null
	headers?: Record<string, string>
}

export type ApiAnswer = {
	status: number
	headers: Headers
	text: string
	// biome-ignore lint/suspicious/noExplicitAny: the document says what it is, and tests read it.
	json: any
}

/** Asks the shop's API as a program does: no cookie, no origin. */
export async function askApi(
	baseUrl: string,
	{ method = 'GET', path, key = null, body, idempotencyKey = newId(), headers = {} }: ApiRequest,
): Promise<ApiAnswer> {
	const response = await fetch(`${baseUrl}/api/v1${path}`, {
		method,
		redirect: 'manual',
		headers: {
			...(key !== null && { authorization: `Bearer ${key}` }),
			...(method !== 'GET' && idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
			...(body !== undefined && { 'content-type': 'application/json' }),
			...headers,
		},
		...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
	})
	const text = await response.text()
	const isJson = /json/.test(response.headers.get('content-type') ?? '')
	return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null }
}
