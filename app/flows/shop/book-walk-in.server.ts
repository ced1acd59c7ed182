import type { VisitRefusal } from '#app/domain/booking/close-visit.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type WalkInDeps = Pick<
	Repositories,
	'shopVisits' | 'drafts' | 'availability' | 'appointments' | 'checkouts' | 'ledger' | 'outbox' | 'writeBatch'
>

export type WalkInInput = {
	shopId: string
	/** In order; one to four. */
	serviceIds: readonly string[]
	/** Null: whoever is free. */
	staffMemberId: string | null
	/** Any minute; now by default. */
	startsAt: Instant
	/** With `userId`, a scanned code's, the account's own name and contact are taken. */
	customer: {
		firstName: string
		lastName: string
		email: string | null
		phone: string | null
		userId: string | null
	}
	/** Made by the caller: sent again with it, the first booking is the answer. */
	draftId: string
	now: Instant
}

export type WalkIn = { appointmentId: string; referenceNumber: string; startsAt: Instant; staffName: string }

/** What could be had instead: who is free then, and when the asked people are free next that day. */
export type WalkInOffer = {
	freeStaff: { staffMemberId: string; name: string }[]
	nextStartsAt: Instant | null
}

/** Somebody is booked who stands there. */
export async function bookWalkIn(
	_deps: WalkInDeps,
	_input: WalkInInput,
): Promise<
	{ ok: true; value: WalkIn } | { ok: false; refusal: VisitRefusal | WriteFailure; offer: WalkInOffer | null }
> {
	return { ok: false, refusal: 'service_not_offered', offer: null }
}
