import { isPayableOnline } from '#app/domain/booking/checkout/deposit.ts'
import { depositState } from '#app/domain/booking/checkout/deposit-link.ts'
import type { DepositLink } from '#app/domain/booking/checkout/deposit-link-repository.server.ts'
import { servicesOfShopPath } from '#app/kernel/booking-paths.ts'
import { clockOrMomentLabelAt, nearMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { phoneLabel } from '#app/kernel/phone.ts'

const over = {
	title: 'This time is no longer held',
	text: 'Choose another time, or call the shop. If you’ve just paid, we’ll book this time if it’s still free, offer you other times, or refund you.',
}

/**
 * For the holder of a deposit's link. The desk knows the link too: the page names no customer, and once paid it links
 * to no booking.
 */
export function depositPageView(
	link: DepositLink,
	{ onlineMinimumKobo, now }: { onlineMinimumKobo: Kobo | null; now: Instant },
) {
	const { checkout, shopPhone, staffNames, appointment } = link
	const { shop, services, addOns, startsAt, dueKobo, totalKobo, heldUntilAt, contact } = checkout
	const zone = shop.timeZone
	const state = depositState(link, now)
	const isCancelled = appointment?.status === 'CANCELLED'
	return {
		state,
		...(state === 'waiting'
			? {
					title: 'Pay your deposit',
					text: `${shop.name} holds this time for you until ${clockOrMomentLabelAt(zone, heldUntilAt ?? now, now)}. It’s booked once you’ve paid.`,
				}
			: state === 'booked'
				? bookedWords(isCancelled, contact.email !== null)
				: state === 'paid'
					? lateWords(contact.email !== null)
					: over),
		shopName: shop.name,
		when: nearMomentLabelAt(zone, appointment?.startsAt ?? startsAt, now),
		what: [...services, ...addOns].map(({ name }) => name).join(', '),
		staff: staffNames && `with ${staffNames}`,
		money: appointment
			? [
					`${formatNaira(appointment.paidKobo)} paid of ${formatNaira(appointment.totalKobo)}`,
					`Reference ${appointment.referenceNumber}`,
				]
			: [
					dueKobo < totalKobo
						? `Deposit ${formatNaira(dueKobo)} of ${formatNaira(totalKobo)}; you pay the rest at the shop`
						: `${formatNaira(dueKobo)} in all`,
				],
		pay:
			state === 'waiting' && isPayableOnline(dueKobo, onlineMinimumKobo)
				? { label: `Pay ${formatNaira(dueKobo)}`, asksEmail: contact.email === null }
				: null,
		isFree: state === 'let_go' || state === 'lapsed' || isCancelled,
		otherTimes: servicesOfShopPath(shop.id),
		call: shopPhone && { to: `tel:${shopPhone}`, label: `Call ${phoneLabel(shopPhone)}` },
	}
}

function bookedWords(isCancelled: boolean, isMailed: boolean) {
	if (isCancelled) return { title: 'This booking was cancelled', text: 'Nothing more is to be paid.' }
	return {
		title: 'You’re booked',
		text: isMailed
			? 'Our email has the link with which you can move or cancel your visit.'
			: 'To move or cancel your visit, call the shop.',
	}
}

/** Other times are offered only to the customer: in their mail, or on the page they returned to. */
function lateWords(isMailed: boolean) {
	return {
		title: 'Your payment has arrived',
		text: isMailed
			? 'The time was gone by then. Our email has the link with which you choose another time or get your money back. Without an answer we refund you within a day.'
			: 'The time was gone by then. To choose another time, open the page again that you saw after paying, or call the shop. Otherwise we refund you within a day.',
	}
}
