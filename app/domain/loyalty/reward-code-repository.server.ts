import { sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { decode, integer, nullable, text } from '#db/row.server.ts'
import { shops } from '#db/schema/discovery.ts'
import { rewards } from '#db/schema/loyalty.ts'
import { build, builtWrite, rawRead } from '#db/statement.server.ts'

const toReward = decode({
	description: text('description'),
	shopName: text('shop_name'),
	timeZone: text('time_zone'),
	usedAt: nullable(integer('used_at')),
})
export type RewardByCode = ReturnType<typeof toReward>

/** Rewards by their codes, as the shop knows them. */
export function createRewardCodeRepository() {
	return {
		/** Changes no row for a code that was used, or is over. */
		markUsed: (code: string, now: Instant): Statement<number> =>
			builtWrite(
				build
					.update(rewards)
					.set({ usedAt: now })
					.where(
						sql`${rewards.code} = ${code} AND ${rewards.usedAt} IS NULL AND ${rewards.expiresAt} > ${now}`,
					),
			),

		/** The last statement of a batch: what the reward is now. */
		selectReward: (code: string): Statement<RewardByCode[]> =>
			rawRead(
				sql`SELECT ${rewards.description}, ${rewards.usedAt}, ${shops.name} AS shop_name, ${shops.timeZone}
					FROM ${rewards} JOIN ${shops} ON ${shops.id} = ${rewards.shopId} WHERE ${rewards.code} = ${code}`,
				toReward,
			),
	}
}

export type RewardCodeRepository = ReturnType<typeof createRewardCodeRepository>
