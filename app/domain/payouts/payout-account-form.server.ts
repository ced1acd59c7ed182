import * as z from 'zod'
import { idField, keptField, outsideLine, seenField, UNREADABLE } from '#app/kernel/form-fields.server.ts'
import { bankByCode } from '#app/kernel/nigerian-banks.ts'

const BANK_WORDS = 'Choose your bank'
const NUMBER_WORDS = 'Type the ten digits of the account number'

/** The idempotency key, made with the page. */
const act = idField()
const bank = z
	.string(BANK_WORDS)
	.regex(/^\d{3,6}$/, BANK_WORDS)
	.refine((code) => bankByCode(code) !== undefined, BANK_WORDS)
/** With or without spaces. */
const accountNumber = outsideLine(NUMBER_WORDS)
	.overwrite((typed) => typed.replace(/[\s\p{Pd}]/gu, ''))
	.refine((typed) => /^\d{10}$/.test(typed), NUMBER_WORDS)

export const accountLookupFormSchema = z.object({ intent: z.literal('ask'), act, bank, accountNumber })

/** Looks up the holder, confirms the account as shown, or stops the waiting one. */
export const payoutAccountFormSchema = z.discriminatedUnion('intent', [
	accountLookupFormSchema,
	z.object({
		intent: z.literal('confirm'),
		act,
		bank,
		accountNumber,
		/** The holder's name as it was shown. */
		holder: seenField(200).min(1, UNREADABLE),
		/** The account in force as the page showed it. */
		seen: idField().optional(),
	}),
	z.object({ intent: z.literal('stop'), act, account: idField() }),
])

export const stopLinkFormSchema = z.object({ token: keptField(100) })
