import type { ShopDayView } from './shop-visit-repository.server.ts'
import { isClosed } from './shop-visit-words.ts'

/** When somebody cannot be booked on the day that was read, in order: a completed visit keeps its time until its end. */
export function takenTimeOf(
	staffMemberId: string,
	{ visits, blocks }: Pick<ShopDayView, 'visits' | 'blocks'>,
	exceptReference?: string,
) {
	const ofVisits = visits.filter(
		(visit) =>
			visit.reference !== exceptReference &&
			(!isClosed(visit) || visit.status === 'COMPLETED') &&
			visit.services.some((service) => service.staffMemberId === staffMemberId),
	)
	const ofBlocks = blocks.filter((block) => block.staffMemberId === staffMemberId)
	return [...ofVisits, ...ofBlocks].toSorted((a, b) => a.startsAt - b.startsAt)
}
