import { signCheckInToken } from '#app/domain/subscriptions/check-in-token.server.ts'
import { issueCheckInCode } from '#app/flows/subscriptions/check-in.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'
import type { BookingDeps } from './flow-deps.ts'
import type { Holder } from './session-desk.ts'

/** Signs the codes of these tests. */
export const checkInKeys = ['a key that signs check-ins in tests only']

export type TestCode = { id: string; typed: string; token: string }

/** A code as the page of a subscription shows it. */
export async function newCode(
	database: ScratchDatabase,
	deps: BookingDeps,
	holder: Holder,
	at: Instant,
): Promise<TestCode> {
	const issued = await issueCheckInCode(deps, holder.actorAt(at), holder.subscriptionId)
	if (!issued.ok) throw new Error(issued.refusal)
	const [row] = await database.rows(
		'SELECT * FROM check_in_codes WHERE subscription_id = ? AND used_at IS NULL',
		holder.subscriptionId,
	)
	return codeOf(row ?? {})
}

/** A number of codes of one subscription at once, which no page gives: each would end the one before. */
export async function plantCodes(
	database: ScratchDatabase,
	holder: Holder,
	count: number,
	at: Instant,
): Promise<TestCode[]> {
	const ids = Array.from({ length: count }, (_, i) => `${holder.subscriptionId}-code-${i}`)
	await database.change(
		`INSERT INTO check_in_codes (id, subscription_id, shop_id, typed_code, created_at, expires_at)
			SELECT value, subscriptions.id, shop_id, value, ?, ? FROM json_each(?), subscriptions WHERE subscriptions.id = ?`,
		String(at),
		String(at + 120_000),
		JSON.stringify(ids),
		holder.subscriptionId,
	)
	const rows = await database.rows(
		'SELECT * FROM check_in_codes WHERE subscription_id = ?',
		holder.subscriptionId,
	)
	return Promise.all(rows.map(codeOf))
}

async function codeOf(row: Record<string, unknown>): Promise<TestCode> {
	const code = {
		codeId: String(row.id),
		subscriptionId: String(row.subscription_id),
		shopId: String(row.shop_id),
		expiresAt: Number(row.expires_at),
	}
	return { id: code.codeId, typed: String(row.typed_code), token: await signCheckInToken(checkInKeys, code) }
}
