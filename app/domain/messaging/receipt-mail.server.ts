import { formatMoney, type Kobo } from '#app/kernel/money.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'

type Line = { label: string; amountKobo: Kobo }

/** A receipt as its page shows it. */
export type MailedReceipt = {
	shopName: string
	address: string
	/** '₦5,000': with its way, where the page shows one. */
	amount: string
	description: string
	status: string
	facts: { label: string; text: string }[]
	/** What the visit cost; null where there was none. */
	bill: { lines: Line[]; total: Line; cashback: { lines: Line[]; total: Line } | null } | null
}

/** The receipt that a customer asked for, to keep or to hand in. */
export function receiptMail(
	sender: MailSender,
	{ shopName, address, amount, description, status, facts, bill }: MailedReceipt,
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
