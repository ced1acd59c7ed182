import type { OwnReward } from '#app/domain/loyalty/own-reward-repository.server.ts'
import { rewardState } from '#app/domain/loyalty/reward-state.ts'
import { rewardKindWords, rewardWords } from '#app/domain/loyalty/reward-words.ts'
import { inUse } from '#app/flows/loyalty/open-voucher.server.ts'
import { dateLabel, lastDayLabel } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { RewardKind } from '#app/kernel/vocabulary/loyalty.ts'
import { civilAt } from '#app/kernel/zone.server.ts'

/** Days are on the shop's clock. */
export async function rewardCard(reward: OwnReward, cookieKeys: readonly string[], now: Instant) {
	const { id, description, code, shop, kind, usedAt, expiresAt } = reward
	const state = rewardState(reward, now)
	return {
		id,
		description,
		code,
		shop: { id: shop.id, name: shop.name },
		worth: rewardWords(reward),
		kind: rewardKindWords[kind],
		isActive: state === 'active',
		/** Discounts are chosen at checkout; other rewards are given at the shop (D30, D42). */
		how:
			kind === 'discount' || kind === 'free_service'
				? 'Choose it at checkout, or show this code at the shop.'
				: 'Show this code at the shop.',
		inUse: state === 'in_use' ? await inUse(reward.use, cookieKeys) : null,
		when:
			usedAt === null
				? `${state === 'active' ? 'Expires' : 'Expired on'} ${lastDayLabel(shop.timeZone, expiresAt)}`
				: usedWords(kind, dateLabel(civilAt(shop.timeZone, usedAt).date)),
	}
}

/** Cashback is credited when it is earned (D42). */
function usedWords(kind: RewardKind, day: string): string {
	return kind === 'cashback' ? `Added to your cashback on ${day}` : `Used on ${day}`
}

export type RewardCardView = Awaited<ReturnType<typeof rewardCard>>
