import type { CivilDate } from '#app/kernel/civil.ts'

export type FeaturedRange = { featuredFrom: CivilDate | null; featuredUntil: CivilDate | null }

/**
 * True from the first to the last day, both included, on the shop's own calendar (D12). A range without a first day has
 * begun. A shop without a last day is not featured.
 */
export function isFeatured({ featuredFrom, featuredUntil }: FeaturedRange, today: CivilDate): boolean {
	if (featuredUntil === null || featuredUntil < today) return false
	return featuredFrom === null || featuredFrom <= today
}
