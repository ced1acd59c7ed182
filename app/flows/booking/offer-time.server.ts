import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import { NO_TIP } from '#app/domain/booking/checkout/price-draft.ts'
import { SLOT_OFFER_MS } from '#app/domain/booking/wait/slot-wait.ts'
import type { SlotWait } from '#app/domain/booking/wait/slot-wait-repository.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type Statement, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { refusalOfWriting } from './booking-write.server.ts'
import { holdTimes, newHoldConstraints } from './hold-slot.server.ts'
import { takeSlot } from './take-slot.server.ts'

export type OfferTimeDeps = Pick<Repositories, 'booking' | 'availability' | 'messaging' | 'writeBatch'>

/**
 * `taken`: another customer has the time. `skipped`: the waiting customer left, booked or has another offer, or the
 * shop's offer changed. `no_answer`: the database takes no writes now.
 */
export type OfferOutcome = 'offered' | 'taken' | 'skipped' | 'no_answer'

type Offer = { wait: SlotWait; startsAt: Instant; now: Instant }

const waitConstraints = { wait_not_needed: 'wait_not_needed' } as const

/** At these ceilings the customer is told of the time without a hold (D33). */
const ceilings = ['too_many_holds', 'too_many_network_holds', 'hold_time_used']

/**
 * Holds a time for a waiting customer in a draft ready for checkout, and tells them. As with every hold, no time is
 * held twice.
 */
export async function holdForWait(
	deps: OfferTimeDeps,
	{ wait, startsAt, search, now }: Offer & { search: SlotSearch },
): Promise<OfferOutcome> {
	const { shop, contact, userId } = wait
	const draftId = newId()
	const holdId = newId()
	const expiresAt = offerEnd(startsAt, now)
	const taken = await takeSlot(
		search,
		startsAt,
		(times) =>
			writeIdempotent(deps.writeBatch, [
				...draftOfWait(deps, { draftId, wait, now }),
				deps.booking.drafts.saveStart(draftId, startsAt, now),
				...holdTimes(deps, times, {
					id: holdId,
					draftId,
					shopId: shop.id,
					startsAt,
					expiresAt,
					renewedAt: null,
					contact,
					caller: { userId, networkKey: null },
					now,
				}),
				...deps.booking.slotWaits.offer(wait, { startsAt, expiresAt, draftId, now }),
				...message(deps, { wait, now }),
			]),
		{ ...newHoldConstraints, ...waitConstraints },
	)
	if (taken.ok) return 'offered'
	return ceilings.includes(taken.refusal)
		? tellOfTime(deps, { wait, startsAt, now })
		: refusedOutcome(taken.refusal)
}

/** Tells a waiting customer of a time that is free for all. */
export async function tellOfTime(deps: OfferTimeDeps, { wait, startsAt, now }: Offer): Promise<OfferOutcome> {
	const expiresAt = offerEnd(startsAt, now)
	const refusal = await refusalOfWriting(
		deps.writeBatch,
		[
			...deps.booking.slotWaits.offer(wait, { startsAt, expiresAt, draftId: null, now }),
			...message(deps, { wait, now }),
		],
		waitConstraints,
	)
	return refusal === null ? 'offered' : refusedOutcome(refusal)
}

/** A draft with a wait's service, person and contact. The first statement makes a repeat harmless. */
export function draftOfWait(
	{ booking: { drafts } }: Pick<Repositories, 'booking'>,
	{ draftId, wait, now }: { draftId: string; wait: SlotWait; now: Instant },
): Statement[] {
	const { shop, serviceId, staffMemberId, staffName, contact } = wait
	return [
		drafts.deleteDraft(draftId),
		drafts.insertDraft(draftId, shop.id, now),
		...drafts.replaceServices(draftId, [
			{
				serviceId,
				staff:
					staffMemberId === null ? { kind: 'any' } : { kind: 'named', staffMemberId, name: staffName ?? '' },
			},
		]),
		...drafts.saveCheckoutChoices(
			draftId,
			{
				contact: { ...contact, phone: contact.phone ?? '' },
				promoCode: '',
				rewardId: null,
				usesCashback: false,
				tip: NO_TIP,
				paymentChoice: null,
				addOnIds: [],
			},
			now,
		),
	]
}

/** A visit cannot be booked once it has begun. */
function offerEnd(startsAt: Instant, now: Instant): Instant {
	return Math.min(now + SLOT_OFFER_MS, startsAt)
}

function message(
	{ messaging: { outbox } }: OfferTimeDeps,
	{ wait, now }: { wait: SlotWait; now: Instant },
): Statement[] {
	const { id: waitId, contact, userId } = wait
	return outbox.insertMessage({
		id: newId(),
		kind: 'slot_offered',
		dedupeKey: `slot-offered:${waitId}:${now}`,
		recipientEmail: contact.email,
		recipientPhone: contact.phone,
		userId,
		payload: { waitId, offeredAt: now, holderId: userId },
		now,
	})
}

function refusedOutcome(refusal: string): OfferOutcome {
	if (refusal === 'slot_taken') return 'taken'
	return refusal === 'busy' || refusal === 'not_saved' ? 'no_answer' : 'skipped'
}
