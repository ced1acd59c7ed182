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
	// Counted as one line: browsers count a new line as one letter, and send it as two.
	comment: shortLine(1_000, 'Please write at most 1,000 characters').default(''),
})

/** The most letters of a shop's reply to a review. */
export const MAX_REPLY_LETTERS = 500

/** A reply, or its removal. */
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

/** What a form keeps of the reply that it shows. */
export function seenReply(reply: string | null): string {
	return JSON.stringify({ reply })
}

const seenSchema = z.object({ reply: writtenText.nullable() })

/** The reply as a form showed it; undefined for what no form of ours sends. */
export function readSeenReply(sent: string | undefined): string | null | undefined {
	return readSeen(seenSchema, sent)?.reply
}

/** Why a reader reports a review. */
export const reviewReportFormSchema = z.object({
	reason: z.enum(reviewReportReasons, 'Please choose what is wrong'),
})
