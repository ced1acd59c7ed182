import { isFull } from '#app/domain/availability/day-slots.ts'
import type { SlotWaitRefusal } from '#app/domain/booking/wait/slot-wait.ts'
import type { Actor, RateLimitedCaller } from '#app/kernel/actor.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type Outcome, refused } from '#app/kernel/outcome.ts'
import { type WriteFailure, writeIdempotent, writeOrRefuse } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { readTimes } from './read-times.server.ts'

type Deps = Pick<Repositories, 'booking' | 'availability' | 'loyalty' | 'messaging' | 'writeBatch'>

/** Reads what joining is checked against, in one trip (P7); `email` is a guest's. */
export async function readForJoining(
	deps: Deps,
	input: { actor: Actor | null; draftId: string; date: CivilDate; email: string | null; now: Instant },
) {
	const { actor, draftId, date, email, now } = input
	const [times, knownId] = await Promise.all([
		readTimes(deps, { draftId, requestedFrom: date, requestedDate: date, now }),
		deps.booking.slotWaits.liveWaitId({ actor, email, draftId, date }),
	])
	return { times, knownId }
}

export type JoinRefusal =
	| Exclude<SlotWaitRefusal, 'wait_over'>
	| 'session_error'
	| 'service_not_offered'
	| WriteFailure

/**
 * Joins the line of a full day, for the draft's one service and its person. An unproven address is mailed the link of
 * its place. The answer does not reveal whether the address waited before.
 */
export async function joinSlotLine(
	deps: Pick<Deps, 'booking' | 'messaging' | 'writeBatch'>,
	input: {
		read: Awaited<ReturnType<typeof readForJoining>>
		date: CivilDate
		contact: { firstName: string; lastName: string; email: string; phone: string | null }
		caller: RateLimitedCaller
		/** A guest, or an account without a proven address. */
		isUnproven: boolean
		now: Instant
	},
): Promise<Outcome<null, JoinRefusal>> {
	const { read, date, contact, caller, isUnproven, now } = input
	const { times, knownId } = read
	if (!times.ok) return refused('session_error')
	const { found } = times.value
	const [service, ...others] = found.draft.services
	if (!service?.staff) return refused('session_error')
	if (others.length > 0) return refused('wait_for_one_service')
	if (!found.shop.isListed || !service.isEnabled) return refused('service_not_offered')
	const day = times.value.days.find((one) => one.date === date)
	if (day && day.freeCount > 0) return refused('wait_not_needed')
	if (!day || !isFull(day)) return refused('wait_day_closed')

	const id = newId()
	const waitId = knownId ?? id
	const mail = isUnproven
		? deps.messaging.outbox.insertMessage({
				id: newId(),
				kind: 'slot_wait_joined',
				dedupeKey: `slot-wait-joined:${id}`,
				recipientEmail: contact.email,
				recipientPhone: contact.phone,
				payload: { waitId },
				now,
			})
		: []
	const joined = deps.booking.slotWaits.join({
		id,
		shopId: found.shop.id,
		serviceId: service.serviceId,
		staffMemberId: service.staff.kind === 'named' ? service.staff.staffMemberId : null,
		date,
		contact,
		caller,
		now,
	})
	return writeOrRefuse(null, () => writeIdempotent(deps.writeBatch, [...joined, ...mail]), {
		too_many_slot_waits: 'too_many_slot_waits',
	})
}
