import type { ClientRepository } from '#app/domain/booking/client-repository.server.ts'
import type { WriteBatch } from '#app/domain/booking/refusal-of-write.server.ts'
import type { AccountRepository } from '#app/domain/identity/account-repository.server.ts'
import type { AuthRefusal } from '#app/domain/identity/auth-refusal.ts'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'

export type VerifyEmailDeps = {
	accounts: Pick<AccountRepository, 'ownerOfToken' | 'verifyEmailByToken'>
	clients: Pick<ClientRepository, 'linkGuestClients'>
	writeBatch: WriteBatch
}

/**
 * Proves an address by a mailed link, once, and makes the guest bookings of that address its owner's (decision D8).
 * Refuses 'link_not_valid'.
 */
export async function verifyEmail(
	{ accounts, clients, writeBatch }: VerifyEmailDeps,
	{ token, now }: { token: string; now: Instant },
): Promise<Outcome<{ linkedClients: number }, AuthRefusal>> {
	const tokenHash = hashSecretToken(token)
	const owner = await accounts.ownerOfToken(tokenHash, 'verify', now)
	if (!owner) return refused({ code: 'link_not_valid' })
	const [verified, , linked] = await writeBatch([
		...accounts.verifyEmailByToken(tokenHash, now),
		clients.linkGuestClients(owner.userId),
	])
	if (verified?.rowsAffected !== 1) return refused({ code: 'link_not_valid' })
	return accepted({ linkedClients: linked?.rowsAffected ?? 0 })
}
