import type { WantedTime } from '#app/domain/availability/calendar-entry-repository.server.ts'
import type { RefusalOf } from '#app/domain/booking/booking-wording.ts'
import { holdConstraints } from '#app/domain/booking/customer/customer-refusal.ts'
import { draftConstraints } from '#app/domain/booking/draft/draft-refusal.ts'
import { holdExpiry } from '#app/domain/booking/hold/hold-policy.ts'
import type { HeldTime, NewHold } from '#app/domain/booking/hold/hold-repository.server.ts'
import type { RateLimitedCaller } from '#app/kernel/actor.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import { parseEmail } from '#app/kernel/email.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import { type Statement, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { unlessBooked } from './booking-write.server.ts'
import {
	type DraftTimes,
	draftSearch,
	heldSearch,
	postedDays,
	type ReadDraftDeps,
	readDraftTimes,
} from './read-draft.server.ts'
import { type TakeRefusal, takeSlot } from './take-slot.server.ts'

export type HoldSlotDeps = Pick<ReadDraftDeps, 'booking' | 'availability'> & Pick<Repositories, 'writeBatch'>

/**
 * Holds a start for the draft for ten minutes (C35) and gives the hold's end. Null once the draft has held times for
 * thirty minutes (F7): the start is chosen, but not held. The same write releases the draft's earlier hold; a refusal
 * keeps it. Holding a held start again extends nothing. Refuses 'session_error' without chosen staff, and what
 * `takeSlot` refuses.
 */
export async function holdSlot(
	deps: HoldSlotDeps,
	input: { draftId: string; startsAt: Instant; caller: RateLimitedCaller; now: Instant },
): Promise<Outcome<{ expiresAt: Instant | null }, HoldRefusal>> {
	const { draftId, startsAt, caller, now } = input
	const days = postedDays(startsAt, now)
	const found = await readDraftTimes(deps, { draftId, ...days, now })
	if (!found || found.draft.appointmentId !== null) return refused('session_error')
	const { draft, shop, hold } = found
	if (draft.services.length === 0 || draft.services.some((service) => service.staff === null)) {
		return refused('session_error')
	}
	if (hold?.startsAt === startsAt) return accepted({ expiresAt: hold.expiresAt })

	const expiresAt = holdExpiry(draft.firstHeldAt, now)
	const contact = { email: parseEmail(draft.contact.email), phone: parsePhone(draft.contact.phone) }
	const wanted = { id: newId(), draftId, shopId: shop.id, startsAt, renewedAt: null, contact, caller, now }
	const write = (times: WantedTime[]) =>
		writeIdempotent(deps.writeBatch, [
			...deps.booking.holds.giveUpHold(draftId, now),
			...(expiresAt === null ? [] : holdTimes(deps, times, { ...wanted, expiresAt })),
			deps.booking.drafts.saveStart(draftId, startsAt, now),
		])
	const search = draftSearch(found, days, now)
	const taken = await unlessBooked(() => takeSlot(search, startsAt, write, newHoldConstraints))
	// Another tab has booked the draft since the read.
	if (taken === 'booked_before') return refused('session_error')
	return taken.ok ? accepted({ expiresAt }) : taken
}

export function holdTimes(
	{ booking: { holds }, availability: { calendar } }: Pick<Repositories, 'booking' | 'availability'>,
	times: WantedTime[],
	hold: Omit<NewHold, 'segmentCount'>,
): Statement[] {
	const { id: holdId, shopId, expiresAt: heldUntilAt, now } = hold
	return [
		...calendar.takeTime({ holdId, heldUntilAt }, shopId, times, now),
		...holds.insertHold({ ...hold, segmentCount: times.length }),
	]
}

export type ResizeHoldDeps = Pick<Repositories, 'booking' | 'availability' | 'writeBatch'>

export const newHoldConstraints = { ...holdConstraints, ...draftConstraints }

export type HoldRefusal = TakeRefusal | RefusalOf<typeof newHoldConstraints> | 'session_error'

/**
 * Replaces a live hold by one of another length; `saved` goes into the same write. Where it does not fit, nothing is
 * written. Refuses what `takeSlot` refuses, and 'session_error' for a draft booked by another tab.
 */
export async function resizeHold(
	deps: ResizeHoldDeps,
	change: {
		priced: Pick<DraftTimes, 'draft' | 'shop' | 'calendar'>
		hold: HeldTime
		days: { firstDate: CivilDate; dayCount: number }
		contact: { email: string | null; phone: string | null }
		userId?: string | null
		saved: Statement[]
		alongside?: readonly Statement[]
		now: Instant
	},
): Promise<Outcome<null, HoldRefusal>> {
	const { priced, hold, days, contact, userId, saved, alongside = [], now } = change
	const holdId = newId()
	const write = (times: WantedTime[]) =>
		writeIdempotent(deps.writeBatch, [
			...alongside,
			deps.booking.holds.releaseHold(priced.draft.id),
			...holdTimes(deps, times, {
				id: holdId,
				draftId: priced.draft.id,
				shopId: priced.shop.id,
				startsAt: hold.startsAt,
				expiresAt: hold.expiresAt,
				renewedAt: hold.renewedAt,
				contact,
				caller: { userId: userId ?? hold.userId, networkKey: hold.networkKey },
				now,
			}),
			...saved,
		])
	const search = heldSearch(draftSearch(priced, days, now), hold)
	const taken = await unlessBooked(() => takeSlot(search, hold.startsAt, write, newHoldConstraints))
	if (taken === 'booked_before') return refused('session_error')
	return taken.ok ? accepted(null) : taken
}
