import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary/booking.ts'

export type AppointmentParty = 'customer' | 'shop'

/** What binds the party that moves, changes or cancels an appointment. */
export type AppointmentPolicy = {
	/** Acts end at the start, moves at the cut-off (C66, C67). If false, both end when the visit is closed (D52). */
	endsAtStart: boolean
	/** Notice, horizon and half-hours hold. If false, any free minute from now on within the shop's hours. */
	keepsNotice: boolean
	countsMoves: boolean
	/** A move may end free cancellation earlier (D31). */
	shortensRefund: boolean
	/** A second cancellation gets the first answer. If false, it is refused. */
	repeatsCancellation: boolean
	/** The shop gets a message. The customer and the shop's programs always get theirs. */
	tellsShop: boolean
}

export const appointmentPolicies: Readonly<Record<AppointmentParty, AppointmentPolicy>> = {
	customer: {
		endsAtStart: true,
		keepsNotice: true,
		countsMoves: true,
		shortensRefund: true,
		repeatsCancellation: true,
		tellsShop: true,
	},
	shop: {
		endsAtStart: false,
		keepsNotice: false,
		countsMoves: false,
		shortensRefund: false,
		repeatsCancellation: false,
		tellsShop: false,
	},
}

/** In minutes. */
export const lateChoices = ['10', '20', '30'] as const

/** A customer can report being late this long before and after the start. */
export const LATE_FROM_MS = 3 * HOUR_MS
export const LATE_UNTIL_MS = 30 * MINUTE_MS
/** The shop reads each notice, so the next one has to wait. */
export const LATE_AGAIN_MS = 5 * MINUTE_MS

export function mayTellLate(
	{ status, startsAt }: { status: AppointmentStatus; startsAt: Instant },
	now: Instant,
): boolean {
	const isOpen = status === 'SCHEDULED' || status === 'CONFIRMED'
	return isOpen && now >= startsAt - LATE_FROM_MS && now <= startsAt + LATE_UNTIL_MS
}
