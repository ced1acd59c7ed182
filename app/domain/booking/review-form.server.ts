import * as z from 'zod'

const NO_STARS = 'Please choose 1 to 5 stars'

export const reviewFormSchema = z.object({
	rating: z
		.string(NO_STARS)
		.regex(/^[1-5]$/, NO_STARS)
		.transform(Number),
	comment: z
		.string()
		.max(1_000, 'Please write at most 1,000 characters')
		.optional()
		.transform((typed) => (typed ?? '').replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()),
})
