import { closedAs, type ShopVisit } from '#app/domain/booking/close-visit.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Acted, changeVisit } from './act-on-visit.server.ts'

/** The shop has seen a booking and expects its customer. Refuses 'visit_confirmed', and a visit that is closed. */
export function confirmVisit(
	deps: Pick<Repositories, 'visits' | 'writeBatch'>,
	asked: ShopVisit,
): Acted<null> {
	return changeVisit(
		deps,
		asked,
		(visit) =>
			closedAs(visit.status) ??
			(visit.status === 'CONFIRMED'
				? 'visit_confirmed'
				: { statements: deps.visits.confirmVisit(visit), value: null }),
	)
}
