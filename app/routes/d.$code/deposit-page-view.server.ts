import { type DepositState, depositState } from '#app/domain/booking/deposit-link.ts'
import type { DepositLink } from '#app/domain/booking/deposit-link-repository.server.ts'
import { isPayableOnline } from '#app/domain/booking/payment-choices.ts'
import { servicesOfShopPath } from '#app/kernel/booking-paths.ts'
import { clockOrMomentLabelAt, momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { phoneLabel } from '#app/kernel/phone.ts'

const over = {
	title: 'This time is no longer held',
	text: 'Choose another time, or call the shop. If you’ve just paid, we’ll book this time if it’s still free, offer you other times, or refund you.',
}
const words: Record<Exclude<DepositState, 'waiting' | 'booked'>, { title: string; text: string }> = {
	paid: {
		title: 'Your payment has arrived',
		text: 'The time was gone by then. See what happens with your money.',
	},
	let_go: over,
	lapsed: over,
}

/**
 * What the holder of a deposit's link sees. It names no customer, and a booked one opens nothing: the desk knows the
 * link as well, and only the customer may act for the customer. `moneyPage`: where a payment that booked nothing is.
 */
export function depositPageView(
	link: DepositLink,
	{
		onlineMinimumKobo,
		moneyPage,
		now,
	}: { onlineMinimumKobo: Kobo | null; moneyPage: string | null; now: Instant },
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
				: words[state]),
		shopName: shop.name,
		when: momentLabelAt(zone, appointment?.startsAt ?? startsAt),
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
		moneyPage,
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
