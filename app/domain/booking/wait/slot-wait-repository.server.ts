import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { flag, instant, integer, json, nullable, only, pickColumns, rows, text } from '#db/row.server.ts'
import { holds } from '#db/schema/booking-drafts.ts'
import { slotWaits } from '#db/schema/booking-slot-waits.ts'
import { services, shops, staffMembers } from '#db/schema/discovery.ts'
import { users } from '#db/schema/identity.ts'
import { messageOptOuts } from '#db/schema/messaging.ts'
import { first, placeholder, preparedRead, preparedSelect, rawRead } from '#db/statement.server.ts'

/** One read goes through this many waits, the longest unseen first, and returns this many lines. */
const WAITS_LOOKED_THROUGH = 300
const LINES_AT_ONCE = 20

/** The address was proven by a mailed link, or by the account that confirmed it. */
export const isProven = sql`(${slotWaits.provenAt} IS NOT NULL OR EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${slotWaits.userId}
	AND ${users.email} = ${slotWaits.email} AND ${users.emailVerifiedAt} IS NOT NULL))`

/** A customer who switched these messages off is offered nothing. */
const wantsMessages = sql`NOT EXISTS (SELECT 1 FROM ${messageOptOuts} WHERE ${messageOptOuts.topic} = 'waitlist'
	AND ${messageOptOuts.subject} = coalesce(${slotWaits.userId}, (SELECT ${users.id} FROM ${users}
		WHERE ${users.email} = ${slotWaits.email} AND ${users.emailVerifiedAt} IS NOT NULL), ${slotWaits.email}))`

const joinFacts = sql`CROSS JOIN ${services} ON ${services.id} = ${slotWaits.serviceId}
	CROSS JOIN ${shops} ON ${shops.id} = ${slotWaits.shopId} LEFT JOIN ${staffMembers} ON ${staffMembers.id} = ${slotWaits.staffMemberId}
	LEFT JOIN ${holds} ON ${holds.draftId} = ${slotWaits.draftId} AND ${holds.expiresAt} > ${placeholder('now')}`

const waitRow = rows({
	...pickColumns(slotWaits, 'id', 'userId', 'date', 'serviceId'),
	/** Null: any person. */
	staffMemberId: slotWaits.staffMemberId,
	contact: rows(pickColumns(slotWaits, 'firstName', 'lastName', 'email', 'phone')),
	isProven: flag(isProven),
	wantsMessages: flag(wantsMessages),
	...pickColumns(slotWaits, 'offerCount', 'offeredAt', 'offerExpiresAt', 'offeredStartsAt', 'draftId'),
	endedBy: slotWaits.endedBy,
	/** The customer may have resized or moved it. */
	heldUntilAt: nullable(instant(holds.expiresAt)),
	heldStartsAt: nullable(instant(holds.startsAt)),
	isBeingPaid: flag(sql`${holds.checkoutId} IS NOT NULL`),
	service: rows({
		...pickColumns(services, 'name', 'durationMinutes', 'bufferMinutes'),
		/** The shop is listed and the service enabled. */
		isOffered: flag(sql`${services.isEnabled} AND ${shops.isListed}`),
	}),
	staffName: nullable(text(staffMembers.firstName)),
	shop: rows(pickColumns(shops, 'id', 'name', 'timeZone', 'minimumNoticeMinutes', 'horizonDays')),
})

export type SlotWait = ReturnType<typeof waitRow.read>

const waitById = preparedSelect(
	waitRow,
	() => sql`FROM ${slotWaits} ${joinFacts} WHERE ${slotWaits.id} = ${placeholder('waitId')}`,
)

const ownWaitById = preparedSelect(
	waitRow,
	() =>
		sql`FROM ${slotWaits} ${joinFacts} WHERE ${slotWaits.id} = ${placeholder('waitId')} AND ${isOwnWait(actorPlaceholders)}`,
)

/** By the account's id, and by its confirmed address. */
const ownWaits = preparedSelect(
	waitRow,
	() => sql`FROM ${slotWaits} ${joinFacts}
		WHERE ${slotWaits.id} IN (${selectWaitIds(actorPlaceholders)}) AND ${slotWaits.endedAt} IS NULL ORDER BY ${slotWaits.date}, ${slotWaits.joinedAt}`,
)

const liveWaitAtShopOfDraft = preparedRead(
	() => sql`SELECT ${slotWaits.id} FROM ${slotWaits}
		WHERE ${slotWaits.email} = coalesce((SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${actorUserId(actorPlaceholders)}), ${placeholder('email')})
		AND ${slotWaits.date} = ${placeholder('date')}
		AND ${slotWaits.endedAt} IS NULL AND ${slotWaits.shopId} = (SELECT shop_id FROM drafts WHERE id = ${placeholder('draftId')})`,
	only(text('id')),
)

/** Whole lines, the longest unseen first. */
const linesToLookAt = preparedSelect(
	waitRow,
	() => sql`FROM (SELECT DISTINCT shop_id, date FROM (SELECT ${slotWaits.shopId}, ${slotWaits.date} FROM ${slotWaits}
			WHERE ${slotWaits.endedAt} IS NULL AND ${slotWaits.lookedAt} < ${placeholder('lookedBefore')}
			ORDER BY ${slotWaits.lookedAt} LIMIT ${WAITS_LOOKED_THROUGH}) LIMIT ${LINES_AT_ONCE}) line
		CROSS JOIN ${slotWaits} ON ${slotWaits.shopId} = line.shop_id AND ${slotWaits.date} = line.date ${joinFacts}
		WHERE ${slotWaits.endedAt} IS NULL ORDER BY ${slotWaits.shopId}, ${slotWaits.date}, ${slotWaits.joinedAt}, ${slotWaits}.rowid`,
)

const countLookedBefore = preparedRead(
	() =>
		sql`SELECT count(*) AS count FROM ${slotWaits} WHERE ${slotWaits.endedAt} IS NULL AND ${slotWaits.lookedAt} < ${placeholder('lookedBefore')}`,
	only(integer('count')),
)

/** Reads waits, for their customers and for the job. */
export function createSlotWaitRepository(read: Database['read']) {
	return {
		/** For its link's holder, and for the job. */
		wait: (waitId: string, now: Instant): Promise<SlotWait | null> => first(read(waitById({ waitId, now }))),

		/** Null where it is another customer's. */
		waitOf: (actor: Actor, waitId: string): Promise<SlotWait | null> =>
			first(read(ownWaitById({ ...actor, waitId, now: actor.at }))),

		/** The next day first. */
		waitsOf: (actor: Actor): Promise<SlotWait[]> => read(ownWaits({ ...actor, now: actor.at })),

		/** The place on a day at the draft's shop, of the account or else the typed address. */
		liveWaitId: ({
			actor,
			...input
		}: {
			actor: Actor | null
			email: string | null
			draftId: string
			date: CivilDate
		}): Promise<string | null> =>
			first(
				read(
					liveWaitAtShopOfDraft({
						...input,
						sessionHash: actor?.sessionHash ?? null,
						at: actor?.at ?? null,
					}),
				),
			),

		/** Whole lines not looked at since `lookedBefore`, in order. */
		linesToLookAt: (lookedBefore: Instant, now: Instant): Promise<SlotWait[]> =>
			read(linesToLookAt({ lookedBefore, now })),

		async countLookedBefore(lookedBefore: Instant): Promise<number> {
			const [count = 0] = await read(countLookedBefore({ lookedBefore }))
			return count
		},

		/** Current and recent ones. */
		exportWaits: (actor: Actor): Promise<unknown[]> =>
			read(
				rawRead(
					sql`SELECT json_object('shop', ${shops.name}, 'service', ${services.name}, 'date', ${slotWaits.date},
							'joinedAt', strftime('%Y-%m-%dT%H:%M:%SZ', ${slotWaits.joinedAt} / 1000, 'unixepoch'), 'endedBy', ${slotWaits.endedBy},
							'firstName', ${slotWaits.firstName}, 'lastName', ${slotWaits.lastName}, 'email', ${slotWaits.email}, 'phone', ${slotWaits.phone}
						) AS wait FROM ${slotWaits} CROSS JOIN ${services} ON ${services.id} = ${slotWaits.serviceId}
						CROSS JOIN ${shops} ON ${shops.id} = ${slotWaits.shopId}
						WHERE ${slotWaits.id} IN (${selectWaitIds(actor)}) ORDER BY ${slotWaits.joinedAt}`,
					only(json<unknown>('wait')),
				),
			),
	}
}

/** By id, or by confirmed address. */
function isOwnWait(actor: Actor | typeof actorPlaceholders): SQL {
	return sql`(${slotWaits.userId} = ${actorUserId(actor)} OR ${slotWaits.email} = ${confirmedEmail(actor)})`
}

/** The ids of the actor's waits. UNION lets each half use its index. */
function selectWaitIds(actor: Actor | typeof actorPlaceholders): SQL {
	return sql`SELECT id FROM slot_waits WHERE user_id = ${actorUserId(actor)}
		UNION SELECT id FROM slot_waits WHERE ended_at IS NULL AND email = ${confirmedEmail(actor)}`
}

function confirmedEmail(actor: Actor | typeof actorPlaceholders): SQL {
	return sql`(SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${actorUserId(actor)} AND ${users.emailVerifiedAt} IS NOT NULL)`
}
