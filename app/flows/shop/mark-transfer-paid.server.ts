import { restAtShop, type ShopVisit, transferProblem } from '#app/domain/booking/close-visit.ts'
import { tellShopPaid } from '#app/flows/lifecycle/tell-shop.server.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Acted, changeVisit } from './act-on-visit.server.ts'

/**
 * The transfer came (D26): the visit is paid from now on, and stays so when its completion is undone. Gives what came.
 * Refuses 'transfer_not_due' where none is awaited, and a visit that is closed.
 */
export function markTransferPaid(
	deps: Pick<Repositories, 'visits' | 'shopDeliveries' | 'writeBatch'>,
	asked: ShopVisit,
): Acted<{ paidKobo: Kobo }> {
	return changeVisit(deps, asked, (visit) => {
		const paidKobo = restAtShop(visit, true)
		return (
			transferProblem(visit) ?? {
				statements: [
					...deps.visits.markTransferPaid(visit, paidKobo, asked.now),
					tellShopPaid(deps, {
						...{ appointmentId: visit.appointmentId, paidBy: 'transfer', now: asked.now },
						amountKobo: paidKobo,
					}),
				],
				value: { paidKobo },
			}
		)
	})
}
