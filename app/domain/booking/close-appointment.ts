import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { AppointmentStatus, PaymentMethod } from '#app/kernel/vocabulary/booking.ts'
import type { Alongside } from '#app/kernel/write-batch.server.ts'

/** How long a shop waits for a customer before the visit may count as missed (D52). */
export const NO_SHOW_AFTER_MS = 15 * MINUTE_MS

/** A visit that the shop closes, or opens again. */
export type AppointmentToClose = {
	appointmentId: string
	shopId: string
	timeZone: string
	/** The account of its client; null for a guest. */
	userId: string | null
	status: AppointmentStatus
	startsAt: Instant
	/** On the shop's clock. */
	scheduledDate: string
	/** Grows with each move and change. */
	calendarSequence: number
	totalKobo: Kobo
	tipKobo: Kobo
	/** Paid in advance: online, and with cashback. */
	paidKobo: Kobo
	cashbackKobo: Kobo
	paidAtShopKobo: Kobo
	paymentMethod: PaymentMethod
	hasReward: boolean
	/** The customer says that something was wrong, and has no answer yet. */
	hasOpenProblem: boolean
	arrivedAt: Instant | null
	transferPaidAt: Instant | null
	completedAt: Instant | null
	/** How often it was completed so far. */
	completions: number
	missedAt: Instant | null
	isReviewed: boolean
}

/** A visit that a shop's side acts on. Another shop's is not found. */
export type ShopAppointment = {
	shopId: string
	reference: string
	/** The account that is signed in on the device: staff cannot act on their own appointment. */
	ownUserId?: string | null
	/** The act that says who did it. */
	alongside?: Alongside
	now: Instant
}

/** Why a shop may not do that to a visit or to its calendar. */
export type ShopAppointmentRefusal =
	| 'visit_not_found'
	| 'visit_not_begun'
	| 'visit_cancelled'
	| 'visit_missed'
	| 'visit_completed'
	| 'visit_still_open'
	| 'visit_reviewed'
	| 'visit_confirmed'
	| 'visit_arrived'
	| 'visit_not_arrived'
	| 'too_early_to_miss'
	| 'undo_too_late'
	| 'time_given_away'
	| 'own_visit'
	| 'transfer_not_due'
	| 'problem_not_open'
	| 'reason_missing'
	| 'start_past'
	| 'start_outside_hours'
	| 'start_taken'
	| 'staff_not_available'
	| 'staff_does_it_already'
	| 'service_not_offered'
	| 'price_changed'
	| 'time_not_free'
	| 'block_not_found'
	| 'block_not_possible'

/** The one place where these are worded: for the kiosk, the shop's programs and the operator. */
export const shopAppointmentRefusalWords: Record<ShopAppointmentRefusal, string> = {
	visit_not_found: 'No booking has this reference.',
	visit_not_begun: 'This visit hasn’t started yet. You can complete it once it starts.',
	visit_cancelled: 'This visit was cancelled.',
	visit_missed: 'This visit is marked as missed. Undo that first.',
	visit_completed: 'This visit is completed. Undo that first.',
	visit_still_open: 'This visit is still open, so there is nothing to undo.',
	visit_reviewed: 'The customer has reviewed this visit, so it took place.',
	visit_confirmed: 'This visit is already confirmed.',
	visit_arrived: 'This customer is already marked as arrived.',
	visit_not_arrived: 'This customer is not marked as arrived.',
	too_early_to_miss: 'Wait until 15 minutes after the start.',
	undo_too_late: 'The ten minutes to undo this are over. Ask the operator to undo it.',
	time_given_away: 'This time is no longer free. Book this visit as a walk-in.',
	own_visit: 'This is your own visit: your account is signed in on this device. Ask a colleague to do it.',
	transfer_not_due: 'This visit isn’t waiting for a transfer.',
	problem_not_open: 'This has already been answered.',
	reason_missing: 'Tell the customer why, in 3 to 200 characters.',
	start_past: 'This time has passed.',
	start_outside_hours: 'The visit wouldn’t fit into working hours at this time.',
	start_taken: 'This time is already taken.',
	staff_not_available: 'This staff member doesn’t offer these services.',
	staff_does_it_already: 'This visit is already with this staff member.',
	service_not_offered: 'This service is no longer offered.',
	price_changed: 'A price has just changed. Nothing is booked. Please try again.',
	time_not_free: 'Someone is booked at this time. Move or cancel that visit first.',
	block_not_found: 'This time is no longer blocked.',
	block_not_possible: 'Choose an end time in the future, after the start and at most 24 hours later.',
}

/** Null when a visit may be completed: it is open, and has begun (D52). */
export function completionProblem(
	{ status, startsAt }: Pick<AppointmentToClose, 'status' | 'startsAt'>,
	now: Instant,
): ShopAppointmentRefusal | null {
	return closedAs(status) ?? (now < startsAt ? 'visit_not_begun' : null)
}

/** Null when a visit may count as missed: it is open, and began 15 minutes ago (D52). */
export function missProblem(
	{ status, startsAt }: Pick<AppointmentToClose, 'status' | 'startsAt'>,
	now: Instant,
): ShopAppointmentRefusal | null {
	return closedAs(status) ?? (now < startsAt + NO_SHOW_AFTER_MS ? 'too_early_to_miss' : null)
}

/** Null when a visit may be opened again, within a time where one is given. What its customer reviewed took place. */
export function undoProblem(
	{
		status,
		isReviewed,
		completedAt,
		missedAt,
	}: Pick<AppointmentToClose, 'status' | 'isReviewed' | 'completedAt' | 'missedAt'>,
	now: Instant,
	withinMs?: number,
): ShopAppointmentRefusal | null {
	if (status === 'CANCELLED') return 'visit_cancelled'
	if (status !== 'COMPLETED' && status !== 'NO_SHOW') return 'visit_still_open'
	if (isReviewed) return 'visit_reviewed'
	const closedAt = completedAt ?? missedAt ?? 0
	return withinMs !== undefined && now - closedAt > withinMs ? 'undo_too_late' : null
}

/** Null when a transfer is awaited: the visit is open, and something is left to pay by one. */
export function transferProblem(appointment: AppointmentToClose): ShopAppointmentRefusal | null {
	const isAwaited =
		appointment.paymentMethod === 'TRANSFER' &&
		appointment.transferPaidAt === null &&
		restAtShop(appointment, true) > 0
	return closedAs(appointment.status) ?? (isAwaited ? null : 'transfer_not_due')
}

/** Why a visit is not open; null for one that is. */
export function closedAs(status: AppointmentStatus): ShopAppointmentRefusal | null {
	if (status === 'CANCELLED') return 'visit_cancelled'
	if (status === 'NO_SHOW') return 'visit_missed'
	return status === 'COMPLETED' ? 'visit_completed' : null
}

/**
 * The sum paid at the shop when a visit is completed: the rest, unless the shop says that it was not paid (D40). An
 * earlier transfer counts in both cases.
 */
export function restAtShop(
	{
		totalKobo,
		paidKobo,
		cashbackKobo,
		transferPaidAt,
	}: Pick<AppointmentToClose, 'totalKobo' | 'paidKobo' | 'cashbackKobo' | 'transferPaidAt'>,
	isPaid: boolean,
): Kobo {
	return isPaid || transferPaidAt !== null ? Math.max(totalKobo - cashbackKobo - paidKobo, 0) : 0
}

/** What was paid for a visit in money, without its tip: what cashback paid earns none (D36). */
export function spentOn(
	{ tipKobo, paidKobo }: Pick<AppointmentToClose, 'tipKobo' | 'paidKobo'>,
	paidAtShopKobo: Kobo,
): Kobo {
	return Math.max(paidKobo + paidAtShopKobo - tipKobo, 0)
}
