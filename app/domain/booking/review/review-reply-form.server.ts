import * as z from 'zod'
import { UNREADABLE, writtenText } from '#app/kernel/form-fields.server.ts'
import { ownersForm, readSeen, typedTextField } from '#app/kernel/owner-fields.server.ts'

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
