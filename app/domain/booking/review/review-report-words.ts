import type { ReviewReportReason } from '#app/kernel/vocabulary/booking.ts'

export const reviewReportWords: Record<ReviewReportReason, string> = {
	not_a_visit: 'It’s not about a visit',
	hurtful: 'It insults or threatens someone',
	private: 'It names a person or tells something private',
	other: 'Something else',
}
