import { longDateLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import { type Mail, type MailBlock, type MailSender, writeMail } from './mail.ts'

/** A payout as its mail tells it. No link: the statement opens on the shop's own device alone. */
export type MailedPayout = {
	shopName: string
	bankName: string
	lastDigits: string
	grossKobo: Kobo
	commissionKobo: Kobo
	paymentFeeKobo: Kobo
	transferFeeKobo: Kobo
	amountKobo: Kobo
	itemCount: number
}

/** Tells a shop that its money has arrived. */
export function payoutSentMail(sender: MailSender, payout: MailedPayout & { hasArrivedLate: boolean }): Mail {
	const amount = formatNaira(payout.amountKobo)
	const less = (label: string, kobo: Kobo) => (kobo === 0 ? [] : [{ label, value: formatNaira(-kobo) }])
	return payoutMail(sender, payout.shopName, {
		title: `We paid you ${amount}`,
		blocks: [
			{
				kind: 'facts',
				facts: [
					{ label: 'To', value: targetOf(payout) },
					{ label: 'For', value: payout.itemCount === 1 ? '1 payment' : `${payout.itemCount} payments` },
					{ label: 'Earned online, with tips', value: formatNaira(payout.grossKobo) },
					...less('Commission', payout.commissionKobo),
					...less('Paystack’s fees', payout.paymentFeeKobo),
					...less('Fee for sending it', payout.transferFeeKobo),
					{ label: 'Sent to you', value: amount },
				],
			},
			...(payout.hasArrivedLate
				? [
						{
							kind: 'words' as const,
							words:
								'We had told you that it did not reach you, and it has. What you got twice is taken off your next payouts.',
						},
					]
				: []),
			{
				kind: 'words',
				words:
					'Your bank may show it a little later. The statement with every booking is on your device, at Your shop, Money.',
			},
		],
	})
}

/** Tells a shop that its money did not arrive, or came back. */
export function payoutFailedMail(
	sender: MailSender,
	payout: MailedPayout & { cameBack: boolean; isByTransfer: boolean },
): Mail {
	const amount = formatNaira(payout.amountKobo)
	const again = payout.isByTransfer ? 'We’ll try again on the next working day.' : 'We’ll send it again.'
	return payoutMail(sender, payout.shopName, {
		title: payout.cameBack ? `${amount} came back from your bank` : `We couldn’t pay you ${amount}`,
		blocks: [
			{
				kind: 'words',
				words: `The money did not reach ${targetOf(payout)}. None of it is lost, and all of it is still yours. ${again}`,
			},
			{ kind: 'words', words: 'Please check the payout account on your device, at Your shop, Money.' },
		],
	})
}

/** Tells a shop what it bears of later bookings, before it applies. */
export function payoutTermsMail(
	sender: MailSender,
	{
		shopName,
		timeZone,
		appliesFrom,
		words,
	}: { shopName: string; timeZone: ZoneName; appliesFrom: Instant; words: readonly string[] },
): Mail {
	return payoutMail(sender, shopName, {
		title: `Fees for online bookings change on ${longDateLabelAt(timeZone, appliesFrom)}`,
		blocks: [
			{
				kind: 'words',
				words: 'For bookings made from then on. Earlier bookings are not affected.',
			},
			...words.map((one): MailBlock => ({ kind: 'words', words: one })),
		],
	})
}

function targetOf({ bankName, lastDigits }: Pick<MailedPayout, 'bankName' | 'lastDigits'>): string {
	return `${bankName}, account ending in ${lastDigits}`
}

function payoutMail(
	sender: MailSender,
	shopName: string,
	{ title, blocks }: { title: string; blocks: MailBlock[] },
): Mail {
	return writeMail(sender, {
		subject: `${title}: ${shopName}`,
		title,
		blocks,
		reason: `You got this because this is the address of ${shopName}.`,
	})
}
