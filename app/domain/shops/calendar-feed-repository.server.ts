import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { flag, instant, json, nullable, pickColumns, rows, text } from '#db/row.server.ts'
import { blockedTimes, calendarEntries } from '#db/schema/availability.ts'
import { appointments, checkouts } from '#db/schema/booking.ts'
import { appointmentServices } from '#db/schema/booking-services.ts'
import { shops, staffMembers } from '#db/schema/discovery.ts'
import { accessKeys, calendarFeeds } from '#db/schema/shops.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { insertFrom, placeholder, preparedSelect, updateWhere } from '#db/statement.server.ts'

/** Live feeds of a shop: room for its own, and two of each person. */
const MOST_FEEDS = 50
/** The latest events of one feed. */
const MOST_EVENTS = 5_000

const staffName = sql`trim(${staffMembers.firstName} || ' ' || ${staffMembers.lastName})`

/** The feed has not ended, nor has the device that made it, and its person works at the shop. */
const works = sql`${calendarFeeds.endedAt} IS NULL
	AND EXISTS (SELECT 1 FROM ${accessKeys} WHERE ${accessKeys.id} = ${calendarFeeds.keyId} AND ${accessKeys.endedAt} IS NULL)
	AND (${calendarFeeds.staffMemberId} IS NULL OR EXISTS (SELECT 1 FROM ${staffMembers} member
		WHERE member.id = ${calendarFeeds.staffMemberId} AND member.is_active = 1))`

/** The working feed of a secret. Each read has it, so that an ended feed shows nothing. */
const feedOfSecret = sql`(SELECT ${calendarFeeds.shopId} AS shop_id, ${calendarFeeds.staffMemberId} AS person_id, ${calendarFeeds.namesCustomers} AS names_customers
	FROM ${calendarFeeds} WHERE ${calendarFeeds.secretHash} = ${placeholder('secretHash')} AND ${works}) feed`

const readFeed = preparedSelect(
	rows({
		shopName: shops.name,
		personName: nullable(
			text(sql`(SELECT ${staffName} FROM ${staffMembers} WHERE ${staffMembers.id} = feed.person_id)`),
		),
	}),
	() => sql`FROM ${feedOfSecret} CROSS JOIN ${shops} ON ${shops.id} = feed.shop_id`,
)

const isInWindow = (at: typeof appointments.startsAt | typeof blockedTimes.startsAt) =>
	sql`${at} > ${placeholder('fromAt')} AND ${at} < ${placeholder('untilAt')}`

/** A person's part of an appointment has its own time; the shop sees the whole. */
const ownTime = (end: 'min' | 'max', at: typeof calendarEntries.startsAt | typeof calendarEntries.endsAt) =>
	sql`(SELECT ${sql.raw(end)}(${at}) FROM ${calendarEntries} WHERE ${calendarEntries.appointmentId} = ${appointments.id}
		AND (feed.person_id IS NULL OR ${calendarEntries.staffMemberId} = feed.person_id))`

const appointmentRow = rows({
	appointmentId: appointments.id,
	referenceNumber: appointments.referenceNumber,
	startsAt: instant(sql`coalesce(${ownTime('min', calendarEntries.startsAt)}, ${appointments.startsAt})`),
	endsAt: instant(sql`coalesce(${ownTime('max', calendarEntries.endsAt)}, ${appointments.endsAt})`),
	sequence: appointments.calendarSequence,
	createdAt: appointments.createdAt,
	/** The visitor, else the customer; null where the feed names no customers. */
	name: nullable(
		text(sql`CASE WHEN feed.names_customers = 1 THEN coalesce(${appointments.visitorName},
			trim(${checkouts.firstName} || ' ' || ${checkouts.lastName})) END`),
	),
	services: json<
		{ name: string; staffName: string }[]
	>(sql`(SELECT json_group_array(json_object('name', name, 'staffName', staff_name))
		FROM (SELECT ${appointmentServices.name} AS name, ${staffName} AS staff_name
			FROM ${appointmentServices} JOIN ${staffMembers} ON ${staffMembers.id} = ${appointmentServices.staffMemberId}
			WHERE ${appointmentServices.appointmentId} = ${appointments.id}
				AND (feed.person_id IS NULL OR ${appointmentServices.staffMemberId} = feed.person_id)
			ORDER BY ${appointmentServices.position}))`),
})

export type FeedAppointment = ReturnType<typeof appointmentRow.read>

const appointmentsOfFeed = preparedSelect(
	appointmentRow,
	() => sql`FROM ${feedOfSecret} CROSS JOIN ${appointments} ON ${appointments.shopId} = feed.shop_id AND ${isInWindow(appointments.startsAt)}
		JOIN ${checkouts} ON ${checkouts.id} = ${appointments.checkoutId}
		WHERE ${appointments.status} NOT IN ('CANCELLED', 'NO_SHOW') AND (feed.person_id IS NULL OR EXISTS (
			SELECT 1 FROM ${appointmentServices} WHERE ${appointmentServices.appointmentId} = ${appointments.id}
				AND ${appointmentServices.staffMemberId} = feed.person_id))
		ORDER BY ${appointments.startsAt} DESC, ${appointments.id} LIMIT ${sql.raw(String(MOST_EVENTS))}`,
)

const blockRow = rows({
	blockId: blockedTimes.id,
	...pickColumns(blockedTimes, 'startsAt', 'endsAt', 'createdAt'),
	staffName: text(staffName),
})

export type FeedBlock = ReturnType<typeof blockRow.read>

const blocksOfFeed = preparedSelect(
	blockRow,
	() => sql`FROM ${feedOfSecret} CROSS JOIN ${staffMembers} ON ${staffMembers.shopId} = feed.shop_id
			AND (feed.person_id IS NULL OR ${staffMembers.id} = feed.person_id)
		CROSS JOIN ${blockedTimes} ON ${blockedTimes.staffMemberId} = ${staffMembers.id} AND ${isInWindow(blockedTimes.startsAt)}
		ORDER BY ${blockedTimes.startsAt} DESC, ${blockedTimes.id} LIMIT ${sql.raw(String(MOST_EVENTS))}`,
)

const listedFeed = rows({
	feedId: calendarFeeds.id,
	personName: nullable(
		text(
			sql`(SELECT ${staffName} FROM ${staffMembers} WHERE ${staffMembers.id} = ${calendarFeeds.staffMemberId})`,
		),
	),
	...pickColumns(calendarFeeds, 'namesCustomers', 'createdAt'),
	works: flag(works),
})

const feedsOfCaller = preparedSelect(
	listedFeed,
	() => sql`FROM ${calendarFeeds} WHERE ${calendarFeeds.shopId} = ${callingShopId(shopCallerPlaceholders)} AND ${calendarFeeds.endedAt} IS NULL
		ORDER BY ${calendarFeeds.createdAt} DESC, ${calendarFeeds.id} LIMIT ${sql.raw(String(2 * MOST_FEEDS))}`,
)

const peopleOfCaller = preparedSelect(
	rows({ staffMemberId: staffMembers.id, name: text(staffName) }),
	() => sql`FROM ${staffMembers} WHERE ${staffMembers.shopId} = ${callingShopId(shopCallerPlaceholders)} AND ${staffMembers.isActive} = 1
		ORDER BY ${staffMembers.firstName}, ${staffMembers.lastName}, ${staffMembers.id}`,
)

const feedWorks = preparedSelect(
	rows({ works: flag(works) }),
	() => sql`FROM ${calendarFeeds} WHERE ${calendarFeeds.secretHash} = ${placeholder('secretHash')}`,
)

export function createCalendarFeedRepository(read: Database['read']) {
	return {
		/** All that the feed of a secret shows, in one round trip; null where no feed works. */
		async readFeed(secretHash: string, window: { fromAt: Instant; untilAt: Instant }) {
			const input = { secretHash, ...window }
			const [[feed], booked, blocks] = await Promise.all([
				read(readFeed({ secretHash })),
				read(appointmentsOfFeed(input)),
				read(blocksOfFeed(input)),
			])
			return feed ? { ...feed, booked, blocks } : null
		},

		async works(secretHash: string): Promise<boolean> {
			const [feed] = await read(feedWorks({ secretHash }))
			return feed?.works ?? false
		},

		/** The feeds of the caller's shop that have not ended, the newest first. */
		feedsOfCaller: (caller: ShopCaller) => read(feedsOfCaller(caller)),

		peopleOfCaller: (caller: ShopCaller) => read(peopleOfCaller(caller)),

		/**
		 * Refuses the batch where the shop has 50 ('too_many_feeds'), and where the person does not work there
		 * ('feed_person_gone').
		 */
		insertFeed: ({ now, ...feed }: NewFeed): Statement[] => [
			refuseWhen(
				'too_many_feeds',
				sql`(SELECT count(*) FROM ${calendarFeeds} WHERE ${calendarFeeds.shopId} = ${feed.shopId}
					AND ${calendarFeeds.endedAt} IS NULL AND ${calendarFeeds.id} <> ${feed.id}) >= ${MOST_FEEDS}`,
			),
			refuseWhen(
				'feed_person_gone',
				sql`${feed.staffMemberId} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${staffMembers}
					WHERE ${staffMembers.id} = ${feed.staffMemberId} AND ${staffMembers.shopId} = ${feed.shopId} AND ${staffMembers.isActive} = 1)`,
			),
			insertFrom(calendarFeeds, { ...feed, createdAt: now }, sql`WHERE true ON CONFLICT (id) DO NOTHING`),
		],

		/** Refuses the batch ('feed_not_found') where the shop has no such live feed. */
		endFeed: (shopId: string, feedId: string, now: Instant): Statement[] => [
			refuseWhen(
				'feed_not_found',
				sql`NOT EXISTS (SELECT 1 FROM ${calendarFeeds} WHERE ${calendarFeeds.id} = ${feedId}
					AND ${calendarFeeds.shopId} = ${shopId} AND (${calendarFeeds.endedAt} IS NULL OR ${calendarFeeds.endedAt} = ${now}))`,
			),
			updateWhere(
				calendarFeeds,
				{ endedAt: now },
				and(eq(calendarFeeds.id, feedId), isNull(calendarFeeds.endedAt)),
			),
		],

		purgeEndedBefore: (endedBefore: Instant): Statement<number> =>
			deleteSlice(calendarFeeds, lte(calendarFeeds.endedAt, endedBefore)),
	}
}

type NewFeed = {
	id: string
	shopId: string
	keyId: string
	/** Null: the whole shop. */
	staffMemberId: string | null
	namesCustomers: boolean
	secretHash: string
	now: Instant
}
