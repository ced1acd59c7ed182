/**
 * Free starts are indexed by these minutes of notice. A shop with one of them skips starts inside its notice unread;
 * another notice counts as the next smaller step.
 */
export const noticeSteps = [0, 30, 60, 120, 1_440] as const

/** The largest step within a notice. */
export function noticeStep(noticeMinutes: number): number {
	return noticeSteps.findLast((step) => step <= noticeMinutes) ?? 0
}
