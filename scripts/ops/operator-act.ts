import type { ShopAct } from '#app/domain/shops/shop-act-repository.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** Writes down an operator's act, for the shop. */
export function operatorAct(
	{ shops: { shopActs } }: Pick<Repositories, 'shops'>,
	act: Pick<ShopAct, 'shopId' | 'kind' | 'subjectId' | 'summary' | 'now'>,
	id = newId(),
): Statement[] {
	return shopActs.insertAct({ ...act, id, requestId: id, keyId: null })
}

/** For an appointment; an unknown reference is refused before any write. */
export async function operatorActOn(
	repositories: Pick<Repositories, 'shops' | 'booking'>,
	{ referenceNumber, kind, now }: { referenceNumber: string } & Pick<ShopAct, 'kind' | 'now'>,
): Promise<Statement[]> {
	const appointment = await repositories.booking.appointments.appointmentToClose(referenceNumber)
	if (!appointment) return []
	const { shopId, appointmentId } = appointment
	return operatorAct(repositories, { shopId, kind, subjectId: appointmentId, summary: referenceNumber, now })
}
