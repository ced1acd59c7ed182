import { sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { rewardKinds, rewardUnits } from '#app/kernel/vocabulary/loyalty.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { instant, integer, nullable, rows, text, word } from '#db/row.server.ts'
import { services, shops } from '#db/schema/discovery.ts'
import { rewards } from '#db/schema/loyalty.ts'
import { build, builtWrite, preparedSelect, rawSelect } from '#db/statement.server.ts'
import { joinUse, useOfReward } from './own-reward-repository.server.ts'
import { isRewardInUse } from './saving-use-repository.server.ts'
import { VOUCHER_MS } from './voucher.ts'

const times = {
	usedAt: nullable(instant(rewards.usedAt)),
	expiresAt: instant(rewards.expiresAt),
	voucherOpenedAt: nullable(instant(rewards.voucherOpenedAt)),
	use: useOfReward,
}
const voucherTimesRow = rows(times)
type VoucherTimes = ReturnType<typeof voucherTimesRow.read>

const voucherRow = rows({
	...times,
	id: text(rewards.id),
	kind: word(rewards.rewardKind, rewardKinds),
	value: nullable(integer(rewards.value)),
	unit: nullable(word(rewards.unit, rewardUnits)),
	description: text(rewards.description),
	code: text(rewards.code),
	serviceName: nullable(text(services.name)),
	shop: rows({ id: text(shops.id), name: text(shops.name), timeZone: text(shops.timeZone) }),
})
export type Voucher = ReturnType<typeof voucherRow.read>

const voucher = preparedSelect(
	voucherRow,
	() => sql`FROM ${rewards} JOIN ${shops} ON ${shops.id} = ${rewards.shopId} ${joinUse}
		LEFT JOIN ${services} ON ${services.id} = ${rewards.serviceId}
		WHERE ${rewards.id} = ${sql.placeholder('rewardId')} AND ${rewards.userId} = ${actorUserId(actorPlaceholders)}`,
)

/** Rewards opened to be shown at the shop (D51). */
export function createVoucherRepository(read: Database['read']) {
	return {
		/** Null for an unknown reward, or another customer's. */
		async voucherOf(actor: Actor, rewardId: string): Promise<Voucher | null> {
			const [found] = await read(voucher({ ...actor, rewardId }))
			return found ?? null
		},

		/** Changes no row for an unusable reward, nor for an open voucher: its lock is not extended. */
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

		/** Stands last in its batch. */
		selectVoucherTimes: (actor: Actor, rewardId: string): Statement<VoucherTimes[]> =>
			rawSelect(
				voucherTimesRow,
				sql`FROM ${rewards} ${joinUse}
					WHERE ${rewards.id} = ${rewardId} AND ${rewards.userId} = ${actorUserId(actor)}`,
			),
	}
}

export type VoucherRepository = ReturnType<typeof createVoucherRepository>
