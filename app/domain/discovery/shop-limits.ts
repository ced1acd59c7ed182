import { MOST_OF_ANY_SHOP } from '#app/kernel/vocabulary/discovery.ts'

/** What a shop's own details may be, at every door: an owner's page, the API and the operator's import. */
export const shopLimits = {
	descriptionLetters: 1_000,
	landmarkLetters: 120,
	noticeMinutes: { min: 0, max: 20_160 },
	horizonDays: { min: 1, max: 365 },
	freeCancellationMinutes: { min: 0, max: 43_200 },
	rescheduleCutoffMinutes: { min: 0, max: 43_200 },
	depositPercent: { min: 1, max: 100 },
	/** A payment online of less costs more than it brings. */
	depositKobo: { min: 100_00, max: 10_000_000_00 },
	/** Of missed visits. */
	prepayAfterNoShows: { min: 1, max: 50 },
	/** How long a time waits for a deposit that was asked for by a link (D66). */
	depositHoldHours: { min: 1, max: 24 },
	/** Of each ceiling (D33). */
	ceiling: { min: 1, max: MOST_OF_ANY_SHOP },
} as const
