import * as z from 'zod'
import { findMailedToken } from '#app/domain/identity/secret-token.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { MessageDeps, ObsoleteMessage, QueuedMessage } from './message-kind.server.ts'

/** The payload of messages with a mailed token. */
export const linkPayload = z.object({ tokenId: z.string() })

/** The secret of a mailed token and its end. Refuses 'link_not_valid' when it is over or a newer one has ended it. */
export async function readMailedLink(
	{ identity: { accounts }, cookieKeys }: MessageDeps,
	{ payload }: QueuedMessage<z.infer<typeof linkPayload>>,
	now: Instant,
): Promise<Outcome<{ token: string; expiresAt: Instant }, ObsoleteMessage>> {
	const token = await accounts.mailOfToken(payload.tokenId)
	const secret = token?.isOpen && token.expiresAt > now ? findMailedToken(cookieKeys, token) : null
	return token && secret !== null
		? accepted({ token: secret, expiresAt: token.expiresAt })
		: refused('link_not_valid')
}
