import * as z from 'zod'
import { idField, neededLine, UNREADABLE, writtenText } from '#app/kernel/form-fields.server.ts'
import { optionalCountField, ownersForm, readSeen } from '#app/kernel/owner-fields.server.ts'
import { catalogueLimits } from './catalogue-limits.ts'
import { photoLimits } from './photo-limits.ts'
import type { PhotoFields } from './photo-repository.server.ts'

const alt = neededLine('Say what the photo shows, such as Long knotless braids', photoLimits.altLetters)

/** A new photo: its file is read beside these fields. */
export const newPhotoFormSchema = z.object({
	act: ownersForm.act,
	alt,
	agreed: z.literal('on', 'Ask the people in the photo first, then tick this'),
})

/** One that stands. */
export const photoFormSchema = z.discriminatedUnion('intent', [
	z.object({
		intent: z.literal('save'),
		act: ownersForm.act,
		seen: ownersForm.seen,
		alt,
		position: optionalCountField('Place in the list', catalogueLimits.position, 0),
	}),
	z.object({ intent: z.literal('remove'), act: idField(UNREADABLE) }),
])

const seenPhotoSchema = z.object({ alt: writtenText, position: z.number() }).strip()

/** The photo as a form showed it; null for what no form of ours sends. */
export function readSeenPhoto(sent: string | undefined): PhotoFields | null {
	return readSeen(seenPhotoSchema, sent)
}

/** What a form keeps of the photo that it shows. */
export function seenPhoto(row: PhotoFields): string {
	return JSON.stringify(seenPhotoSchema.parse(row))
}
