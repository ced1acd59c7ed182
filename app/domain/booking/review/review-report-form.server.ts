import * as z from 'zod'
import { reviewReportReasons } from '#app/kernel/vocabulary/booking.ts'

/** Why a reader reports a review. */
export const reviewReportFormSchema = z.object({
	reason: z.enum(reviewReportReasons, 'Please choose what is wrong'),
})
