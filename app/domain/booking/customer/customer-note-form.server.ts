import * as z from 'zod'
import { seenField, writtenText } from '#app/kernel/form-fields.server.ts'
import { ownersForm, readSeen, typedTextField } from '#app/kernel/owner-fields.server.ts'

const MAX_CUSTOMER_NOTE_LETTERS = 500

/** Notes of two client rows that became one person's are longer together. */
const MAX_SEEN_LETTERS = 20_000

/** An empty note removes it. */
export const customerNoteFormSchema = z.object({
	act: ownersForm.act,
	seen: seenField(MAX_SEEN_LETTERS).optional(),
	shopNote: typedTextField(MAX_CUSTOMER_NOTE_LETTERS),
})

export function seenNote(note: string | null): string {
	return JSON.stringify(note ?? '')
}

/** The note as a form showed it; null for none, and for text that no form of ours sends. */
export function readSeenNote(sent: string | undefined): string | null {
	return readSeen(writtenText, sent) || null
}
