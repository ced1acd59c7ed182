import { lastMonthLabel } from '#app/kernel/date-labels.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { findTier, tierNames, visitsToNextTier, visitsToReward } from './stamp-card.ts'
import type { WalletCard } from './wallet-repository.server.ts'

const YEAR_DAYS = 365

/** Visits after this instant count for a tier (D43). */
export function tierSince(now: Instant): Instant {
	return now - YEAR_DAYS * DAY_MS
}

export function cardView(card: WalletCard) {
	const { program, shop, visitsCount, visitsRequired, visitsInYear, milestones, rewardsReady } = card
	const left = visitsToReward(visitsCount, milestones)
	const next = visitsToNextTier(visitsInYear, program)
	return {
		id: card.enrollmentId,
		shop: { id: shop.id, name: shop.name },
		program: { id: program.id, name: program.name },
		tier: tierNames[findTier(visitsInYear, program)],
		/** Numbers only: the browser draws the stamps, and the page stays small. */
		punchCard: { visitsRequired, visitsCount, milestones },
		visits: `${visitsCount}/${visitsRequired} visits`,
		ready: rewardsReady === 0 ? null : `${rewardsReady} ${rewardsReady === 1 ? 'reward' : 'rewards'} ready`,
		notes: [
			...(left === null ? [] : [`${left} more for reward`]),
			...(next === null
				? []
				: [`${next.visits} more ${next.visits === 1 ? 'visit' : 'visits'} to ${tierNames[next.tier]}`]),
			...(program.expiresAt === null ? [] : [`Expires ${lastMonthLabel(shop.timeZone, program.expiresAt)}`]),
		],
	}
}
