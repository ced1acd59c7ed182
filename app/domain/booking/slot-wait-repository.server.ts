import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Caller } from '#app/kernel/caller.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { slotWaitEndings } from '#app/kernel/vocabulary/booking.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorAsked, actorUserId } from '#db/actor.server.ts'
import { callerUserId, countedNetworkKey } from '#db/caller.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { leavingUserId } from '#db/leaving-user.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { flag, instant, integer, json, nullable, only, rows, text, word } from '#db/row.server.ts'
import { appointments, checkouts, holds, slotWaits } from '#db/schema/booking.ts'
import { services, shops, staffMembers } from '#db/schema/discovery.ts'
import { users } from '#db/schema/identity.ts'
import { messageOptOuts } from '#db/schema/messaging.ts'
import {
	build,
	builtWrite,
	insertFrom,
	preparedRead,
	preparedSelect,
	rawRead,
	rawWrite,
} from '#db/statement.server.ts'
import { ofEachWidth } from './ceiling-repository.server.ts'

/**
 * What one contact or account may wait for at once, what one network may join within an hour, and the longest line.
 * Places whose address is not proved take none from those whose is (S33).
 */
const MAX_WAITS = 5
const MAX_NETWORK_WAITS = 20
const MAX_LINE = 100
const MAX_UNPROVEN_LINE = 400

/** How many of the waits that were looked at longest ago one read asks for their lines, and for how many lines. */
const WAITS_LOOKED_THROUGH = 300
const LINES_AT_ONCE = 20

const { placeholder } = sql

/** Who waits has shown that the address is theirs: by the link of its mail, or as the account that has confirmed it. */
const isProven = sql`(${slotWaits.provenAt} IS NOT NULL OR EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${slotWaits.userId}
	AND ${users.email} = ${slotWaits.email} AND ${users.emailVerifiedAt} IS NOT NULL))`

/** A customer who switched these messages off is offered nothing: they would not hear of it. */
const wantsMessages = sql`NOT EXISTS (SELECT 1 FROM ${messageOptOuts} WHERE ${messageOptOuts.topic} = 'waitlist'
	AND ${messageOptOuts.subject} = coalesce(${slotWaits.userId}, (SELECT ${users.id} FROM ${users}
		WHERE ${users.email} = ${slotWaits.email} AND ${users.emailVerifiedAt} IS NOT NULL), ${slotWaits.email}))`

const joinFacts = sql`CROSS JOIN ${services} ON ${services.id} = ${slotWaits.serviceId}
	CROSS JOIN ${shops} ON ${shops.id} = ${slotWaits.shopId} LEFT JOIN ${staffMembers} ON ${staffMembers.id} = ${slotWaits.staffMemberId}
	LEFT JOIN ${holds} ON ${holds.draftId} = ${slotWaits.draftId} AND ${holds.expiresAt} > ${placeholder('now')}`

const waitRow = rows({
	id: text(slotWaits.id),
	userId: nullable(text(slotWaits.userId)),
	date: text(slotWaits.date),
	serviceId: text(slotWaits.serviceId),
	/** Null: any person. */
	staffMemberId: nullable(text(slotWaits.staffMemberId)),
	contact: rows({
		firstName: text(slotWaits.firstName),
		lastName: text(slotWaits.lastName),
		email: text(slotWaits.email),
		phone: nullable(text(slotWaits.phone)),
	}),
	isProven: flag(isProven),
	wantsMessages: flag(wantsMessages),
	offerCount: integer(slotWaits.offerCount),
	offeredAt: nullable(instant(slotWaits.offeredAt)),
	offerExpiresAt: nullable(instant(slotWaits.offerExpiresAt)),
	offeredStartsAt: nullable(instant(slotWaits.offeredStartsAt)),
	draftId: nullable(text(slotWaits.draftId)),
	endedBy: nullable(word(slotWaits.endedBy, slotWaitEndings)),
	/** Of the live hold of its draft, which its customer may have made longer, or moved. */
	heldUntilAt: nullable(instant(holds.expiresAt)),
	heldStartsAt: nullable(instant(holds.startsAt)),
	isBeingPaid: flag(sql`${holds.checkoutId} IS NOT NULL`),
	service: rows({
		name: text(services.name),
		durationMinutes: integer(services.durationMinutes),
		bufferMinutes: integer(services.bufferMinutes),
		/** The shop takes bookings, and has not taken the service away. */
		isOffered: flag(sql`${services.isEnabled} AND ${shops.isListed}`),
	}),
	staffName: nullable(text(staffMembers.firstName)),
	shop: rows({
		id: text(shops.id),
		name: text(shops.name),
		timeZone: text(shops.timeZone),
		minimumNoticeMinutes: integer(shops.minimumNoticeMinutes),
		horizonDays: integer(shops.horizonDays),
	}),
})

/** A customer who waits for a time, and the visit they want. */
export type SlotWait = ReturnType<typeof waitRow.read>

const waitById = preparedSelect(
	waitRow,
	sql`FROM ${slotWaits} ${joinFacts} WHERE ${slotWaits.id} = ${placeholder('waitId')}`,
)

const ownWaitById = preparedSelect(
	waitRow,
	sql`FROM ${slotWaits} ${joinFacts} WHERE ${slotWaits.id} = ${placeholder('waitId')} AND ${isOf(actorAsked)}`,
)

/** By the account's id, and by its address once that is confirmed. */
const ownWaits = preparedSelect(
	waitRow,
	sql`FROM ${slotWaits} ${joinFacts}
		WHERE ${slotWaits.id} IN (${idsOf(actorAsked)}) AND ${slotWaits.endedAt} IS NULL ORDER BY ${slotWaits.date}, ${slotWaits.joinedAt}`,
)

const liveWaitAtShopOfDraft = preparedRead(
	sql`SELECT ${slotWaits.id} FROM ${slotWaits}
		WHERE ${slotWaits.email} = coalesce((SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${actorUserId(actorAsked)}), ${placeholder('email')})
		AND ${slotWaits.date} = ${placeholder('date')}
		AND ${slotWaits.endedAt} IS NULL AND ${slotWaits.shopId} = (SELECT shop_id FROM drafts WHERE id = ${placeholder('draftId')})`,
	only(text('id')),
)

/** Whole lines, those first that were looked at longest ago. */
const linesToLookAt = preparedSelect(
	waitRow,
	sql`FROM (SELECT DISTINCT shop_id, date FROM (SELECT ${slotWaits.shopId}, ${slotWaits.date} FROM ${slotWaits}
			WHERE ${slotWaits.endedAt} IS NULL AND ${slotWaits.lookedAt} < ${placeholder('lookedBefore')}
			ORDER BY ${slotWaits.lookedAt} LIMIT ${WAITS_LOOKED_THROUGH}) LIMIT ${LINES_AT_ONCE}) line
		CROSS JOIN ${slotWaits} ON ${slotWaits.shopId} = line.shop_id AND ${slotWaits.date} = line.date ${joinFacts}
		WHERE ${slotWaits.endedAt} IS NULL ORDER BY ${slotWaits.shopId}, ${slotWaits.date}, ${slotWaits.joinedAt}, ${slotWaits}.rowid`,
)

const countLookedBefore = preparedRead(
	sql`SELECT count(*) AS count FROM ${slotWaits} WHERE ${slotWaits.endedAt} IS NULL AND ${slotWaits.lookedAt} < ${placeholder('lookedBefore')}`,
	only(integer('count')),
)

export function createSlotWaitRepository(read: Database['read']) {
	return {
		/** For the holder of its link, and for the job. */
		async wait(waitId: string, now: Instant): Promise<SlotWait | null> {
			const [found] = await read(waitById({ waitId, now }))
			return found ?? null
		},

		/** Null where it is another customer's. */
		async waitOf(actor: Actor, waitId: string): Promise<SlotWait | null> {
			const [found] = await read(ownWaitById({ ...actor, waitId, now: actor.at }))
			return found ?? null
		},

		/** What the actor waits for, the next day first. */
		waitsOf: (actor: Actor): Promise<SlotWait[]> => read(ownWaits({ ...actor, now: actor.at })),

		/** The place that an address has on a day at the shop of a draft: that of the account, or else the typed one. */
		async liveWaitId({
			actor,
			...asked
		}: {
			actor: Actor | null
			email: string | null
			draftId: string
			date: CivilDate
		}): Promise<string | null> {
			const [found] = await read(
				liveWaitAtShopOfDraft({
					...asked,
					sessionHash: actor?.sessionHash ?? null,
					at: actor?.at ?? null,
				}),
			)
			return found ?? null
		},

		/** Some lines that were not looked at since, each whole and in its order. */
		linesToLookAt: (lookedBefore: Instant, now: Instant): Promise<SlotWait[]> =>
			read(linesToLookAt({ lookedBefore, now })),

		/** How many wait in lines that the job has not looked at since. */
		async countLookedBefore(lookedBefore: Instant): Promise<number> {
			const [count = 0] = await read(countLookedBefore({ lookedBefore }))
			return count
		},

		/**
		 * A place in the line of a day. An address has one: a guest's second wish for the day replaces the first as long
		 * as that is not proved. An account's replaces its own, or what was typed with the address that it has confirmed.
		 * Refuses its batch by 'too_many_slot_waits' (D33).
		 */
		join: (wait: {
			id: string
			shopId: string
			serviceId: string
			staffMemberId: string | null
			date: CivilDate
			contact: { firstName: string; lastName: string; email: string; phone: string | null }
			caller: Caller
			now: Instant
		}): Statement[] => {
			const { contact, caller, now, ...asked } = wait
			return [
				insertFrom(
					slotWaits,
					{
						...asked,
						...contact,
						userId: callerUserId(caller),
						networkKey: countedNetworkKey(caller, caller.networkKey),
						joinedAt: now,
						// The next run of the job looks at it.
						lookedAt: now - 1,
					},
					sql`WHERE true ON CONFLICT (email, shop_id, date) WHERE ended_at IS NULL DO UPDATE SET
						joined_at = CASE WHEN service_id = excluded.service_id AND staff_member_id IS excluded.staff_member_id
							AND user_id IS excluded.user_id THEN joined_at ELSE excluded.joined_at END,
						offer_count = CASE WHEN user_id IS excluded.user_id THEN offer_count ELSE 0 END,
						user_id = excluded.user_id, service_id = excluded.service_id, staff_member_id = excluded.staff_member_id,
						first_name = excluded.first_name, last_name = excluded.last_name, phone = excluded.phone
					WHERE user_id = excluded.user_id OR (user_id IS NULL AND proven_at IS NULL AND excluded.user_id IS NULL) OR EXISTS (SELECT 1 FROM users
						WHERE id = excluded.user_id AND email = excluded.email AND email_verified_at IS NOT NULL)`,
				),
				refuseWhen(
					'too_many_slot_waits',
					sql`EXISTS (SELECT 1 FROM slot_waits mine WHERE mine.id = ${wait.id} AND mine.joined_at = ${now} AND (
						CASE WHEN mine.user_id IS NULL
							THEN (SELECT count(*) FROM slot_waits WHERE mailbox = mine.mailbox AND ended_at IS NULL AND user_id IS NULL)
							ELSE (SELECT count(*) FROM slot_waits WHERE user_id = mine.user_id AND ended_at IS NULL) END > ${MAX_WAITS}
						OR ${ofEachWidth(
							(isSame, times) => sql`(SELECT count(*) FROM slot_waits wait
								WHERE ${isSame(sql`wait.network_key`)} AND joined_at > ${now - HOUR_MS}) > ${MAX_NETWORK_WAITS * times}`,
						)}
						OR (SELECT count(*) FROM ${slotWaits} WHERE shop_id = mine.shop_id AND date = mine.date AND ended_at IS NULL
							AND ${isProven}) > ${MAX_LINE}
						OR (SELECT count(*) FROM ${slotWaits} WHERE shop_id = mine.shop_id AND date = mine.date AND ended_at IS NULL
							AND NOT ${isProven}) > ${MAX_UNPROVEN_LINE}))`,
				),
			]
		},

		/** The address is theirs who followed its link. */
		prove: (waitId: string, now: Instant): Statement<number> =>
			rawWrite(
				sql`UPDATE slot_waits SET proven_at = coalesce(proven_at, ${now}) WHERE id = ${waitId} AND ended_at IS NULL`,
			),

		leave: (waitId: string, now: Instant): Statement<number> =>
			rawWrite(
				sql`UPDATE slot_waits SET ended_at = ${now}, ended_by = 'left' WHERE id = ${waitId} AND ended_at IS NULL`,
			),

		/**
		 * A freed time is offered: the draft that holds it is named, or null where they are only told. Refuses its batch by
		 * 'wait_not_needed' where the wait has ended, or was offered another time, since `offerCount` was read.
		 */
		offer: (
			{ id, offerCount }: Pick<SlotWait, 'id' | 'offerCount'>,
			offer: { startsAt: Instant; expiresAt: Instant; draftId: string | null; now: Instant },
		): Statement[] => {
			const isMine = sql`id = ${id} AND ended_at IS NULL AND offered_at = ${offer.now} AND offered_starts_at = ${offer.startsAt}
				AND draft_id IS ${offer.draftId}`
			return [
				rawWrite(sql`UPDATE slot_waits SET offer_count = ${offerCount + 1}, offered_at = ${offer.now}, offer_expires_at = ${offer.expiresAt},
					offered_starts_at = ${offer.startsAt}, draft_id = ${offer.draftId}
					WHERE id = ${id} AND ended_at IS NULL AND offer_count = ${offerCount}`),
				refuseWhen('wait_not_needed', sql`NOT EXISTS (SELECT 1 FROM slot_waits WHERE ${isMine})`),
			]
		},

		/** Those of a line whose offers are used up, or whose day is over. */
		endWaits: (waitIds: readonly string[], endedBy: 'spent' | 'over', now: Instant): Statement<number> =>
			rawWrite(sql`UPDATE slot_waits SET ended_at = ${now}, ended_by = ${endedBy}
				WHERE id IN (SELECT value FROM json_each(${JSON.stringify(waitIds)})) AND ended_at IS NULL
					AND coalesce(offer_expires_at, 0) <= ${now}`),

		/** The lines of these waits were looked at. */
		markLooked: (waitIds: readonly string[], now: Instant): Statement<number> =>
			rawWrite(sql`UPDATE slot_waits SET looked_at = ${now}
				WHERE id IN (SELECT value FROM json_each(${JSON.stringify(waitIds)}))`),

		/**
		 * A customer with a visit no longer waits for a time there on its day; a typed address ends no wait that is
		 * proven (S33).
		 */
		endBooked: (appointmentId: string, now: Instant): Statement<number> =>
			rawWrite(sql`UPDATE slot_waits SET ended_at = ${now}, ended_by = 'booked' WHERE ended_at IS NULL AND id IN (
				SELECT wait.id FROM ${appointments} JOIN ${checkouts} ON ${checkouts.id} = ${appointments.checkoutId}
				JOIN slot_waits wait ON wait.shop_id = ${appointments.shopId} AND wait.date = ${appointments.scheduledDate} AND wait.ended_at IS NULL
					AND (wait.draft_id = ${checkouts.draftId} OR wait.user_id = ${checkouts.createdByUserId}
						OR (wait.user_id IS NULL AND wait.proven_at IS NULL AND wait.email = ${checkouts.email}))
				WHERE ${appointments.id} = ${appointmentId})`),

		/** Everything that the actor waits, or has lately waited, for. */
		exportWaits: (actor: Actor): Promise<unknown[]> =>
			read(
				rawRead(
					sql`SELECT json_object('shop', ${shops.name}, 'service', ${services.name}, 'date', ${slotWaits.date},
							'joinedAt', strftime('%Y-%m-%dT%H:%M:%SZ', ${slotWaits.joinedAt} / 1000, 'unixepoch'), 'endedBy', ${slotWaits.endedBy},
							'firstName', ${slotWaits.firstName}, 'lastName', ${slotWaits.lastName}, 'email', ${slotWaits.email}, 'phone', ${slotWaits.phone}
						) AS wait FROM ${slotWaits} CROSS JOIN ${services} ON ${services.id} = ${slotWaits.serviceId}
						CROSS JOIN ${shops} ON ${shops.id} = ${slotWaits.shopId}
						WHERE ${slotWaits.id} IN (${idsOf(actor)}) ORDER BY ${slotWaits.joinedAt}`,
					only(json<unknown>('wait')),
				),
			),

		/** The account's, and those of the address that it has confirmed. */
		forgetWaits: (actor: Actor, passwordHash: string): Statement<number> => {
			const owner = leavingUserId(actor, passwordHash)
			return builtWrite(
				build.delete(slotWaits).where(
					sql`${slotWaits.userId} = ${owner} OR ${slotWaits.email} = (SELECT ${users.email} FROM ${users}
							WHERE ${users.id} = ${owner} AND ${users.emailVerifiedAt} IS NOT NULL)`,
				),
			)
		},

		/** Housekeeping: nothing depends on it having run. */
		purgeOfDaysBefore: (date: CivilDate): Statement<number> =>
			deleteSlice(slotWaits, sql`${slotWaits.date} < ${date}`),
	}
}

/** Of a row: it is the actor's, by id or by the address that they have confirmed. */
function isOf(actor: Actor | typeof actorAsked): SQL {
	return sql`(${slotWaits.userId} = ${actorUserId(actor)} OR ${slotWaits.email} = ${confirmedEmail(actor)})`
}

/** A read of the ids of all that is the actor's, each half by its index. */
function idsOf(actor: Actor | typeof actorAsked): SQL {
	return sql`SELECT id FROM slot_waits WHERE user_id = ${actorUserId(actor)}
		UNION SELECT id FROM slot_waits WHERE ended_at IS NULL AND email = ${confirmedEmail(actor)}`
}

function confirmedEmail(actor: Actor | typeof actorAsked): SQL {
	return sql`(SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${actorUserId(actor)} AND ${users.emailVerifiedAt} IS NOT NULL)`
}
