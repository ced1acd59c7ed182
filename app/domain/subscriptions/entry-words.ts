import { type EntryUse, entriesLeft } from './entry-allowance.ts'

/** Null without a limit. */
export type EntryProgress = { used: number; of: number; words: string } | null

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
