import type { WriteBatch } from '#app/domain/booking/refusal-of-write.server.ts'
import type { AccountRepository } from '#app/domain/identity/account-repository.server.ts'
import { mailedToken } from '#app/domain/identity/mailed-token.server.ts'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import type { AccountMailRepository } from '#app/domain/messaging/account-mail-repository.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { AccountTokenKind } from '#app/kernel/vocabulary.ts'

export type SendLinkDeps = {
	accounts: Pick<AccountRepository, 'insertAccountToken'>
	accountMails: AccountMailRepository
	writeBatch: WriteBatch
}

type Recipient = { userId: string; email: string; linkKey: string; now: Instant }

/** The statements of a mail with a link that verifies the address. */
export function verificationMail(deps: SendLinkDeps, to: Recipient) {
	return linkMail(deps, 'verify', to)
}

/** The statements of a mail with a link that sets a new password. */
export function resetMail(deps: SendLinkDeps, to: Recipient) {
	return linkMail(deps, 'reset', to)
}

/** The row keeps the token's hash, the message names the row: the token exists in the mail alone. */
function linkMail(
	{ accounts, accountMails }: SendLinkDeps,
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
		accountMails.insertAccountMail({
			id: newId(),
			kind: kind === 'reset' ? 'reset_password' : 'verify_email',
			dedupeKey: `${kind}:${tokenId}`,
			recipientEmail: email,
			payload: { tokenId },
			now,
		}),
	]
}
