import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { AppointmentStatus, PaymentMethod } from '#app/kernel/vocabulary/booking.ts'
import type { Alongside } from '#app/kernel/write-batch.server.ts'
import type { AppointmentStateRefusal, ClosedRefusal } from './appointment-state-refusal.ts'

/** How long a shop waits before a visit counts as missed (D52). */
export const NO_SHOW_AFTER_MS = 15 * MINUTE_MS

/** An appointment that the shop closes, or opens again. */
export type AppointmentToClose = {
	appointmentId: string
	shopId: string
	timeZone: string
	/** Null for a guest. */
	userId: string | null
	status: AppointmentStatus
	startsAt: Instant
	/** On the shop's clock. */
	scheduledDate: string
	/** Grows with each move and change. */
	calendarSequence: number
	totalKobo: Kobo
	tipKobo: Kobo
	/** Online and with cashback. */
	paidKobo: Kobo
	cashbackKobo: Kobo
	paidAtShopKobo: Kobo
	paymentMethod: PaymentMethod
	hasReward: boolean
	hasOpenProblem: boolean
	customerNote: string | null
	arrivedAt: Instant | null
	transferPaidAt: Instant | null
	completedAt: Instant | null
	completions: number
	missedAt: Instant | null
	isReviewed: boolean
}

/** The appointment that a shop acts on. Another shop's is not found. */
export type ShopAppointment = {
	shopId: string
	referenceNumber: string
	/** The account signed in on the device: staff cannot act on their own appointment. */
	ownUserId?: string | null
	/** The act that records who did it. */
	alongside?: Alongside
	now: Instant
}

/** Null when it may be completed: open and begun (D52). */
export function completionProblem(
	{ status, startsAt }: Pick<AppointmentToClose, 'status' | 'startsAt'>,
	now: Instant,
): ClosedRefusal | 'visit_not_begun' | null {
	return closedAs(status) ?? (now < startsAt ? 'visit_not_begun' : null)
}

/** Null when it may count as missed: open, and begun 15 minutes ago (D52). */
export function missProblem(
	{ status, startsAt }: Pick<AppointmentToClose, 'status' | 'startsAt'>,
	now: Instant,
): ClosedRefusal | 'too_early_to_miss' | null {
	return closedAs(status) ?? (now < startsAt + NO_SHOW_AFTER_MS ? 'too_early_to_miss' : null)
}

export type UndoRefusal = Extract<
	AppointmentStateRefusal,
	'visit_cancelled' | 'visit_still_open' | 'visit_reviewed' | 'undo_too_late'
>

/** Null when it may be opened again: within `withinMs`, if given, and without a review. */
export function undoProblem(
	{
		status,
		isReviewed,
		completedAt,
		missedAt,
	}: Pick<AppointmentToClose, 'status' | 'isReviewed' | 'completedAt' | 'missedAt'>,
	now: Instant,
	withinMs?: number,
): UndoRefusal | null {
	if (status === 'CANCELLED') return 'visit_cancelled'
	if (status !== 'COMPLETED' && status !== 'NO_SHOW') return 'visit_still_open'
	if (isReviewed) return 'visit_reviewed'
	const closedAt = completedAt ?? missedAt ?? 0
	return withinMs !== undefined && now - closedAt > withinMs ? 'undo_too_late' : null
}

/** Null when a transfer is awaited: open, with something left to pay. */
export function transferProblem(appointment: AppointmentToClose): ClosedRefusal | 'transfer_not_due' | null {
	const isAwaited =
		appointment.paymentMethod === 'TRANSFER' &&
		appointment.transferPaidAt === null &&
		restAtShop(appointment, true) > 0
	return closedAs(appointment.status) ?? (isAwaited ? null : 'transfer_not_due')
}

/** Null for an open one. */
export function closedAs(status: AppointmentStatus): ClosedRefusal | null {
	if (status === 'CANCELLED') return 'visit_cancelled'
	if (status === 'NO_SHOW') return 'visit_missed'
	return status === 'COMPLETED' ? 'visit_completed' : null
}

/**
 * The sum paid at the shop on completion: the rest, unless the shop says it was not paid (D40). An earlier transfer
 * counts in both cases.
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

/** The money paid without the tip: cashback earns none (D36). */
export function spentOn(
	{ tipKobo, paidKobo }: Pick<AppointmentToClose, 'tipKobo' | 'paidKobo'>,
	paidAtShopKobo: Kobo,
): Kobo {
	return Math.max(paidKobo + paidAtShopKobo - tipKobo, 0)
}
