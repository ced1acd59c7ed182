import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { readEndingToken, signEndingToken } from '#app/kernel/signed.server.ts'

/** A shown code works for this long (D34). */
const MEMBER_CODE_MS = 10 * MINUTE_MS

/** A code works at one shop only (S37). */
export type MemberCodeContent = { userId: string; shopId: string }

/**
 * Names an account for ten minutes, for one shop to scan. It gives nothing by itself: stamps come from completing a
 * visit (D34, D50).
 */
export async function signMemberCode(
	secrets: readonly string[],
	{ userId, shopId }: MemberCodeContent,
	now: Instant,
): Promise<{ token: string; expiresAt: Instant }> {
	const expiresAt = now + MEMBER_CODE_MS
	const subject = `${shopId}/${userId}`
	return { token: await signEndingToken(secrets, 'member-code', { subject, endsAt: expiresAt }), expiresAt }
}

/** Null for an expired code, and for one that our keys did not sign. */
export async function readMemberCode(
	secrets: readonly string[],
	token: string,
	now: Instant,
): Promise<MemberCodeContent | null> {
	const subject = await readEndingToken(secrets, 'member-code', token, now)
	const [, shopId, userId] = /^([^/]+)\/(.+)$/.exec(subject ?? '') ?? []
	return shopId !== undefined && userId !== undefined ? { userId, shopId } : null
}
