import type { TipChoice } from '#app/domain/booking/checkout/price-draft.ts'
import type { BookingNotes } from '#app/kernel/booking-notes.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { PaymentChoice } from '#app/kernel/vocabulary/booking.ts'

/** A guest's details as typed, valid or not. */
export type TypedContact = { firstName: string; lastName: string; email: string; phone: string }

export type StaffChoice = { kind: 'any' } | { kind: 'named'; staffMemberId: string; name: string }

/** At its current price. `staff` is null until chosen. */
export type DraftService = {
	serviceId: string
	name: string
	priceKobo: number
	durationMinutes: number
	bufferMinutes: number
	isEnabled: boolean
	staff: StaffChoice | null
}

export type DraftAddOn = { addOnId: string; name: string; priceKobo: number; durationMinutes: number }

/** D1. */
export type Draft = {
	id: string
	shopId: string
	services: DraftService[]
	addOns: DraftAddOn[]
	startsAt: Instant | null
	contact: TypedContact
	bookingNotes: BookingNotes
	promoCode: string
	rewardId: string | null
	usesCashback: boolean
	tip: TipChoice
	paymentChoice: PaymentChoice | null
	appointmentId: string | null
	savedAt: Instant
	/** When it first held a time (F7). */
	firstHeldAt: Instant | null
}

/** A longer day at the salon is planned by phone. */
export const MAX_SERVICES = 4

/** Until 24 hours after its last save (D1). Later it counts as absent. */
export function isDraftAlive(draft: Pick<Draft, 'savedAt'>, now: Instant): boolean {
	return now - draft.savedAt < DAY_MS
}

export const draftSteps = ['service-selection', 'staff-selection', 'time-selection', 'checkout'] as const
export type DraftStep = (typeof draftSteps)[number]

/** The first step without an answer (C38, D25). */
export function reachedStep(draft: Draft | null): DraftStep {
	if (!draft || draft.services.length === 0) return 'service-selection'
	if (draft.services.some((service) => service.staff === null)) return 'staff-selection'
	return draft.startsAt === null ? 'time-selection' : 'checkout'
}

/**
 * The step to finish before the wanted one, or null. A missing service or person leads to service selection (C39). With
 * several services a missing person leads to staff selection: service selection would replace the services. The
 * checkout route checks a draft without services first: it has a separate screen.
 */
export function stepToFinishFirst(wanted: DraftStep, draft: Draft | null): DraftStep | null {
	const reached = reachedStep(draft)
	if (draftSteps.indexOf(wanted) <= draftSteps.indexOf(reached)) return null
	const hasSeveral = (draft?.services.length ?? 0) > 1
	return reached === 'staff-selection' && !hasSeveral ? 'service-selection' : reached
}

/** Services and add-ons one after the other (D4). */
export function draftMinutes({ services, addOns }: Pick<Draft, 'services' | 'addOns'>): number {
	return [...services, ...addOns].reduce((sum, { durationMinutes }) => sum + durationMinutes, 0)
}

export function hasDetails({ contact, bookingNotes }: Pick<Draft, 'contact' | 'bookingNotes'>): boolean {
	return [...Object.values(contact), ...Object.values(bookingNotes)].some(Boolean)
}
