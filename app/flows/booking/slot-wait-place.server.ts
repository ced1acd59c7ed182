import { readSlotWaitLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { isDraftAlive } from '#app/domain/booking/draft/draft.ts'
import { slotWaitState } from '#app/domain/booking/wait/slot-wait.ts'
import type { SlotWait } from '#app/domain/booking/wait/slot-wait-repository.server.ts'
import type { Actor, RateLimitedCaller } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type Outcome, refused } from '#app/kernel/outcome.ts'
import {
	type Statement,
	type WriteFailure,
	writeIdempotent,
	writeOrRefuse,
} from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { draftOfWait } from './offer-time.server.ts'

/** The holder of a place's mailed link, or its account. */
export type PlaceKey = { waitId: string; byLink: true } | { waitId: string; byLink: false; actor: Actor }

type Deps = Pick<Repositories, 'booking' | 'writeBatch'>

/** The key of a signed token, or of an id and the signed-in actor; null without either. */
export async function slotWaitPlaceKey(
	place: string,
	{ cookieKeys, actor }: { cookieKeys: readonly string[]; actor: Actor | null },
): Promise<PlaceKey | null> {
	const waitId = place.includes('.') ? await readSlotWaitLink(cookieKeys, place) : null
	if (waitId !== null) return { waitId, byLink: true }
	return actor && !place.includes('.') ? { waitId: place, byLink: false, actor } : null
}

/** The place of a key; null when there is none. */
export function readSlotWaitPlace(
	{ booking: { slotWaits } }: Pick<Repositories, 'booking'>,
	key: PlaceKey,
	now: Instant,
): Promise<SlotWait | null> {
	return key.byLink ? slotWaits.wait(key.waitId, now) : slotWaits.waitOf(key.actor, key.waitId)
}

/** Leaves the line. A held time goes to the next, unless it is being paid. Null for another caller's place. */
export async function leaveSlotLine(deps: Deps, key: PlaceKey, now: Instant): Promise<SlotWait | null> {
	const wait = await readSlotWaitPlace(deps, key, now)
	if (!wait) return null
	const { draftId, isBeingPaid } = wait
	await writeIdempotent(deps.writeBatch, [
		deps.booking.slotWaits.leave(wait.id, now),
		...(draftId !== null && !isBeingPaid ? deps.booking.holds.giveUpHold(draftId, now) : []),
	])
	return wait
}

/** Proves the address of the mailed link's holder. Null without a place. */
export async function proveAddress(deps: Deps, key: PlaceKey, now: Instant): Promise<SlotWait | null> {
	const wait = await readSlotWaitPlace(deps, key, now)
	if (!wait) return null
	await writeIdempotent(deps.writeBatch, provenBy(deps, key, now))
	return wait
}

/**
 * Opens the draft that holds the offered time, or else one without a time, in place of this browser's draft. Refuses
 * 'wait_over' for a wait that was booked or is over; null for another caller's place.
 */
export async function bookFromLine(
	deps: Deps,
	key: PlaceKey,
	input: { browserDraftId: string | null; caller: RateLimitedCaller; now: Instant },
): Promise<Outcome<
	{ draftId: string; wait: SlotWait; isHeld: boolean; shopChanged: boolean },
	'wait_over' | 'service_not_offered' | 'too_many_drafts' | WriteFailure
> | null> {
	const { browserDraftId, caller, now } = input
	const [wait, found] = await Promise.all([
		readSlotWaitPlace(deps, key, now),
		browserDraftId === null ? null : deps.booking.drafts.draft(browserDraftId),
	])
	if (!wait) return null
	const state = slotWaitState(wait, now)
	if (state === 'booked' || state === 'over') return refused('wait_over')
	if (!wait.service.isOffered) return refused('service_not_offered')

	const isHeld = state === 'held' && wait.draftId !== null
	const draftId = isHeld && wait.draftId !== null ? wait.draftId : newId()
	const isOther = found !== null && isDraftAlive(found, now) && found.appointmentId === null
	const replaced = isOther && found.id !== draftId ? found : null
	const opened = { draftId, wait, isHeld, shopChanged: replaced !== null && replaced.shopId !== wait.shop.id }
	const write = () =>
		writeIdempotent(deps.writeBatch, [
			...provenBy(deps, key, now),
			...(replaced
				? [...deps.booking.holds.giveUpHold(replaced.id, now), deps.booking.drafts.deleteDraft(replaced.id)]
				: []),
			...(isHeld
				? []
				: [
						...draftOfWait(deps, { draftId, wait, now }),
						...deps.booking.holds.countAct({
							kind: 'draft',
							subjectId: draftId,
							shopId: wait.shop.id,
							caller,
							now,
						}),
					]),
		])
	return writeOrRefuse(opened, write, { too_many_drafts: 'too_many_drafts' })
}

function provenBy({ booking: { slotWaits } }: Deps, key: PlaceKey, now: Instant): Statement[] {
	return key.byLink ? [slotWaits.prove(key.waitId, now)] : []
}
