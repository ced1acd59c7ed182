import type { Instant } from '#app/kernel/instant.ts'
import type { World } from '../world.ts'

/** What members and desks asked of plans, and their answers. Judges compare the rows with it. */
export type PlanRecord = {
	/** Places that were answered as booked. */
	placesBooked: { bookingId: string; sessionId: string; userId: string }[]
	placesGivenUp: { bookingId: string; at: Instant; told: 'returned' | 'forfeited' }[]
	/** Each showing of a code at a desk; `told` is null until it is answered. */
	showings: {
		codeId: string
		subscriptionId: string
		key: string
		told: 'visit' | 'session' | 'refused' | null
	}[]
	/** Each order that was sent to a shop; `answeredAt` is null while it is on its way, or without an answer. */
	orders: {
		referenceNumber: string | null
		userId: string
		planId: string
		askedAt: Instant
		answeredAt: Instant | null
	}[]
	ordersCancelled: { referenceNumber: string; askedAt: Instant }[]
	/** Each order that a desk was to start, with the subscription that it was told. */
	starts: { referenceNumber: string; subscriptionId: string | null }[]
	/** Pauses that were answered as begun, with the number of places that their page had shown as lost. */
	pauses: { subscriptionId: string; pausedAt: Instant; shown: number }[]
	/** Plans that were answered as cancelled, with the money that the customer was told. */
	plansCancelled: { subscriptionId: string; moneyKobo: number }[]
}

const records = new WeakMap<World, PlanRecord>()

/** The record of one history. */
export function planRecordOf(world: World): PlanRecord {
	const kept = records.get(world)
	if (kept) return kept
	const record: PlanRecord = {
		placesBooked: [],
		placesGivenUp: [],
		showings: [],
		orders: [],
		ordersCancelled: [],
		starts: [],
		pauses: [],
		plansCancelled: [],
	}
	records.set(world, record)
	return record
}
