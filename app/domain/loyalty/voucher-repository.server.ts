import { sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { rewardKinds, rewardUnits } from '#app/kernel/vocabulary/loyalty.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorAsked, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { decode, integer, nullable, text, word } from '#db/row.server.ts'
import { services, shops } from '#db/schema/discovery.ts'
import { rewards } from '#db/schema/loyalty.ts'
import { build, builtWrite, preparedRead, rawRead } from '#db/statement.server.ts'
import { joinUse, toUse, useColumns } from './own-reward-repository.server.ts'
import { isRewardInUse } from './saving-use-repository.server.ts'
import { VOUCHER_MS } from './voucher.ts'

const timeColumns = sql`${rewards.usedAt}, ${rewards.expiresAt}, ${rewards.voucherOpenedAt}, ${useColumns}`
const times = {
	usedAt: nullable(integer('used_at')),
	expiresAt: integer('expires_at'),
	voucherOpenedAt: nullable(integer('voucher_opened_at')),
	use: toUse,
}
const toVoucherTimes = decode(times)
type VoucherTimes = ReturnType<typeof toVoucherTimes>

const toVoucher = decode({
	...times,
	id: text('id'),
	kind: word('reward_kind', rewardKinds),
	value: nullable(integer('value')),
	unit: nullable(word('unit', rewardUnits)),
	description: text('description'),
	code: text('code'),
	serviceName: nullable(text('service_name')),
	shop: decode({ id: text('shop_id'), name: text('shop_name'), timeZone: text('time_zone') }),
})
export type Voucher = ReturnType<typeof toVoucher>

const voucher = preparedRead(
	sql`SELECT ${timeColumns}, ${rewards.id}, ${rewards.rewardKind}, ${rewards.value}, ${rewards.unit}, ${rewards.description},
			${rewards.code}, ${services.name} AS service_name, ${shops.id} AS shop_id, ${shops.name} AS shop_name, ${shops.timeZone}
		FROM ${rewards} JOIN ${shops} ON ${shops.id} = ${rewards.shopId} ${joinUse}
		LEFT JOIN ${services} ON ${services.id} = ${rewards.serviceId}
		WHERE ${rewards.id} = ${sql.placeholder('rewardId')} AND ${rewards.userId} = ${actorUserId(actorAsked)}`,
	toVoucher,
)

/** Rewards that the customer who is signed in opens to be shown at the shop (D51). */
export function createVoucherRepository(read: Database['read']) {
	return {
		/** Null for an unknown reward, or another customer's. */
		async voucherOf(actor: Actor, rewardId: string): Promise<Voucher | null> {
			const [found] = await read(voucher({ ...actor, rewardId }))
			return found ?? null
		},

		/**
		 * Opens the voucher of a reward that can be used now. Changes no row for any other, nor while it is open: its
		 * lock is not made longer.
		 */
		openVoucher: (actor: Actor, rewardId: string, now: Instant): Statement<number> =>
			builtWrite(
				build
					.update(rewards)
					.set({ voucherOpenedAt: now })
					.where(
						sql`${rewards.id} = ${rewardId} AND ${rewards.userId} = ${actorUserId(actor)} AND ${rewards.usedAt} IS NULL
							AND ${rewards.expiresAt} > ${now} AND coalesce(${rewards.voucherOpenedAt}, 0) <= ${now - VOUCHER_MS}
							AND NOT ${isRewardInUse}`,
					),
			),

		/** The last statement of a batch: how the reward stands then. */
		selectVoucherTimes: (actor: Actor, rewardId: string): Statement<VoucherTimes[]> =>
			rawRead(
				sql`SELECT ${timeColumns} FROM ${rewards} ${joinUse}
					WHERE ${rewards.id} = ${rewardId} AND ${rewards.userId} = ${actorUserId(actor)}`,
				toVoucherTimes,
			),
	}
}

export type VoucherRepository = ReturnType<typeof createVoucherRepository>
