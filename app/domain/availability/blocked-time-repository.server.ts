import { and, eq, sql } from 'drizzle-orm'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { only, pickColumns, rows, text } from '#db/row.server.ts'
import { blockedTimes } from '#db/schema/availability.ts'
import { staffMembers } from '#db/schema/discovery.ts'
import {
	deleteWhere,
	insertFrom,
	isAny,
	placeholder,
	preparedRead,
	preparedSelect,
} from '#db/statement.server.ts'

const activeStaff = preparedRead(
	() => sql`SELECT ${staffMembers.id} FROM ${staffMembers} WHERE ${staffMembers.id} = ${placeholder('staffMemberId')}
		AND ${staffMembers.shopId} = ${placeholder('shopId')} AND ${staffMembers.isActive} = 1`,
	only(text('id')),
)

const blockOfShop = preparedRead(
	() => sql`SELECT ${blockedTimes.id} FROM ${blockedTimes}
		WHERE ${blockedTimes.id} = ${placeholder('blockId')} AND ${blockedTimes.shopId} = ${placeholder('shopId')}`,
	only(text('id')),
)

const blockRow = rows({
	blockId: blockedTimes.id,
	...pickColumns(blockedTimes, 'staffMemberId', 'startsAt', 'endsAt', 'reason'),
})

export type BlockedTime = ReturnType<typeof blockRow.read>

const blocksBetween = preparedSelect(
	blockRow,
	() => sql`FROM ${staffMembers} CROSS JOIN ${blockedTimes} ON ${blockedTimes.staffMemberId} = ${staffMembers.id}
		WHERE ${staffMembers.shopId} = ${placeholder('shopId')}
			AND ${blockedTimes.startsAt} > ${placeholder('fromAt')} - ${DAY_MS} AND ${blockedTimes.startsAt} < ${placeholder('untilAt')}
			AND ${blockedTimes.endsAt} > ${placeholder('fromAt')}
			AND (${blockedTimes.startsAt}, ${blockedTimes.id}) > (${placeholder('afterAt')}, ${placeholder('afterId')})
		ORDER BY ${blockedTimes.startsAt}, ${blockedTimes.id} LIMIT ${placeholder('limit')}`,
)

/** Time that a shop keeps free of bookings. */
export function createBlockedTimeRepository(read: Database['read']) {
	return {
		isStaffOf: (shopId: string, staffMemberId: string): Promise<boolean> =>
			isAny(read(activeStaff({ shopId, staffMemberId }))),

		/** Refused where the time is booked or held ('time_not_free'). A repeat with the same id changes nothing. */
		insertBlock: ({
			blockId,
			now,
			...block
		}: {
			blockId: string
			shopId: string
			staffMemberId: string
			startsAt: Instant
			endsAt: Instant
			reason: string
			now: Instant
		}): Statement<number> =>
			insertFrom(
				blockedTimes,
				{ id: blockId, ...block, createdAt: now },
				sql`WHERE NOT EXISTS (SELECT 1 FROM ${blockedTimes} WHERE ${blockedTimes.id} = ${blockId})`,
			),

		/** By start, a page after `after`. */
		blocksBetween: (
			shopId: string,
			{ after, ...stretch }: { fromAt: Instant; untilAt: Instant; after: ListPlace | null; limit: number },
		): Promise<BlockedTime[]> =>
			read(blocksBetween({ shopId, ...stretch, afterAt: after?.at ?? 0, afterId: after?.id ?? '' })),

		isBlock: (shopId: string, blockId: string): Promise<boolean> =>
			isAny(read(blockOfShop({ shopId, blockId }))),

		/** Changes no row where the block is gone, or another shop's. */
		deleteBlock: (shopId: string, blockId: string): Statement<number> =>
			deleteWhere(blockedTimes, and(eq(blockedTimes.id, blockId), eq(blockedTimes.shopId, shopId))),
	}
}
