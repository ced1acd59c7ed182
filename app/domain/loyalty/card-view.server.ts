import { lastMonthLabel } from '#app/kernel/date-labels.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { WalletCard } from './wallet-repository.server.ts'

type Tier = 'standard' | 'gold' | 'platinum'

const tierNames: Record<Tier, string> = { standard: 'Standard', gold: 'Gold', platinum: 'Platinum' }

type TierRules = { goldVisits: number; platinumVisits: number }

/** The tier for completed visits at the shop within twelve months (D43). */
export function tierOf(visitsInYear: number, { goldVisits, platinumVisits }: TierRules): Tier {
	if (visitsInYear >= platinumVisits) return 'platinum'
	return visitsInYear >= goldVisits ? 'gold' : 'standard'
}

/** Null for the highest tier. */
export function visitsToNextTier(
	visitsInYear: number,
	rules: TierRules,
): { tier: Tier; visits: number } | null {
	const { goldVisits, platinumVisits } = rules
	const current = tierOf(visitsInYear, rules)
	if (current === 'platinum') return null
	return current === 'gold'
		? { tier: 'platinum', visits: platinumVisits - visitsInYear }
		: { tier: 'gold', visits: goldVisits - visitsInYear }
}

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
		tier: tierNames[tierOf(visitsInYear, program)],
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

/** Visits to the next reward of this card; null where none is left. */
export function visitsToReward(
	visitsCount: number,
	milestones: readonly { visitsRequired: number }[],
): number | null {
	const ahead = milestones
		.map(({ visitsRequired }) => visitsRequired - visitsCount)
		.filter((left) => left > 0)
	return ahead.length === 0 ? null : Math.min(...ahead)
}
