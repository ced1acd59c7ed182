import * as z from 'zod'
import { emailField, phoneField } from '#app/kernel/contact-fields.server.ts'
import { keptField, neededLine, outsideLine, UNREADABLE } from '#app/kernel/form-fields.server.ts'
import { shopTypes } from '#app/kernel/vocabulary/discovery.ts'
import { signupLimits as limits } from './shop-signup.ts'

const INVALID_EMAIL = 'Please enter a valid email address'
const INVALID_PHONE = 'Please enter a valid phone number, such as 0803 123 4567'

export const shopSignupFormSchema = z.object({
	shopName: neededLine('Type the name of your shop', limits.nameLetters),
	type: z.enum(shopTypes, 'Choose what kind of shop it is'),
	address: neededLine('Type the street and number', limits.addressLetters),
	area: neededLine('Type the area, such as Yaba', limits.areaLetters),
	city: neededLine('Type the city', limits.cityLetters),
	phone: phoneField('Type a phone number', INVALID_PHONE),
	email: emailField('Type an email address', INVALID_EMAIL),
	offer: neededLine('Say what you offer', limits.offerLetters),
	/** A trap: people do not see this field. */
	topic: outsideLine(UNREADABLE).optional(),
})

/** The token of the mailed link, which proves the email. */
export const proveSignupFormSchema = z.object({ token: keptField(100) })
