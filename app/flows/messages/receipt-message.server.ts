import * as z from 'zod'
import { fullAddress } from '#app/domain/discovery/full-address.ts'
import { type MailedReceipt, receiptMail } from '#app/domain/messaging/receipt-mail.server.ts'
import { appointmentReceipt } from '#app/domain/payments/receipt.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

const line = z.object({ label: z.string(), amountKobo: z.number() })
const sum = z.object({ lines: z.array(line), total: line })

const receiptFields = z.object({
	shopName: z.string(),
	address: z.string(),
	amount: z.string(),
	description: z.string(),
	status: z.string(),
	facts: z.array(z.object({ label: z.string(), text: z.string() })),
	bill: sum.extend({ cashback: sum.nullable() }).nullable(),
}) satisfies z.ZodType<MailedReceipt>

/**
 * A receipt that was asked for: of a booking as it is when it is sent, or of a movement of an account as its page
 * showed it, because only a session may read an account's money.
 */
export const receiptMessage = messageKind({
	kind: 'receipt',
	payload: z.union([
		z.object({ appointmentId: z.string() }),
		z.object({ holderId: z.string(), receipt: receiptFields }),
	]),
	async isStillTrue({ booking: { appointments }, payments: { attempts } }, queued, now) {
		if (isOldNews(queued, now)) return refused('too_old')
		const { payload } = queued
		if ('receipt' in payload) return accepted(payload.receipt)
		const [appointment, payment] = await Promise.all([
			appointments.appointment(payload.appointmentId),
			attempts.paymentOfAppointment(payload.appointmentId),
		])
		if (!appointment) return refused('appointment_not_found')
		const receipt = appointmentReceipt(appointment, payment)
		return receipt
			? accepted({ ...receipt, address: fullAddress(appointment.shop) })
			: refused('nothing_paid')
	},
	compose: ({ sender }, receipt) => receiptMail(sender, receipt),
})
