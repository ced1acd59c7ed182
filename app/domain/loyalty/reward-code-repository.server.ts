import { sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { decode, flag, integer, nullable, text } from '#db/row.server.ts'
import { appointments } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import { rewards, rewardUses } from '#db/schema/loyalty.ts'
import { shopActs } from '#db/schema/shops.ts'
import { build, builtWrite, rawRead } from '#db/statement.server.ts'

const toReward = decode({
	description: text('description'),
	shopId: text('shop_id'),
	shopName: text('shop_name'),
	timeZone: text('time_zone'),
	usedAt: nullable(integer('used_at')),
	/** A checkout has taken it. */
	isTaken: flag('is_taken'),
	/** Of the booking that it is taken for; null while its checkout waits for the payment. */
	referenceNumber: nullable(text('reference_number')),
})
const toRewardAtShop = decode({
	description: text('description'),
	userId: text('user_id'),
	timeZone: text('time_zone'),
	expiresAt: integer('expires_at'),
	usedAt: nullable(integer('used_at')),
	isTaken: flag('is_taken'),
	referenceNumber: nullable(text('reference_number')),
	/** By the very request that asks, which was sent before. */
	isUsedByAct: flag('is_used_by_act'),
})
export type RewardAtShop = ReturnType<typeof toRewardAtShop>
export type RewardByCode = ReturnType<typeof toReward>

/** Rewards by their codes, as the shop knows them. */
export function createRewardCodeRepository(read: Database['read']) {
	return {
		/** The shop that the words of a voucher are asked for; null for none of ours. */
		async shopOfVoucher(shopId: string): Promise<{ name: string; timeZone: string } | null> {
			const [shop] = await read(
				rawRead(
					sql`SELECT ${shops.name}, ${shops.timeZone} FROM ${shops} WHERE ${shops.id} = ${shopId}`,
					decode({ name: text('name'), timeZone: text('time_zone') }),
				),
			)
			return shop ?? null
		},

		/** Changes no row for a code that was used, is over, or is taken by a checkout. */
		markUsed: (code: string, now: Instant): Statement<number> =>
			builtWrite(
				build
					.update(rewards)
					.set({ usedAt: now })
					.where(
						sql`${rewards.code} = ${code} AND ${rewards.usedAt} IS NULL AND ${rewards.expiresAt} > ${now}
							AND NOT EXISTS (SELECT 1 FROM ${rewardUses} WHERE ${rewardUses.rewardId} = ${rewards.id})`,
					),
			),

		/** A reward of this shop; none for another's. `actId`: the act that would use it. */
		selectRewardAtShop: (code: string, shopId: string, actId: string): Statement<RewardAtShop[]> =>
			rawRead(
				sql`SELECT ${rewards.description}, ${rewards.usedAt}, ${rewards.expiresAt}, ${rewards.userId}, ${shops.timeZone},
						${rewardUses.checkoutId} IS NOT NULL AS is_taken, ${appointments.referenceNumber},
						EXISTS (SELECT 1 FROM ${shopActs} WHERE ${shopActs.id} = ${actId} AND ${shopActs.kind} = 'reward_used'
							AND ${shopActs.subjectId} = ${rewards.code}) AS is_used_by_act
					FROM ${rewards} JOIN ${shops} ON ${shops.id} = ${rewards.shopId}
					LEFT JOIN ${rewardUses} ON ${rewardUses.rewardId} = ${rewards.id}
					LEFT JOIN ${appointments} ON ${appointments.checkoutId} = ${rewardUses.checkoutId}
					WHERE ${rewards.code} = ${code} AND ${rewards.shopId} = ${shopId}`,
				toRewardAtShop,
			),

		/**
		 * Uses a reward. Refuses the batch ('reward_not_available') where another act was first, in the same millisecond too, or
		 * a checkout has taken it. The batch of one act may be sent twice.
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
					AND NOT EXISTS (SELECT 1 FROM ${rewardUses} WHERE ${rewardUses.rewardId} = ${rewards.id}))`,
			),
			builtWrite(
				build
					.update(rewards)
					.set({ usedAt: now })
					.where(sql`${rewards.code} = ${code} AND ${rewards.usedAt} IS NULL`),
			),
		],

		/** The last statement of a batch: what the reward is now. */
		selectReward: (code: string): Statement<RewardByCode[]> =>
			rawRead(
				sql`SELECT ${rewards.description}, ${rewards.usedAt}, ${shops.id} AS shop_id, ${shops.name} AS shop_name, ${shops.timeZone},
						${rewardUses.checkoutId} IS NOT NULL AS is_taken, ${appointments.referenceNumber}
					FROM ${rewards} JOIN ${shops} ON ${shops.id} = ${rewards.shopId}
					LEFT JOIN ${rewardUses} ON ${rewardUses.rewardId} = ${rewards.id}
					LEFT JOIN ${appointments} ON ${appointments.checkoutId} = ${rewardUses.checkoutId}
					WHERE ${rewards.code} = ${code}`,
				toReward,
			),
	}
}

export type RewardCodeRepository = ReturnType<typeof createRewardCodeRepository>
