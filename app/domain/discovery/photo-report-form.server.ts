import * as z from 'zod'
import { photoReportReasons } from '#app/kernel/vocabulary/discovery.ts'

/** Why a visitor reports a photo. */
export const photoReportFormSchema = z.object({
	reason: z.enum(photoReportReasons, 'Please choose what is wrong'),
})
