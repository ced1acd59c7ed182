import type { ShopAct } from '#app/domain/shops/shop-act-repository.server.ts'
import { writingDown } from '#app/flows/shop/writing-down.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** Repositories whose first write is written down for the shop to read, as the operator's. */
export function writtenDown(
	repositories: Repositories,
	act: Pick<ShopAct, 'shopId' | 'kind' | 'subjectId' | 'summary' | 'now'>,
): Repositories {
	const id = newId()
	return {
		...repositories,
		writeBatch: writingDown(repositories, { ...act, id, requestId: id, keyId: null }),
	}
}

/** As above, for what is done to a visit; a reference that no visit has is refused before anything is written. */
export async function visitWrittenDown(
	repositories: Repositories,
	{ reference, kind, now }: { reference: string } & Pick<ShopAct, 'kind' | 'now'>,
): Promise<Repositories> {
	const visit = await repositories.visits.visit(reference)
	if (!visit) return repositories
	const { shopId, appointmentId } = visit
	return writtenDown(repositories, { shopId, kind, subjectId: appointmentId, summary: reference, now })
}
