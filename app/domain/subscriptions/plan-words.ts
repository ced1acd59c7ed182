import type { EntryKind } from '#app/kernel/vocabulary/subscriptions.ts'

/** Stands beside each label of the renewal switch, which sounds like an automatic payment (D60). */
export const RENEWAL_WORDS = 'You get a link to pay before it ends. We never charge you automatically.'

/** Where no link is sent. */
const NO_RENEWAL_WORDS = 'It ends after its last day. We never charge you automatically.'

/** Promises a link only where one is sent (D60). */
export function renewalWords({ autoRenews, isRenewable }: { autoRenews: boolean; isRenewable: boolean }) {
	return autoRenews && isRenewable ? RENEWAL_WORDS : NO_RENEWAL_WORDS
}

/** In place of 'Book Session': the plan's code lets in without one. */
export const NO_SESSIONS_WORDS = 'No sessions to book right now. Show your QR code at the shop.'

type Entries = { entryKind: EntryKind; totalVisitsAllowed: number | null; maxEntriesPerWeek: number | null }

/** 'Unlimited entries', '3 entries a week', '10 entries'. */
export function entriesLabel({ entryKind, totalVisitsAllowed, maxEntriesPerWeek }: Entries): string {
	if (entryKind === 'unlimited') return 'Unlimited entries'
	if (entryKind === 'weekly') return `${counted(maxEntriesPerWeek ?? 0)} a week`
	return counted(totalVisitsAllowed ?? 0)
}

type Period = Entries & { periodDays: number }

/** '10 entries in 60 days', '2 entries a week for 30 days'. */
export function periodEntriesLabel(plan: Period): string {
	return `${entriesLabel(plan)} ${plan.entryKind === 'total' ? 'in' : 'for'} ${daysLabel(plan.periodDays)}`
}

/** For the shop: '10 entries in 60 days, 1 pause of up to 14 days'. */
export function givenWords(plan: Period & { maxPauses: number; maxPauseDays: number }): string {
	const pauses =
		plan.maxPauses === 0
			? 'no pauses'
			: `${plan.maxPauses} ${plan.maxPauses === 1 ? 'pause' : 'pauses'} of up to ${daysLabel(plan.maxPauseDays)}`
	return `${periodEntriesLabel(plan)}, ${pauses}`
}

/** '30 days', '1 day'. */
export function daysLabel(days: number): string {
	return days === 1 ? '1 day' : `${days} days`
}

function counted(entries: number): string {
	return entries === 1 ? '1 entry' : `${entries} entries`
}
