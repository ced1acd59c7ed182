type Tier = 'standard' | 'gold' | 'platinum'

export const tierNames: Record<Tier, string> = { standard: 'Standard', gold: 'Gold', platinum: 'Platinum' }

type TierRules = { goldVisits: number; platinumVisits: number }

/** The tier for completed visits at the shop within twelve months (D43). */
export function findTier(visitsInYear: number, { goldVisits, platinumVisits }: TierRules): Tier {
	if (visitsInYear >= platinumVisits) return 'platinum'
	return visitsInYear >= goldVisits ? 'gold' : 'standard'
}

/** Null for the highest tier. */
export function visitsToNextTier(
	visitsInYear: number,
	rules: TierRules,
): { tier: Tier; visits: number } | null {
	const { goldVisits, platinumVisits } = rules
	const current = findTier(visitsInYear, rules)
	if (current === 'platinum') return null
	return current === 'gold'
		? { tier: 'platinum', visits: platinumVisits - visitsInYear }
		: { tier: 'gold', visits: goldVisits - visitsInYear }
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
