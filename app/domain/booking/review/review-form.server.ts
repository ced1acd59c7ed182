import * as z from 'zod'
import { shortLine } from '#app/kernel/form-fields.server.ts'

const NO_STARS = 'Please choose 1 to 5 stars'

export const reviewFormSchema = z.object({
	rating: z
		.string(NO_STARS)
		.regex(/^[1-5]$/, NO_STARS)
		.transform(Number),
	// Counted as one line: browsers count a new line as one letter, and send it as two.
	comment: shortLine(1_000, 'Please write at most 1,000 characters').default(''),
})
