import type { AppointmentProblemKind, ReviewReportReason } from '#app/kernel/vocabulary/booking.ts'
import type { PhotoReportReason } from '#app/kernel/vocabulary/discovery.ts'

/** '5 stars', '1 star'. */
export function starsLabel(rating: number): string {
	return rating === 1 ? '1 star' : `${rating} stars`
}

export const reviewReportWords: Record<ReviewReportReason, string> = {
	not_a_visit: 'It’s not about a visit',
	hurtful: 'It insults or threatens someone',
	private: 'It names a person or tells something private',
	other: 'Something else',
}

export const appointmentProblemWords: Record<AppointmentProblemKind, string> = {
	false_no_show: 'I was there, but it says I missed it',
	money: 'A problem with the money',
	other: 'Something else',
}

export const photoReportWords: Record<PhotoReportReason, string> = {
	not_agreed: 'Someone in it didn’t agree to be shown',
	not_theirs: 'It isn’t this shop’s work',
	offensive: 'It’s offensive',
	other: 'Something else',
}
