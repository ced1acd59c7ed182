import { sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { flag, nullable, pickColumns, rows, text } from '#db/row.server.ts'
import { appointments } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import { rewards, rewardUses } from '#db/schema/loyalty.ts'
import { shopActs } from '#db/schema/shops.ts'
import { rawSelect, updateWhere } from '#db/statement.server.ts'
import { isRewardInUse } from './saving-use-repository.server.ts'

const rewardAtShop = (actId: string) =>
	rows({
		...pickColumns(rewards, 'id', 'rewardKind', 'value', 'unit', 'serviceId', 'description'),
		shopId: shops.id,
		shopName: shops.name,
		userId: rewards.userId,
		timeZone: shops.timeZone,
		...pickColumns(rewards, 'expiresAt', 'usedAt'),
		isTaken: flag(sql`${rewardUses.checkoutId} IS NOT NULL`),
		referenceNumber: nullable(text(appointments.referenceNumber)),
		/** An earlier attempt of this request used the reward. */
		isUsedByAct:
			flag(sql`EXISTS (SELECT 1 FROM ${shopActs} WHERE ${shopActs.id} = ${actId} AND ${shopActs.kind} = 'reward_used'
			AND ${shopActs.subjectId} = ${rewards.code})`),
	})
export type RewardAtShop = ReturnType<ReturnType<typeof rewardAtShop>['read']>

export function createRewardCodeRepository(read: Database['read']) {
	return {
		/** Null for an unknown shop. */
		async shopOfVoucher(shopId: string): Promise<{ name: string; timeZone: string } | null> {
			const [shop] = await read(
				rawSelect(
					rows({ name: shops.name, timeZone: shops.timeZone }),
					sql`FROM ${shops} WHERE ${shops.id} = ${shopId}`,
				),
			)
			return shop ?? null
		},

		selectReward,

		/**
		 * Refuses the batch ('reward_not_available') where another act or checkout has the reward. A repeat of the act
		 * changes nothing.
		 */
		spendReward: ({
			code,
			shopId,
			actId,
			now,
		}: {
			code: string
			shopId: string
			actId: string
			now: Instant
		}): Statement[] => [
			refuseWhen(
				'reward_not_available',
				sql`NOT EXISTS (SELECT 1 FROM ${rewards} WHERE ${rewards.code} = ${code} AND ${rewards.shopId} = ${shopId}
					AND (${rewards.usedAt} IS NULL OR ${rewards.usedAt} = ${now}) AND ${rewards.expiresAt} > ${now}
					AND NOT EXISTS (SELECT 1 FROM ${shopActs} WHERE ${shopActs.subjectId} = ${code}
						AND ${shopActs.kind} = 'reward_used' AND ${shopActs.id} <> ${actId})
					AND NOT ${isRewardInUse})`,
			),
			updateWhere(rewards, { usedAt: now }, sql`${rewards.code} = ${code} AND ${rewards.usedAt} IS NULL`),
		],
	}
}

/** `shopId` null: a reward of any shop, for the operator. `actId`: the act that would use it. */
function selectReward(code: string, shopId: string | null, actId: string): Statement<RewardAtShop[]> {
	return rawSelect(
		rewardAtShop(actId),
		sql`FROM ${rewards} JOIN ${shops} ON ${shops.id} = ${rewards.shopId}
					LEFT JOIN ${rewardUses} ON ${rewardUses.rewardId} = ${rewards.id}
					LEFT JOIN ${appointments} ON ${appointments.checkoutId} = ${rewardUses.checkoutId}
					WHERE ${rewards.code} = ${code} AND ${rewards.shopId} = coalesce(${shopId}, ${rewards.shopId})`,
	)
}
