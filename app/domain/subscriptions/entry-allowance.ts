import type { EntryKind } from '#app/kernel/vocabulary/subscriptions.ts'

/** What a subscription allows, and what of it is taken: in all, and in the week that is asked about. */
export type EntryUse = {
	entryKind: EntryKind
	totalVisitsAllowed: number | null
	maxEntriesPerWeek: number | null
	entriesUsed: number
	entriesUsedInWeek: number
}

/** How many entries are left, never below zero; null for a plan without a limit (D10). */
export function entriesLeft(use: EntryUse): number | null {
	if (use.entryKind === 'total') return Math.max(0, (use.totalVisitsAllowed ?? 0) - use.entriesUsed)
	if (use.entryKind === 'weekly') return Math.max(0, (use.maxEntriesPerWeek ?? 0) - use.entriesUsedInWeek)
	return null
}

export function hasEntryLeft(use: EntryUse): boolean {
	return entriesLeft(use) !== 0
}
