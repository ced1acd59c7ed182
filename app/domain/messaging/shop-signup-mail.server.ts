import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'

const reason = 'You got this because your shop’s form had this address.'

/** The link that proves the e-mail of a shop's form. It repeats nothing that a stranger may have typed. */
export function shopSignupMail(sender: MailSender, link: { token: string; expiresAt: Instant }): Mail {
	return writeMail(sender, {
		subject: `Confirm your email for your shop on ${sender.name}`,
		title: 'Confirm your email',
		blocks: [
			{
				kind: 'words',
				words: `You’d like to take bookings on ${sender.name}. Confirm that this is your email, and we’ll look at your shop.`,
			},
			{
				kind: 'link',
				label: 'Confirm my email',
				href: `${sender.origin}/for-shops/confirm?token=${encodeURIComponent(link.token)}`,
			},
			{
				kind: 'words',
				words: `The link works until ${mailedMomentLabelAt(DEFAULT_ZONE, link.expiresAt)}.`,
			},
		],
		reason:
			'Someone sent us a shop’s form with this address. If it wasn’t you, do nothing: the form is deleted in 3 days.',
	})
}

/** Tells the operator that a form waits. What its sender typed is read with the command: a mail is passed on easily. */
export function shopWaitingMail(sender: MailSender, { signupId }: { signupId: string }): Mail {
	return writeMail(sender, {
		subject: `A shop waits for approval on ${sender.name}`,
		title: 'A shop waits for you',
		blocks: [
			{
				kind: 'words',
				words: `Its owner has confirmed their email. Read the form with: npm run ops -- shops waiting`,
			},
			{
				kind: 'words',
				words: `Then decide with: npm run ops -- shops approve ${signupId} (or shops refuse)`,
			},
		],
		reason: 'You got this because this address is the SUPPORT_CONTACT setting.',
	})
}

/** The owner's first link, which opens the shop on one phone or tablet. */
export function shopApprovedMail(
	sender: MailSender,
	{ shopName, token, expiresAt }: { shopName: string; token: string; expiresAt: Instant },
): Mail {
	return writeMail(sender, {
		subject: `Your shop is ready to set up: ${shopName}`,
		title: `Welcome to ${sender.name}`,
		blocks: [
			{
				kind: 'words',
				words: `Open this on the phone or tablet that you, the owner, use. Choose a PIN, then add your services, people and hours. After that customers can book ${shopName}.`,
			},
			{
				kind: 'link',
				label: 'Open my shop',
				href: `${sender.origin}/kiosk/open?link=${encodeURIComponent(token)}`,
			},
			{
				kind: 'words',
				words: `The link opens one device, once, until ${mailedMomentLabelAt(DEFAULT_ZONE, expiresAt)}. Don’t pass it on.`,
			},
		],
		reason,
	})
}

/** What the operator has decided, in the operator's words. */
export function shopRefusedMail(
	sender: MailSender,
	{ shopName, why }: { shopName: string; why: string | null },
): Mail {
	return writeMail(sender, {
		subject: `About your form: ${shopName}`,
		title: 'We can’t add your shop',
		blocks: [
			{ kind: 'words', words: `We’ve looked at your form for ${shopName}, and can’t add it.` },
			...(why ? [{ kind: 'words', words: why } as const] : []),
		],
		reason,
	})
}
