import { hashSecretToken, mailedToken } from '#app/domain/identity/secret-token.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { AccountTokenKind } from '#app/kernel/vocabulary/identity.ts'
import type { Repositories } from '#app/repositories.server.ts'

type Deps = Pick<Repositories, 'identity' | 'messaging'>

type Recipient = { userId: string; email: string; linkKey: string; now: Instant }

/** Queues a mail with a link that proves the address. */
export function verificationMail(deps: Deps, to: Recipient) {
	return linkMail(deps, 'verify', to)
}

/** Queues a mail with a link that sets a new password. */
export function resetMail(deps: Deps, to: Recipient) {
	return linkMail(deps, 'reset', to)
}

/** The token itself exists only in the mail; its row stores a hash. */
function linkMail(
	{ identity: { accounts }, messaging: { accountMails } }: Deps,
	kind: AccountTokenKind,
	{ userId, email, linkKey, now }: Recipient,
) {
	const tokenId = newId()
	return [
		...accounts.insertAccountToken({
			id: tokenId,
			tokenHash: hashSecretToken(mailedToken(linkKey, tokenId)),
			kind,
			userId,
			now,
		}),
		...accountMails.insertAccountMail({
			id: newId(),
			kind: kind === 'reset' ? 'reset_password' : 'verify_email',
			dedupeKey: `${kind}:${tokenId}`,
			recipientEmail: email,
			payload: { tokenId },
			now,
		}),
	]
}
