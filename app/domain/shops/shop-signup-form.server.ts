import * as z from 'zod'
import { MAX_EMAIL_LENGTH, parseEmail } from '#app/kernel/email.ts'
import { lineField, UNREADABLE } from '#app/kernel/form-fields.server.ts'
import { MAX_TYPED_PHONE_LENGTH, parsePhone } from '#app/kernel/phone.ts'
import { shopTypes } from '#app/kernel/vocabulary/discovery.ts'
import { signupLimits as limits } from './shop-signup.ts'

function line(missing: string, letters: number) {
	return lineField(missing).pipe(
		z.string(missing).min(1, missing).max(letters, `Please write at most ${letters} characters`),
	)
}

const INVALID_EMAIL = 'Please enter a valid email address'
const INVALID_PHONE = 'Please enter a valid phone number, such as 0803 123 4567'

/** The form of a shop that wants to begin. */
export const shopSignupFormSchema = z.object({
	shopName: line('Type the name of your shop', limits.nameLetters),
	type: z.enum(shopTypes, 'Choose what kind of shop it is'),
	address: line('Type the street and number', limits.addressLetters),
	area: line('Type the area, such as Yaba', limits.areaLetters),
	city: line('Type the city', limits.cityLetters),
	phone: z
		.string('Type a phone number')
		.max(MAX_TYPED_PHONE_LENGTH, INVALID_PHONE)
		.transform((typed, context) => {
			const parsed = parsePhone(typed)
			if (parsed !== null) return parsed
			context.addIssue({ code: 'custom', message: INVALID_PHONE })
			return z.NEVER
		}),
	email: z
		.string('Type an email address')
		.max(MAX_EMAIL_LENGTH, INVALID_EMAIL)
		.transform((typed, context) => {
			const parsed = parseEmail(typed)
			if (parsed !== null) return parsed
			context.addIssue({ code: 'custom', message: INVALID_EMAIL })
			return z.NEVER
		}),
	offer: line('Say what you offer', limits.offerLetters),
	/** People do not see this field: only a program fills it in. */
	topic: z.string(UNREADABLE).optional(),
})

/** The token of the mailed link, which proves the e-mail of a form. */
export const proveSignupFormSchema = z.object({ token: z.string(UNREADABLE).max(100, UNREADABLE) })
