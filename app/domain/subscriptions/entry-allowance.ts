import type { EntryKind } from '#app/kernel/vocabulary/subscriptions.ts'

/** The limits of a subscription, and its used entries: in all, and in one week. */
export type EntryUse = {
	entryKind: EntryKind
	totalVisitsAllowed: number | null
	maxEntriesPerWeek: number | null
	entriesUsed: number
	entriesUsedInWeek: number
}

/** Never below zero; null for a plan without a limit (D10). */
export function entriesLeft(use: EntryUse): number | null {
	if (use.entryKind === 'total') return Math.max(0, (use.totalVisitsAllowed ?? 0) - use.entriesUsed)
	if (use.entryKind === 'weekly') return Math.max(0, (use.maxEntriesPerWeek ?? 0) - use.entriesUsedInWeek)
	return null
}

export function hasEntryLeft(use: EntryUse): boolean {
	return entriesLeft(use) !== 0
}
