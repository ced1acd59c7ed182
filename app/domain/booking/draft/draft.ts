import type { TipChoice } from '#app/domain/booking/checkout/tip.ts'
import type { BookingNotes } from '#app/kernel/booking-notes.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { PaymentChoice } from '#app/kernel/vocabulary/booking.ts'

/** A guest's details as typed. A draft keeps a half-filled form, valid or not. */
export type TypedContact = { firstName: string; lastName: string; email: string; phone: string }

export type StaffChoice = { kind: 'any' } | { kind: 'named'; staffMemberId: string; name: string }

/** A service of the draft with its current price. `staff` is null until the customer has chosen. */
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

/** What a customer is putting together (D1). */
export type Draft = {
	id: string
	shopId: string
	services: DraftService[]
	addOns: DraftAddOn[]
	startsAt: Instant | null
	contact: TypedContact
	bookingNotes: BookingNotes
	promoCode: string
	/** A reward that the customer wants to use, and whether they pay with cashback as far as it goes. */
	rewardId: string | null
	usesCashback: boolean
	tip: TipChoice
	paymentChoice: PaymentChoice | null
	/** The appointment that the draft became; null before booking. */
	appointmentId: string | null
	savedAt: Instant
	/** When it first held a time; null before (F7). */
	firstHeldAt: Instant | null
}

/** Most services of one draft. More is a day at the salon, which is planned by phone. */
export const MAX_SERVICES = 4

/** A draft counts until 24 hours after its last save (D1). After that it is treated as absent. */
export function isDraftAlive(draft: Pick<Draft, 'savedAt'>, now: Instant): boolean {
	return now - draft.savedAt < DAY_MS
}

export const draftSteps = ['service-selection', 'staff-selection', 'time-selection', 'checkout'] as const
export type DraftStep = (typeof draftSteps)[number]

/** The first step whose answer is still missing; 'checkout' when only that is left (C38, D25). */
export function reachedStep(draft: Draft | null): DraftStep {
	if (!draft || draft.services.length === 0) return 'service-selection'
	if (draft.services.some((service) => service.staff === null)) return 'staff-selection'
	return draft.startsAt === null ? 'time-selection' : 'checkout'
}

/**
 * The step to finish before the wanted one; null when the wanted step may be shown. A missing service or member of
 * staff leads to service selection (C39). In a draft of several services a missing member of staff leads to staff
 * selection, because service selection would replace the services. At checkout a missing time leads to time
 * selection. Checkout without any service has a screen of its own, so its route checks that case first.
 */
export function stepToFinishFirst(wanted: DraftStep, draft: Draft | null): DraftStep | null {
	const reached = reachedStep(draft)
	if (draftSteps.indexOf(wanted) <= draftSteps.indexOf(reached)) return null
	const hasSeveral = (draft?.services.length ?? 0) > 1
	return reached === 'staff-selection' && !hasSeveral ? 'service-selection' : reached
}

/** How long it all takes, in minutes: services and add-ons one after the other (D4). */
export function draftMinutes({ services, addOns }: Pick<Draft, 'services' | 'addOns'>): number {
	return [...services, ...addOns].reduce((sum, { durationMinutes }) => sum + durationMinutes, 0)
}

/** Something that was typed at checkout is saved. */
export function hasDetails({ contact, bookingNotes }: Pick<Draft, 'contact' | 'bookingNotes'>): boolean {
	return [...Object.values(contact), ...Object.values(bookingNotes)].some(Boolean)
}
