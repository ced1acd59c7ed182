/**
 * Minutes of notice by which free starts are sorted in their index. Those inside a shop's notice are then left out
 * without being read, where its notice is one of these; other notices count by the next smaller one.
 */
export const noticeSteps = [0, 30, 60, 120, 1_440] as const

/** The largest step within a notice. */
export function noticeStep(noticeMinutes: number): number {
	return noticeSteps.findLast((step) => step <= noticeMinutes) ?? 0
}
