import * as z from 'zod'
import { fullAddress } from '#app/domain/discovery/shop-words.ts'
import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import { appointmentReceipt } from '#app/domain/payments/receipt.server.ts'
import { formatMoney } from '#app/kernel/money.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

const line = z.object({ label: z.string(), amountKobo: z.number() })
const sum = z.object({ lines: z.array(line), total: line })

/** A receipt as its page shows it. */
const receiptFields = z.object({
	shopName: z.string(),
	address: z.string(),
	/** '₦5,000': with its way, where the page shows one. */
	amount: z.string(),
	description: z.string(),
	status: z.string(),
	facts: z.array(z.object({ label: z.string(), text: z.string() })),
	/** What the visit cost; null where there was none. */
	bill: sum.extend({ cashback: sum.nullable() }).nullable(),
})

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
	letter: ({ sender }, receipt) => receiptMail(sender, receipt),
})

/** The receipt that a customer asked for, to keep or to hand in. */
function receiptMail(
	sender: MailSender,
	{ shopName, address, amount, description, status, facts, bill }: z.infer<typeof receiptFields>,
): Mail {
	const lines = bill
		? [...bill.lines, bill.total, ...(bill.cashback ? [...bill.cashback.lines, bill.cashback.total] : [])]
		: []
	return writeMail(sender, {
		subject: `Your receipt from ${shopName}: ${amount}`,
		title: `Receipt: ${amount}`,
		blocks: [
			{
				kind: 'facts',
				facts: [
					{ label: 'From', value: `${shopName}\n${address}` },
					{ label: 'For', value: description },
					{ label: 'Status', value: status },
					...facts.map(({ label, text }) => ({ label, value: text })),
				],
			},
			...(lines.length > 0
				? [
						{ kind: 'words' as const, words: 'What the visit cost' },
						{
							kind: 'facts' as const,
							facts: lines.map(({ label, amountKobo }) => ({ label, value: formatMoney(amountKobo, 'NGN') })),
						},
					]
				: []),
		],
		reason: 'You got this because you asked for this receipt.',
	})
}
