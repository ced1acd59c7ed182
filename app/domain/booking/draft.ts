import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { PaymentChoice } from '#app/kernel/vocabulary.ts'
import type { TipChoice } from './tip.ts'

/** What a guest says of themselves, as typed: a draft keeps a half-filled form, valid or not. */
export type TypedContact = { firstName: string; lastName: string; email: string; phone: string }

export type StaffChoice = { kind: 'any' } | { kind: 'named'; staffMemberId: string; name: string }

/** A service of the visit with its current price, and who shall do it (null: not chosen yet). */
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

/** A booking in the making (decision D1). */
export type Draft = {
	id: string
	shopId: string
	services: DraftService[]
	addOns: DraftAddOn[]
	startsAt: Instant | null
	contact: TypedContact
	promoCode: string
	tip: TipChoice
	paymentChoice: PaymentChoice | null
	/** The appointment that it became. */
	appointmentId: string | null
	savedAt: Instant
}

/** The most services that one visit may have: more is a day at the salon, and planned by phone. */
export const MAX_SERVICES = 4

/** A draft counts until 24 hours after its last save (decision D1); then it is as if it were not there. */
export function isDraftAlive(draft: Pick<Draft, 'savedAt'>, now: Instant): boolean {
	return now - draft.savedAt < DAY_MS
}

export const draftSteps = ['service-selection', 'staff-selection', 'time-selection', 'checkout'] as const
export type DraftStep = (typeof draftSteps)[number]

/** The first step whose answer is still missing; 'checkout' when only that is left (spec 1 §4, decision D25). */
export function reachedStep(draft: Draft | null): DraftStep {
	if (!draft || draft.services.length === 0) return 'service-selection'
	if (draft.services.some((service) => service.staff === null)) return 'staff-selection'
	return draft.startsAt === null ? 'time-selection' : 'checkout'
}

/**
 * Where a visitor of a step has to go first; null when the step may be shown. A missing service, or a missing member of
 * staff, leads back to service selection (spec 1 §4); in a visit of several services, which that would replace, it leads
 * to staff selection. At checkout a missing time leads to time selection. Checkout without any service has a screen of
 * its own, so the route asks for that before it asks here.
 */
export function stepToFinishFirst(wanted: DraftStep, draft: Draft | null): DraftStep | null {
	const reached = reachedStep(draft)
	if (draftSteps.indexOf(wanted) <= draftSteps.indexOf(reached)) return null
	const hasSeveral = (draft?.services.length ?? 0) > 1
	return reached === 'staff-selection' && !hasSeveral ? 'service-selection' : reached
}
