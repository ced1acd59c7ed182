import {
	type DepositState,
	depositState,
	MAX_DEPOSIT_MAILS,
} from '#app/domain/booking/checkout/deposit-link.ts'
import type { DepositLink } from '#app/domain/booking/checkout/deposit-link-repository.server.ts'
import { customerName } from '#app/domain/booking/desk/shop-appointment-words.ts'
import { depositPath } from '#app/kernel/booking-paths.ts'
import { clockOrMomentLabelAt, momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { whatsAppMessage } from '#app/kernel/links.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { phoneLabel } from '#app/kernel/phone.ts'

const words: Record<Exclude<DepositState, 'waiting'>, { word: string; text: string }> = {
	booked: { word: 'Paid', text: 'The deposit is paid, and the visit is booked.' },
	paid: {
		word: 'Paid too late',
		text: 'The time was gone when the deposit came. The customer can choose another time, or gets it back.',
	},
	let_go: { word: 'Let go', text: 'You let this time go. It’s free for others again.' },
	lapsed: { word: 'Not paid', text: 'The deposit was not paid in time. This time is free for others again.' },
}

/** A deposit as the desk sees it; `origin` starts the link. */
export function depositView(link: DepositLink, { origin, now }: { origin: string; now: Instant }) {
	const { checkout, code, staffNames, mailCount, isMailWithheld, appointment } = link
	const { shop, contact, services, addOns, startsAt, dueKobo, totalKobo, heldUntilAt } = checkout
	const zone = shop.timeZone
	const state = depositState(link, now)
	const when = momentLabelAt(zone, startsAt)
	const deposit = formatNaira(dueKobo)
	const untilLabel = clockOrMomentLabelAt(zone, heldUntilAt ?? now, now)
	const address = origin + depositPath(code)
	const message = `Hello ${contact.firstName}, ${shop.name} holds ${when} for you until ${untilLabel}. Pay the ${deposit} deposit to book it: ${address}`
	return {
		state,
		name: customerName(contact),
		when,
		...(state === 'waiting' ? { word: `Waits for a deposit until ${untilLabel}`, text: null } : words[state]),
		facts: [
			{ name: 'Deposit', value: dueKobo < totalKobo ? `${deposit} of ${formatNaira(totalKobo)}` : deposit },
			{ name: 'Services', value: [...services, ...addOns].map((one) => one.name).join(', ') },
			...(staffNames ? [{ name: 'With', value: staffNames }] : []),
			...(contact.phone ? [{ name: 'Phone', value: phoneLabel(contact.phone) }] : []),
			...(contact.email ? [{ name: 'Email', value: contact.email }] : []),
		],
		link:
			state === 'waiting'
				? {
						href: address,
						address: address.replace(/^https?:\/\//, ''),
						whatsApp: contact.phone && whatsAppMessage(contact.phone, message),
						mailed: contact.email === null ? null : mailedWords(mailCount, isMailWithheld),
						canMail: contact.email !== null && mailCount < MAX_DEPOSIT_MAILS && !isMailWithheld,
					}
				: null,
		appointmentPage: appointment && `/kiosk/visits/${appointment.referenceNumber}`,
	}
}

function mailedWords(mailCount: number, isMailWithheld: boolean): string {
	if (isMailWithheld)
		return 'Not emailed: this address or your shop has had its emails of today. Use WhatsApp.'
	if (mailCount >= MAX_DEPOSIT_MAILS) return `Emailed ${mailCount} times, which is the most.`
	return mailCount === 1 ? 'Emailed once.' : `Emailed ${mailCount} times.`
}
