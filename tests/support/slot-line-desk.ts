import { joinSlotLine, readForJoining } from '#app/flows/booking/join-slot-line.server.ts'
import { offerFreedTimes } from '#app/flows/booking/offer-freed-times.server.ts'
import {
	bookFromLine,
	leaveSlotLine,
	proveAddress,
	readSlotWaitPlace,
} from '#app/flows/booking/slot-wait-place.server.ts'
import { type Instant, untilDone } from '#app/kernel/instant.ts'
import { newContact, newGuest, type TestClock } from './booking-desk.ts'
import type { BookingDeps } from './flow-deps.ts'

/*
 * People who wait for a time of a full day. Nothing here imports vitest.
 */

type Deps = () => BookingDeps

/** A guest who waits: their place is reached by the link of their mail. */
export async function newWaiter(
	deps: Deps,
	clock: TestClock,
	wish: { serviceId: string; date: string; staff?: string; isProven?: boolean; networkKey?: string | null },
) {
	const contact = newContact()
	const guest = await newGuest(deps(), clock, contact).begin(wish.serviceId, wish.staff)
	const asked = { actor: null, draftId: guest.draftId, date: wish.date, email: contact.email, now: clock.now }
	const joined = await joinSlotLine(deps(), {
		read: await readForJoining(deps(), asked),
		date: wish.date,
		contact,
		caller: { networkKey: wish.networkKey ?? null },
		isUnproven: true,
		now: clock.now,
	})
	const waitId = await deps().booking.slotWaits.liveWaitId(asked)
	const key = { waitId: waitId ?? '', byLink: true } as const
	if (joined.ok && wish.isProven !== false) await proveAddress(deps(), key, clock.now)
	return {
		joined,
		key,
		guest,
		place: () => readSlotWaitPlace(deps(), key, clock.now),
		/** The start that is held for them; null without one. */
		async heldStart(): Promise<Instant | null> {
			const wait = await readSlotWaitPlace(deps(), key, clock.now)
			return wait?.endedBy === null && wait.heldUntilAt !== null ? wait.heldStartsAt : null
		},
		leave: () => leaveSlotLine(deps(), key, clock.now),
		bookFrom: (browserDraftId: string | null = null) =>
			bookFromLine(deps(), key, { browserDraftId, caller: { networkKey: null }, now: clock.now }),
	}
}
export type Waiter = Awaited<ReturnType<typeof newWaiter>>

/** A run of the job; gives how many times were offered. */
export function runLines(deps: BookingDeps, clock: TestClock): Promise<number> {
	return offerFreedTimes(deps, () => clock.now, untilDone)
}
