import * as z from 'zod'
import { depositState } from '#app/domain/booking/checkout/deposit-link.ts'
import { depositAskedMail } from '#app/domain/messaging/deposit-asked-mail.server.ts'
import { depositPath } from '#app/kernel/booking-paths.ts'
import { clockOrMomentLabelAt, momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { messageKind } from './message-kind.server.ts'

/**
 * Asks for the deposit of a time that the shop holds (D66). It goes in the quiet hours too: the receiver has just been
 * on the telephone about it, and the time is held for hours only.
 */
export const depositAskedMessage = messageKind({
	kind: 'deposit_asked',
	payload: z.object({ checkoutId: z.string(), holderId: z.string().nullable() }),
	async isStillTrue({ booking: { deposits } }, { payload }, now) {
		const link = await deposits.depositLinkOf(payload.checkoutId)
		const heldUntilAt = link?.checkout.heldUntilAt ?? null
		if (!link || heldUntilAt === null || depositState(link, now) !== 'waiting') return refused('deposit_over')
		return accepted({ link, heldUntilAt })
	},
	compose: ({ sender }, { link, heldUntilAt }, now) => {
		const { checkout, shopPhone, code } = link
		const { shop, services, addOns, startsAt, dueKobo, totalKobo } = checkout
		return depositAskedMail(
			sender,
			{
				shop: { ...shop, phone: shopPhone },
				what: [...services, ...addOns].map(({ name }) => name),
				startsAt,
				dueKobo,
				totalKobo,
				heldUntilAt,
				page: depositPath(code),
			},
			now,
		)
	},
	tell: ({ link: { checkout, code }, heldUntilAt }, now) => {
		const { shop, startsAt } = checkout
		return {
			title: `A time is held for you until ${clockOrMomentLabelAt(shop.timeZone, heldUntilAt, now)}`,
			words: `${shop.name}, ${momentLabelAt(shop.timeZone, startsAt)}. Pay the deposit to book it.`,
			path: depositPath(code),
			lockScreen: `A visit to ${shop.name} waits for its deposit.`,
			goodUntilAt: heldUntilAt,
		}
	},
})
