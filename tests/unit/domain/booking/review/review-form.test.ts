import { expect, test } from 'vitest'
import { reviewFormSchema } from '#app/domain/booking/review/review-forms.server.ts'

test('a browser counts a new line of a comment as one letter, and sends two', () => {
	const comment = Array.from({ length: 500 }, () => 'a\r\n').join('')
	expect(comment.replaceAll('\r\n', '\n')).toHaveLength(1_000)
	expect(reviewFormSchema.safeParse({ rating: '5', comment }).success).toBe(true)
	expect(reviewFormSchema.safeParse({ rating: '5', comment: 'a'.repeat(1_001) }).success).toBe(false)
})
