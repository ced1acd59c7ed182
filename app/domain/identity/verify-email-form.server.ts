import * as z from 'zod'
import { keptField, UNREADABLE } from '#app/kernel/form-fields.server.ts'

const LONGEST_TOKEN = 100

const send = z.object({ intent: z.literal('send', UNREADABLE) })
const confirm = z
	.object({ token: keptField(LONGEST_TOKEN) })
	.transform(({ token }) => ({ intent: 'confirm' as const, token }))

/** The token of a mailed link, which proves the address; or the wish for a new link. */
export const verifyEmailFormSchema = z.union([send, confirm], UNREADABLE)
