import type { PhotoReportReason } from '#app/kernel/vocabulary/discovery.ts'

export const photoReportWords: Record<PhotoReportReason, string> = {
	not_agreed: 'Someone in it didn’t agree to be shown',
	not_theirs: 'It isn’t this shop’s work',
	offensive: 'It’s offensive',
	other: 'Something else',
}
