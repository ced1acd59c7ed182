import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { BookingDeps } from './flow-deps.ts'

/** A new key of a shop, as the reads of the shop's own pages take it. */
export async function addOwnCaller(
	deps: Pick<BookingDeps, 'shops' | 'writeBatch'>,
	shopId: string,
	now: Instant,
) {
	const caller = { secretHash: hashSecretToken(newSecretToken()), kind: 'api' } as const
	const keyId = newId()
	await deps.writeBatch([
		deps.shops.accessKeys.insertKey({ ...caller, id: keyId, shopId, name: 'Till', scopes: [], now }),
	])
	return { ...caller, keyId }
}
