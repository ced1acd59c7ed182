import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { AppointmentStatus, PaymentMethod, PaymentStatus } from '#app/kernel/vocabulary/booking.ts'
import type { AccessKeyKind } from '#app/kernel/vocabulary/shops.ts'
import type { Database } from '#db/client.server.ts'

/** Whose key asks, as `ShopCaller`, and the session of the account that is signed in on the device, if any. */
type Caller = { secretHash: string; kind: AccessKeyKind; sessionHash?: string | null }

/** A visit as its shop sees it. */
export type ListedVisit = {
	appointmentId: string
	reference: string
	status: AppointmentStatus
	startsAt: Instant
	endsAt: Instant
	services: { serviceId: string; name: string; staffMemberId: string; staffName: string }[]
	customer: { firstName: string; lastName: string; phone: string | null }
	note: string | null
	totalKobo: Kobo
	/** What is still to be paid at the shop, or by transfer. */
	dueKobo: Kobo
	paymentMethod: PaymentMethod
	paymentStatus: PaymentStatus
	arrivedAt: Instant | null
	completedAt: Instant | null
	missedAt: Instant | null
	cancelledAt: Instant | null
	transferPaidAt: Instant | null
	cancellationReason: string | null
	isWalkIn: boolean
	/** Booked by a customer within 24 hours, and nothing done with it by the shop yet. */
	isNew: boolean
	/** Of the account that is signed in on the device that asks. */
	isOfSignedIn: boolean
}

/** A day of a shop: as much of it as one page shows, with what it is made of. */
export type ShopDayView = {
	/** Null where the key opens nothing any more. */
	shop: {
		id: string
		name: string
		timeZone: string
		date: CivilDate
		isClosed: boolean
		closedReason: string
	} | null
	/** In order of start; at most `limit`. */
	visits: ListedVisit[]
	/** Where the next page goes on; null where this is the last. */
	next: { startsAt: Instant; appointmentId: string } | null
	/** Everybody active, with their hours of that day; null where they are off. */
	staff: { staffMemberId: string; name: string; hours: { startMinute: number; endMinute: number } | null }[]
	blocks: { blockId: string; staffMemberId: string; startsAt: Instant; endsAt: Instant; reason: string }[]
}

/** A visit with everything that its shop may see of it. */
export type ShownVisit = ListedVisit & {
	customer: { email: string | null }
	durationMinutes: number
	addOns: { name: string; priceKobo: Kobo }[]
	tipKobo: Kobo
	discountKobo: Kobo
	cashbackKobo: Kobo
	paidKobo: Kobo
	paidAtShopKobo: Kobo
	createdAt: Instant
}

export function createShopVisitRepository(_read: Database['read']) {
	return {
		/** A day of the shop whose key asks; `date` null: today on the shop's clock. */
		async day(
			_caller: Caller,
			_asked: {
				date: CivilDate | null
				now: Instant
				after: { startsAt: Instant; appointmentId: string } | null
				limit: number
			},
		): Promise<ShopDayView> {
			return { shop: null, visits: [], next: null, staff: [], blocks: [] }
		},

		/** One visit of the shop whose key asks; null for any other. */
		async visit(_caller: Caller, _reference: string, _now: Instant): Promise<ShownVisit | null> {
			return null
		},
	}
}
