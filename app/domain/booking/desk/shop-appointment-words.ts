import { completionProblem, missProblem } from '#app/domain/booking/appointment/close-appointment.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary/booking.ts'

/** A kiosk can undo its last act for this long. */
export const UNDO_WITHIN_MS = 10 * MINUTE_MS

/** A visit still open this long after its start was forgotten. */
const FORGOTTEN_AFTER_MS = 12 * HOUR_MS

type AppointmentInState = {
	status: AppointmentStatus
	startsAt: Instant
	arrivedAt: Instant | null
	completedAt: Instant | null
	missedAt: Instant | null
	/** Its account is signed in on the device. */
	isOfSignedIn: boolean
}

export type AppointmentState = { word: string; tone: 'plain' | 'marigold' | 'leaf' | 'clay' }

/** In the kiosk's words. */
export function appointmentState(
	{ status, startsAt, arrivedAt }: Pick<AppointmentInState, 'status' | 'startsAt' | 'arrivedAt'>,
	now: Instant,
): AppointmentState {
	if (status === 'COMPLETED') return { word: 'Completed', tone: 'leaf' }
	if (status === 'NO_SHOW') return { word: 'No-show', tone: 'clay' }
	if (status === 'CANCELLED') return { word: 'Cancelled', tone: 'clay' }
	if (now >= startsAt + FORGOTTEN_AFTER_MS) return { word: 'Not closed', tone: 'clay' }
	if (arrivedAt !== null) return { word: now < startsAt ? 'Waiting' : 'Here', tone: 'marigold' }
	if (now >= startsAt) return { word: 'Not here yet', tone: 'clay' }
	return { word: status === 'CONFIRMED' ? 'Confirmed' : 'Expected', tone: 'plain' }
}

export type SuggestedAction = 'arrive' | 'complete' | 'miss' | 'undo'

/** A shop's likely next acts, the likeliest first; none for the caller's own visit (D52). */
export function suggestedActions(appointment: AppointmentInState, now: Instant): SuggestedAction[] {
	if (appointment.isOfSignedIn) return []
	const closedAt = appointment.completedAt ?? appointment.missedAt
	if (isClosed(appointment)) return closedAt !== null && now < closedAt + UNDO_WITHIN_MS ? ['undo'] : []
	const mayComplete = completionProblem(appointment, now) === null
	if (appointment.arrivedAt !== null) return mayComplete ? ['complete'] : []
	const mayMiss = missProblem(appointment, now) === null
	return ['arrive', ...(mayComplete ? (['complete'] as const) : []), ...(mayMiss ? (['miss'] as const) : [])]
}

/** The acts of a person's own device. A no-show is the desk's. */
export function actionsOfPerson(
	actions: readonly SuggestedAction[],
	{ completedAt }: Pick<AppointmentInState, 'completedAt'>,
): SuggestedAction[] {
	return actions.filter((action) => (action === 'undo' ? completedAt !== null : action !== 'miss'))
}

export function isClosed({ status }: Pick<AppointmentInState, 'status'>): boolean {
	return status === 'COMPLETED' || status === 'NO_SHOW' || status === 'CANCELLED'
}

/** A walk-in may have no name. */
export function customerName({ firstName, lastName }: { firstName: string; lastName: string }): string {
	return `${firstName} ${lastName}`.trim() || 'Walk-in'
}

/** The visitor stands first: 'Tobi (booked by Amaka Obi)'. */
export function nameWithVisitor(appointment: {
	visitorName: string | null
	customer: { firstName: string; lastName: string }
}): string {
	const { visitorName, customer } = appointment
	return visitorName === null
		? customerName(customer)
		: `${visitorName} (booked by ${customerName(customer)})`
}

/** Null once the customer has arrived. */
export function lateWords({
	status,
	arrivedAt,
	lateMinutes,
}: Pick<AppointmentInState, 'status' | 'arrivedAt'> & { lateMinutes: number | null }): string | null {
	return lateMinutes === null || arrivedAt !== null || isClosed({ status })
		? null
		: `Running ${lateMinutes} min late`
}

/** Empty for a customer's booking. */
export function byShopWords(booked: { isWalkIn: boolean; isBookedAhead: boolean }): string[] {
	if (booked.isBookedAhead) return ['Booked by us']
	return booked.isWalkIn ? ['Walk-in'] : []
}
