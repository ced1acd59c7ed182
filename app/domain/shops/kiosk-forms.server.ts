import * as z from 'zod'
import { idField, lineField, UNREADABLE } from '#app/kernel/form-fields.server.ts'

const PIN_WORDS = 'Choose four to six digits'
const pin = z.string(PIN_WORDS).regex(/^\d{4,6}$/, PIN_WORDS)

/** A new kiosk: its PIN, twice. The names say that neither is ever given back to a page. */
export const openKioskFormSchema = z
	.object({ pinSecret: pin, pinSecretAgain: z.string('Type the PIN once more').max(20, UNREADABLE) })
	.refine(({ pinSecret, pinSecretAgain }) => pinSecret === pinSecretAgain, {
		path: ['pinSecretAgain'],
		message: 'The two PINs are not alike',
	})

export const pinFormSchema = z.object({
	pinSecret: z.string('Type the PIN').max(20, UNREADABLE),
})

/** `act` is made with the page: what was done with it is not done again. */
const act = idField()
const reason = lineField('Please say why').pipe(
	z.string('Please say why').min(1, 'Please say why').max(200, 'Please write at most 200 characters'),
)

/** What is done with one visit. `back`: the list that it was done from. */
export const visitFormSchema = z.object({
	intent: z.enum(
		['arrive', 'complete', 'complete-unpaid', 'miss', 'undo', 'confirm', 'hand-over', 'transfer-paid'],
		UNREADABLE,
	),
	act,
	staff: idField().optional(),
	back: z.string().max(300, UNREADABLE).optional(),
})

export const cancelVisitFormSchema = z.object({ act, reason })
