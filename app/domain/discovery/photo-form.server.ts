import * as z from 'zod'
import { formFields, rowForm } from '#app/kernel/described-form.server.ts'
import { idField, UNREADABLE } from '#app/kernel/form-fields.server.ts'
import { ownersForm } from '#app/kernel/owner-fields.server.ts'
import { photoReportReasons } from '#app/kernel/vocabulary/discovery.ts'
import { photoFields } from './photo-fields.ts'

const fields = formFields(photoFields)

/** The file is read beside these fields. */
export const newPhotoFormSchema = z.object({
	act: ownersForm.act,
	alt: fields.alt,
	agreed: z.literal('on', 'Ask the people in the photo first, then tick this'),
})

export const photoFormSchema = z.discriminatedUnion('intent', [
	z.object({
		intent: z.literal('save'),
		act: ownersForm.act,
		seen: ownersForm.seen,
		...fields,
	}),
	z.object({ intent: z.literal('remove'), act: idField(UNREADABLE) }),
])

export const { seenOf: seenPhoto, readSeen: readSeenPhoto } = rowForm(photoFields)

export const photoReportFormSchema = z.object({
	reason: z.enum(photoReportReasons, 'Please choose what is wrong'),
})
