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

/** Null without a limit. */
type EntryProgress = { used: number; of: number; words: string } | null

/** Of this week for a weekly plan, else of all (D10). */
export function entryProgress(use: EntryUse): EntryProgress {
	const left = entriesLeft(use)
	if (left === null) return null
	if (use.entryKind === 'weekly') {
		const of = use.maxEntriesPerWeek ?? 0
		return { used: use.entriesUsedInWeek, of, words: `${use.entriesUsedInWeek} of ${of} used this week` }
	}
	const of = use.totalVisitsAllowed ?? 0
	return { used: use.entriesUsed, of, words: `${left} of ${of} ${of === 1 ? 'visit' : 'visits'} left` }
}

/** '2 of 4 used this week', '1 of 5 visits left', 'Unlimited · 14 entries used'. */
export function howFarUsed(use: EntryUse): string {
	return entryProgress(use)?.words ?? `Unlimited · ${countWords(use.entriesUsed, 'entry', 'entries')} used`
}

/** '1 entry', '3 entries'. */
export function countWords(count: number, one: string, many: string): string {
	return `${count} ${count === 1 ? one : many}`
}
