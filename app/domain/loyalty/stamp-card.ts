/** Rows count from 1. */
export type Stamp = { number: number; row: number; isGiven: boolean; milestoneId: string | null }

/** Two rows up to twelve stamps, else three. */
export function stampColumns(total: number): number {
	return total <= 12 ? Math.min(6, Math.ceil(total / 2)) : Math.ceil(total / 3)
}

export function stampsOf({
	visitsRequired,
	visitsCount,
	milestones,
}: {
	visitsRequired: number
	visitsCount: number
	milestones: readonly { id: string; visitsRequired: number }[]
}): Stamp[] {
	const columns = stampColumns(visitsRequired)
	return Array.from({ length: visitsRequired }, (_, i) => ({
		number: i + 1,
		row: Math.floor(i / columns) + 1,
		isGiven: i < visitsCount,
		milestoneId: milestones.find((milestone) => milestone.visitsRequired === i + 1)?.id ?? null,
	}))
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
