import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { RateLimitedCaller } from '#app/kernel/actor.ts'
import { mailboxOf } from '#app/kernel/email.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { callerUserId, countedNetworkKey } from '#db/caller.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { pickColumns } from '#db/row.server.ts'
import { calendarEntries } from '#db/schema/availability.ts'
import { checkouts, promoUses } from '#db/schema/booking.ts'
import { drafts, holds } from '#db/schema/booking-drafts.ts'
import { staffMembers } from '#db/schema/discovery.ts'
import { paymentAttempts, transactions } from '#db/schema/payments.ts'
import { build, deleteWhere, insertRow, prepared, updateWhere } from '#db/statement.server.ts'
import { contactHoldCeiling, holdCeilings } from './ceiling-repository.server.ts'
import { type Hold, MAX_HOLDS } from './hold-policy.ts'

/** With the person of each service, and the account and network that it counts for (C36). */
export type HeldTime = Hold & {
	networkKey: string | null
	userId: string | null
	staff: { position: number; staffMemberId: string; name: string }[]
}

export type HoldContact = { email: string | null; phone: string | null }

export type NewHold = {
	id: string
	draftId: string
	shopId: string
	segmentCount: number
	startsAt: Instant
	expiresAt: Instant
	/** Kept when a hold is resized for a longer visit. */
	renewedAt: Instant | null
	/** A guest's. An account is counted apart: a stranger who types its address cannot fill its limit (S14). */
	contact: HoldContact
	caller: RateLimitedCaller
	/** The checkout being paid for it. */
	checkoutId?: string
	now: Instant
}

const holdRow = prepared(() =>
	build
		.select({
			...pickColumns(holds, 'id', 'startsAt', 'expiresAt', 'renewedAt', 'networkKey', 'userId', 'checkoutId'),
			firstHeldAt: drafts.firstHeldAt,
		})
		.from(holds)
		.innerJoin(drafts, eq(drafts.id, holds.draftId))
		.where(eq(holds.draftId, sql.placeholder('draftId'))),
)

const heldStaff = prepared(() =>
	build
		.select({
			position: calendarEntries.position,
			staffMemberId: staffMembers.id,
			name: staffMembers.firstName,
		})
		.from(holds)
		.innerJoin(calendarEntries, eq(calendarEntries.holdId, holds.id))
		.innerJoin(staffMembers, eq(staffMembers.id, calendarEntries.staffMemberId))
		.where(eq(holds.draftId, sql.placeholder('draftId')))
		.orderBy(asc(calendarEntries.position)),
)

export function createHoldRepository(read: Database['read']) {
	return {
		async hold(draftId: string): Promise<HeldTime | null> {
			const [[row], staff] = await Promise.all([read(holdRow({ draftId })), read(heldStaff({ draftId }))])
			return row ? { ...row, staff } : null
		},

		/**
		 * Stands after its calendar entries: a trigger counts them. Refused where the contact or network has too many (C36,
		 * D33), and where another tab booked the draft ('draft_already_booked').
		 */
		insertHold: ({ now, contact, caller, ...hold }: NewHold): Statement[] => [
			refuseWhen(
				'draft_already_booked',
				sql`EXISTS (SELECT 1 FROM ${drafts} WHERE ${drafts.id} = ${hold.draftId} AND ${drafts.appointmentId} IS NOT NULL)`,
			),
			insertRow(holds, {
				...hold,
				...ownedBy(caller, contact),
				networkKey: countedNetworkKey(caller, caller.networkKey),
				writtenAt: now,
			}),
			...holdCeilings(hold.draftId, caller.networkKey, now),
		],

		/** Going to pay releases the oldest unpaid hold of the contact or account, where three others are alive (S14). */
		releaseOldestUnpaid: (
			draftId: string,
			contact: HoldContact,
			caller: Pick<RateLimitedCaller, 'userId'>,
			now: Instant,
		): Statement[] => {
			const { userId = null } = caller
			const owners =
				userId === null
					? [
							sql`${holds.contactMailbox} = ${contact.email && mailboxOf(contact.email)}`,
							sql`${holds.contactPhone} = ${contact.phone}`,
						]
					: [sql`${holds.userId} = ${userId}`]
			return owners.map((isOwn) => {
				const isOther = sql`${isOwn} AND ${holds.draftId} <> ${draftId} AND ${holds.expiresAt} > ${now}`
				return deleteWhere(
					holds,
					sql`${holds.id} = (SELECT ${holds.id} FROM ${holds} WHERE ${isOther} AND ${holds.checkoutId} IS NULL
								ORDER BY ${holds.expiresAt}, ${holds.id} LIMIT 1)
							AND (SELECT count(*) FROM ${holds} WHERE ${isOther}) >= ${MAX_HOLDS}`,
				)
			})
		},

		/** Its calendar entries cascade. */
		releaseHold: (draftId: string): Statement<number> => deleteWhere(holds, eq(holds.draftId, draftId)),

		/**
		 * The customer gives the time up: releases it and its reserved promo use (F9). A use stays where the provider
		 * reports that its payment is under way.
		 */
		giveUpHold: (draftId: string, now: Instant): Statement[] => [
			deleteWhere(holds, eq(holds.draftId, draftId)),
			deleteWhere(
				promoUses,
				sql`${promoUses.checkoutId} IN (SELECT ${checkouts.id} FROM ${checkouts}
						WHERE ${checkouts.draftId} = ${draftId} AND ${checkouts.status} = 'PENDING'
							AND NOT EXISTS (SELECT 1 FROM ${transactions} WHERE ${transactions.checkoutId} = ${checkouts.id})
							AND NOT EXISTS (SELECT 1 FROM ${paymentAttempts}
								WHERE ${paymentAttempts.checkoutId} = ${checkouts.id} AND ${paymentAttempts.expiresAt} > ${now}
									AND ${paymentAttempts.gatewayStatus} IN ('ongoing', 'pending', 'processing', 'queued')))`,
			),
		],

		/** Only a live, unpaid hold, and only once (R8); else no row changes. */
		renewHold: (draftId: string, expiresAt: Instant, now: Instant): Statement<number> =>
			updateWhere(
				holds,
				{ expiresAt, renewedAt: now, writtenAt: now },
				and(isLiveHold(draftId, now), isNull(holds.renewedAt), isNull(holds.checkoutId)),
			),

		/** Refused when the contact has too many holds (C36). */
		saveHoldContact: (
			draftId: string,
			contact: HoldContact,
			caller: Pick<RateLimitedCaller, 'userId'>,
			now: Instant,
		): Statement[] => [
			updateWhere(
				holds,
				{
					writtenAt: now,
					...ownedBy(caller, contact),
					networkKey: countedNetworkKey(caller, sql`${holds.networkKey}`),
				},
				isLiveHold(draftId, now),
			),
			contactHoldCeiling(draftId, now),
		],

		purgeExpiredAt: (now: Instant): Statement<number> => deleteSlice(holds, lte(holds.expiresAt, now)),
	}
}

/** An account's holds, else a contact's. */
function ownedBy(caller: Omit<RateLimitedCaller, 'networkKey'>, { email, phone }: HoldContact) {
	const userId = callerUserId(caller)
	const ifGuest = (value: string | null) => sql<string | null>`CASE WHEN ${userId} IS NULL THEN ${value} END`
	return { userId, contactEmail: ifGuest(email), contactPhone: ifGuest(phone) }
}

function isLiveHold(draftId: string, now: Instant) {
	return and(eq(holds.draftId, draftId), gt(holds.expiresAt, now))
}
