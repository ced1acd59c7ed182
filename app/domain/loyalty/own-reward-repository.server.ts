import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import { rewardKinds, rewardUnits } from '#app/kernel/vocabulary/loyalty.ts'
import { actorAsked, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { decode, integer, nullable, optional, text, word } from '#db/row.server.ts'
import { appointments } from '#db/schema/booking.ts'
import { services, shops } from '#db/schema/discovery.ts'
import { rewards, rewardUses } from '#db/schema/loyalty.ts'
import { preparedRead } from '#db/statement.server.ts'
import type { RewardTab } from './reward-tabs.ts'

const { placeholder } = sql

/** Joins to rewards what has taken each: a checkout, and its booking once there is one. */
export const joinUse = sql`LEFT JOIN ${rewardUses} ON ${rewardUses.rewardId} = ${rewards.id}
	LEFT JOIN ${appointments} ON ${appointments.checkoutId} = ${rewardUses.checkoutId}`

/** The columns of `joinUse`, and what they say. */
export const useColumns = sql`${rewardUses.checkoutId} AS use_checkout_id, ${appointments.id} AS use_appointment_id,
	${appointments.scheduledDate} AS use_date`
export const toUse = optional(
	'use_checkout_id',
	decode({
		/** Null while the checkout waits for its payment. */
		booking: optional(
			'use_appointment_id',
			decode({ appointmentId: text('use_appointment_id'), date: text('use_date') }),
		),
	}),
)

/** These are as `rewardState` says. */
const isUsable = sql`(${rewards.usedAt} IS NULL AND ${rewardUses.checkoutId} IS NULL AND ${rewards.expiresAt} > ${placeholder('at')})`
const isAvailable = sql`(${rewards.usedAt} IS NULL AND (${rewardUses.checkoutId} IS NOT NULL OR ${rewards.expiresAt} > ${placeholder('at')}))`

const ofTab: Record<RewardTab, SQL> = { available: isAvailable, claimed: sql`NOT ${isAvailable}` }

const toReward = decode({
	id: text('id'),
	kind: word('reward_kind', rewardKinds),
	value: nullable(integer('value')),
	unit: nullable(word('unit', rewardUnits)),
	description: text('description'),
	code: text('code'),
	earnedAt: integer('earned_at'),
	expiresAt: integer('expires_at'),
	usedAt: nullable(integer('used_at')),
	use: toUse,
	serviceName: nullable(text('service_name')),
	shop: decode({ id: text('shop_id'), name: text('shop_name'), timeZone: text('time_zone') }),
})
export type OwnReward = ReturnType<typeof toReward>

const listOf = (condition: SQL) =>
	preparedRead(
		sql`SELECT ${rewards.id}, ${rewards.rewardKind}, ${rewards.value}, ${rewards.unit}, ${rewards.description}, ${rewards.code},
				${rewards.earnedAt}, ${rewards.expiresAt}, ${rewards.usedAt}, ${services.name} AS service_name,
				${shops.id} AS shop_id, ${shops.name} AS shop_name, ${shops.timeZone}, ${useColumns}
			FROM ${rewards} JOIN ${shops} ON ${shops.id} = ${rewards.shopId} ${joinUse}
			LEFT JOIN ${services} ON ${services.id} = ${rewards.serviceId}
			WHERE ${rewards.userId} = ${actorUserId(actorAsked)} AND ${condition}
				AND (${rewards.earnedAt}, ${rewards.id}) < (${placeholder('beforeAt')}, ${placeholder('beforeId')})
			ORDER BY ${rewards.earnedAt} DESC, ${rewards.id} DESC LIMIT ${placeholder('limit')}`,
		toReward,
	)

const lists = { available: listOf(ofTab.available), claimed: listOf(ofTab.claimed) }

const counts = preparedRead(
	sql`SELECT coalesce(sum(${isUsable}), 0) AS usable, coalesce(sum(${isAvailable}), 0) AS available, count(*) AS total
		FROM ${rewards} LEFT JOIN ${rewardUses} ON ${rewardUses.rewardId} = ${rewards.id}
		WHERE ${rewards.userId} = ${actorUserId(actorAsked)}`,
	decode({ usable: integer('usable'), available: integer('available'), total: integer('total') }),
)

/** The rewards of the customer who is signed in. */
export function createOwnRewardRepository(read: Database['read']) {
	return {
		/** Those of a tab, newest first. Whether one is over is compared with the actor's now. */
		listRewards: (
			actor: Actor,
			{ tab, before, limit }: { tab: RewardTab; before: ListPlace | null; limit: number },
		): Promise<OwnReward[]> =>
			read(
				lists[tab]({
					...actor,
					beforeAt: before?.at ?? Number.MAX_SAFE_INTEGER,
					beforeId: before?.id ?? '',
					limit,
				}),
			),

		/** How many are under each tab, and how many of the available ones no booking has taken. */
		async countRewards(actor: Actor): Promise<Record<RewardTab | 'usable', number>> {
			const [found] = await read(counts({ ...actor }))
			const { usable, available, total } = found ?? { usable: 0, available: 0, total: 0 }
			return { usable, available, claimed: total - available }
		},
	}
}
