import * as z from 'zod'
import { shortLine, UNREADABLE, writtenText } from '#app/kernel/form-fields.server.ts'
import { ownersForm, readSeen, typedTextField } from '#app/kernel/owner-fields.server.ts'
import { reviewReportReasons } from '#app/kernel/vocabulary/booking.ts'

const NO_STARS = 'Please choose 1 to 5 stars'

export const reviewFormSchema = z.object({
	rating: z
		.string(NO_STARS)
		.regex(/^[1-5]$/, NO_STARS)
		.transform(Number),
	// One line: browsers count a new line as one letter, and send two.
	comment: shortLine(1_000, 'Please write at most 1,000 characters').default(''),
})

export const MAX_REPLY_LETTERS = 500

export const reviewReplyFormSchema = z
	.object({
		...ownersForm,
		intent: z.enum(['reply', 'remove'], UNREADABLE),
		reply: typedTextField(MAX_REPLY_LETTERS),
	})
	.refine(({ intent, reply }) => intent === 'remove' || reply !== '', {
		path: ['reply'],
		message: 'Write your reply',
	})

export function seenReply(reply: string | null): string {
	return JSON.stringify({ reply })
}

const seenSchema = z.object({ reply: writtenText.nullable() })

/** The reply as a form showed it; undefined for text that no form of ours sends. */
export function readSeenReply(sent: string | undefined): string | null | undefined {
	return readSeen(seenSchema, sent)?.reply
}

export const reviewReportFormSchema = z.object({
	reason: z.enum(reviewReportReasons, 'Please choose what is wrong'),
})
