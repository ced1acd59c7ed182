import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/*
 * Events for the shop's own programs. Each stands in the batch of the change it reports, after the changed rows. A shop
 * without an address gets none.
 */

type Deps = Pick<Repositories, 'shops'>
type OfAppointment = { appointmentId: string; now: Instant }

export function tellShopBooked({ shops: { shopDeliveries } }: Deps, of: OfAppointment): Statement {
	return shopDeliveries.queueEvent({ kind: 'booked', onceFor: of.appointmentId, ...of })
}

export function tellShopMoved({ shops: { shopDeliveries } }: Deps, of: OfAppointment): Statement {
	return shopDeliveries.queueEvent({ kind: 'moved', ...of })
}

export function tellShopCancelled({ shops: { shopDeliveries } }: Deps, of: OfAppointment): Statement {
	return shopDeliveries.queueEvent({ kind: 'cancelled', onceFor: of.appointmentId, ...of })
}

/** Tells each `paidBy` once: a payment's reference or 'transfer'. */
export function tellShopPaid(
	{ shops: { shopDeliveries } }: Deps,
	{ paidBy, ...of }: OfAppointment & { paidBy: string; amountKobo: Kobo },
): Statement {
	return shopDeliveries.queueEvent({ kind: 'paid', onceFor: `${of.appointmentId}:${paidBy}`, ...of })
}

/** An arrived refund of an appointment; a plan's refund is no event. */
export function tellShopRefunded(
	{ shops: { shopDeliveries } }: Deps,
	{ part, ...of }: { paymentReference: string; part: number; now: Instant },
): Statement {
	const onceFor = part === 0 ? of.paymentReference : `${of.paymentReference}:${part}`
	return shopDeliveries.queueEvent({ kind: 'refunded', onceFor, part, ...of })
}

/** An act of the shop, each time it is done. */
export function tellShopActed(
	{ shops: { shopDeliveries } }: Deps,
	{ kind, ...of }: OfAppointment & { kind: 'confirmed' | 'arrived' | 'completed' | 'no_show' | 'undone' },
): Statement {
	return shopDeliveries.queueEvent({ kind, onceFor: newId(), ...of })
}

/** The first review of an appointment; later edits are no event. */
export function tellShopReviewed({ shops: { shopDeliveries } }: Deps, of: OfAppointment): Statement {
	return shopDeliveries.queueEvent({ kind: 'reviewed', onceFor: of.appointmentId, ...of })
}

/** The holder of a plan was let in. */
export function tellShopCheckedIn(
	{ shops: { shopDeliveries } }: Deps,
	of: { codeId: string; sessionId: string | null; now: Instant },
): Statement {
	return shopDeliveries.queueCheckIn(of)
}
