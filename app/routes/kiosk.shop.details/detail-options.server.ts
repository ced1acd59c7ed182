import type { ShopDetails } from '#app/domain/discovery/shop-details.ts'
import { cutoffLabel, horizonLabel, noticeLabel } from '#app/domain/discovery/shop-words.ts'
import { MINUTES_PER_DAY } from '#app/kernel/civil.ts'

const HOUR = 60
const cutoffs = [0, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, ...[1, 2, 3, 7].map(inMinutes)]
const notices = [0, 15, 30, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, ...[1, 2, 3, 7].map(inMinutes)]
const horizons = [7, 14, 30, 60, 90, 180, 365]

function inMinutes(days: number): number {
	return days * MINUTES_PER_DAY
}

/** The usual choices of each deadline, and the current value, which an import may have set. */
export function detailOptions(details: ShopDetails) {
	const choices = (usual: readonly number[], current: number, label: (value: number) => string) =>
		[...new Set([...usual, current])]
			.sort((one, other) => one - other)
			.map((value) => ({ id: String(value), name: label(value) }))
	return {
		minimumNoticeMinutes: choices(notices, details.minimumNoticeMinutes, noticeLabel),
		horizonDays: choices(horizons, details.horizonDays, horizonLabel),
		freeCancellationMinutes: choices(cutoffs, details.freeCancellationMinutes, cutoffLabel),
		rescheduleCutoffMinutes: choices(cutoffs, details.rescheduleCutoffMinutes, cutoffLabel),
	}
}

export type DetailOptions = ReturnType<typeof detailOptions>
