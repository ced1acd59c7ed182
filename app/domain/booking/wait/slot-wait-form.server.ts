import * as z from 'zod'
import { MAX_EMAIL_LENGTH } from '#app/kernel/email.ts'
import { MAX_NAME_LENGTH, shortLine, UNREADABLE } from '#app/kernel/form-fields.server.ts'
import { MAX_TYPED_PHONE_LENGTH } from '#app/kernel/phone.ts'
import { typedDateField } from '#app/kernel/typed-times.server.ts'

const CHOOSE_A_DAY = 'Choose one of the days.'

function line(name: string, max: number) {
	return shortLine(max, `${name} is too long: at most ${max} characters.`).default('')
}

/** `readGuestContact` reads a guest's details. */
export const slotWaitFormSchema = z.object({
	date: typedDateField(CHOOSE_A_DAY),
	firstName: line('First name', MAX_NAME_LENGTH),
	lastName: line('Last name', MAX_NAME_LENGTH),
	email: line('Email', MAX_EMAIL_LENGTH),
	phone: line('Phone number', MAX_TYPED_PHONE_LENGTH),
})

export const slotPlaceFormSchema = z.object({ intent: z.enum(['book', 'prove', 'leave'], UNREADABLE) })
