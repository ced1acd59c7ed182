import { closedAs, type ShopVisit } from '#app/domain/booking/close-visit.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Acted, changeVisit } from './act-on-visit.server.ts'

/**
 * The customer is there; with `isArrived` false, not after all. It changes nothing else. Refuses 'visit_arrived' for one
 * who is there already, 'visit_not_arrived' for one who never was, and a visit that is closed.
 */
export function markArrived(
	deps: Pick<Repositories, 'visits' | 'writeBatch'>,
	{ isArrived = true, ...asked }: ShopVisit & { isArrived?: boolean },
): Acted<null> {
	return changeVisit(deps, asked, (visit) => {
		const problem = closedAs(visit.status)
		if (problem) return problem
		if (isArrived === (visit.arrivedAt !== null)) return isArrived ? 'visit_arrived' : 'visit_not_arrived'
		return { statements: deps.visits.markArrived(visit, isArrived ? asked.now : null), value: null }
	})
}
