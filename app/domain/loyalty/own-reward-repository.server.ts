import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { integer, nullable, pickColumns, rows, rowsOrNull, text } from '#db/row.server.ts'
import { appointments } from '#db/schema/booking.ts'
import { services, shops } from '#db/schema/discovery.ts'
import { rewards, rewardUses } from '#db/schema/loyalty.ts'
import { first, placeholder, preparedSelect, rawSelect, updateWhere } from '#db/statement.server.ts'
import { type RewardTab, VOUCHER_MS } from './reward-state.ts'
import { isRewardInUse } from './saving-use-repository.server.ts'

export const joinUse = sql`LEFT JOIN ${rewardUses} ON ${rewardUses.rewardId} = ${rewards.id}
	LEFT JOIN ${appointments} ON ${appointments.checkoutId} = ${rewardUses.checkoutId}`

/** From `joinUse`; null for a reward that no checkout uses. */
export const useOfReward = rowsOrNull(
	'checkoutId',
	rows({
		checkoutId: rewardUses.checkoutId,
		/** Null while the checkout waits for its payment. */
		booking: rowsOrNull(
			'appointmentId',
			rows({ appointmentId: appointments.id, date: appointments.scheduledDate }),
		),
	}),
)

/** The rule of `rewardState`. */
const isUsable = sql`(${rewards.usedAt} IS NULL AND ${rewardUses.checkoutId} IS NULL AND ${rewards.expiresAt} > ${placeholder('at')})`
const isAvailable = sql`(${rewards.usedAt} IS NULL AND (${rewardUses.checkoutId} IS NOT NULL OR ${rewards.expiresAt} > ${placeholder('at')}))`

const ofTab: Record<RewardTab, SQL> = { available: isAvailable, claimed: sql`NOT ${isAvailable}` }

const rewardRow = rows({
	id: rewards.id,
	kind: rewards.rewardKind,
	...pickColumns(rewards, 'value', 'unit', 'description', 'code', 'earnedAt', 'expiresAt', 'usedAt'),
	use: useOfReward,
	serviceName: nullable(text(services.name)),
	shop: rows({ id: shops.id, name: shops.name, timeZone: shops.timeZone }),
})
export type OwnReward = ReturnType<typeof rewardRow.read>

const selectRewards = (condition: SQL) =>
	preparedSelect(
		rewardRow,
		() => sql`FROM ${rewards} JOIN ${shops} ON ${shops.id} = ${rewards.shopId} ${joinUse}
			LEFT JOIN ${services} ON ${services.id} = ${rewards.serviceId}
			WHERE ${rewards.userId} = ${actorUserId(actorPlaceholders)} AND ${condition}
				AND (${rewards.earnedAt}, ${rewards.id}) < (${placeholder('beforeAt')}, ${placeholder('beforeId')})
			ORDER BY ${rewards.earnedAt} DESC, ${rewards.id} DESC LIMIT ${placeholder('limit')}`,
	)

const lists = { available: selectRewards(ofTab.available), claimed: selectRewards(ofTab.claimed) }

const counts = preparedSelect(
	rows({
		usable: integer(sql`coalesce(sum(${isUsable}), 0)`),
		available: integer(sql`coalesce(sum(${isAvailable}), 0)`),
		total: integer(sql`count(*)`),
	}),
	() => sql`FROM ${rewards} LEFT JOIN ${rewardUses} ON ${rewardUses.rewardId} = ${rewards.id}
		WHERE ${rewards.userId} = ${actorUserId(actorPlaceholders)}`,
)

export function createOwnRewardRepository(read: Database['read']) {
	return {
		/** The newest first. `actor.at` decides what has expired. */
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

		/** `usable` counts the available ones that no booking has taken. */
		async countRewards(actor: Actor): Promise<Record<RewardTab | 'usable', number>> {
			const [found] = await read(counts({ ...actor }))
			const { usable, available, total } = found ?? { usable: 0, available: 0, total: 0 }
			return { usable, available, claimed: total - available }
		},
	}
}

const times = {
	...pickColumns(rewards, 'usedAt', 'expiresAt', 'voucherOpenedAt'),
	use: useOfReward,
}
const voucherTimesRow = rows(times)
type VoucherTimes = ReturnType<typeof voucherTimesRow.read>

const voucherRow = rows({
	...times,
	id: rewards.id,
	kind: rewards.rewardKind,
	...pickColumns(rewards, 'value', 'unit', 'description', 'code'),
	serviceName: nullable(text(services.name)),
	shop: rows({ id: shops.id, name: shops.name, timeZone: shops.timeZone }),
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
		voucherOf: (actor: Actor, rewardId: string): Promise<Voucher | null> =>
			first(read(voucher({ ...actor, rewardId }))),

		/** Changes no row for an unusable reward, nor for an open voucher: its lock is not extended. */
		openVoucher: (actor: Actor, rewardId: string, now: Instant): Statement<number> =>
			updateWhere(
				rewards,
				{ voucherOpenedAt: now },
				sql`${rewards.id} = ${rewardId} AND ${rewards.userId} = ${actorUserId(actor)} AND ${rewards.usedAt} IS NULL
					AND ${rewards.expiresAt} > ${now} AND coalesce(${rewards.voucherOpenedAt}, 0) <= ${now - VOUCHER_MS}
					AND NOT ${isRewardInUse}`,
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
