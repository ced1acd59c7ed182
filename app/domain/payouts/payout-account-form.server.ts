import * as z from 'zod'
import { idField, keptField, outsideLine, seenField, UNREADABLE } from '#app/kernel/form-fields.server.ts'
import { bankByCode } from '#app/kernel/nigerian-banks.ts'

const BANK_WORDS = 'Choose your bank'
const NUMBER_WORDS = 'Type the ten digits of the account number'

/** `act` is made with the page: an act is not done twice with it. */
const act = idField()
const bank = z
	.string(BANK_WORDS)
	.regex(/^\d{3,6}$/, BANK_WORDS)
	.refine((code) => bankByCode(code) !== undefined, BANK_WORDS)
/** As it is typed, with spaces or without. */
const accountNumber = outsideLine(NUMBER_WORDS)
	.overwrite((typed) => typed.replace(/[\s\p{Pd}]/gu, ''))
	.refine((typed) => /^\d{10}$/.test(typed), NUMBER_WORDS)

/** An owner asks whose account that is. */
export const askedAccountFormSchema = z.object({ intent: z.literal('ask'), act, bank, accountNumber })

/** An owner asks whose account that is, confirms it with what was shown, or stops the one that waits. */
export const payoutAccountFormSchema = z.discriminatedUnion('intent', [
	askedAccountFormSchema,
	z.object({
		intent: z.literal('confirm'),
		act,
		bank,
		accountNumber,
		/** The holder's name as it was shown. */
		holder: seenField(200).min(1, UNREADABLE),
		/** The account in force as the page showed it; none where there was none. */
		seen: idField().optional(),
	}),
	z.object({ intent: z.literal('stop'), act, account: idField() }),
])

/** The token of the mailed link that stops an account. */
export const stopLinkFormSchema = z.object({ token: keptField(100) })
