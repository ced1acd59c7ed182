import type { ShopDetails } from '#app/domain/discovery/shop-details.ts'
import type { ContactChange } from '#app/domain/messaging/shop-notice-repository.server.ts'
import { CHANGE_WAITS_MS } from '#app/domain/payouts/payout-time.server.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Changed, type ShopChangeInput, writeChange } from './write-change.server.ts'

/**
 * Changes what a shop says of itself: words and numbers, its deposit rule, its deadlines and ceilings (D33). A booked
 * visit keeps its prices, what was paid, and the instant until which that is refundable. The deadline for moving and
 * the ceiling of moves are the shop's own, and count for it too. `seen` are the details as a form showed them: others
 * refuse 'changed_meanwhile'. Another phone or WhatsApp number is told to the shop's e-mail, and holds
 * payouts (D58).
 */
export async function changeDetails(
	deps: Pick<Repositories, 'discovery' | 'availability' | 'messaging' | 'writeBatch'>,
	{ fields, seen, ...input }: ShopChangeInput & { fields: Partial<ShopDetails>; seen?: Partial<ShopDetails> },
): Changed {
	const { details } = deps.discovery
	const { shopId, now } = input
	const { phone, whatsapp } = fields
	return writeChange(deps, input, [
		...(seen ? [details.refuseUnlessSeen(shopId, seen, fields)] : []),
		...(phone === undefined && whatsapp === undefined
			? []
			: contactChange(deps, {
					...{ shopId, now },
					...(phone !== undefined && { phone }),
					...(whatsapp !== undefined && { whatsapp }),
				})),
		details.update(shopId, fields),
	])
}

export type ContactChangeDeps = {
	discovery: { details: Pick<Repositories['discovery']['details'], 'holdPayouts'> }
	messaging: { shopNotices: Pick<Repositories['messaging']['shopNotices'], 'insertContactNotices'> }
}

/**
 * What belongs before every statement that writes a shop's own e-mail, phone or WhatsApp number (D58): where it is
 * another one than before, the old address is told, a new one too, and payouts wait 48 hours. A first one has no old
 * one.
 */
export function contactChange(
	{ discovery: { details }, messaging: { shopNotices } }: ContactChangeDeps,
	{ shopId, now, ...contact }: Omit<ContactChange, 'heldUntil'>,
): Statement[] {
	const heldUntil = now + CHANGE_WAITS_MS
	return [
		...shopNotices.insertContactNotices({ shopId, ...contact, heldUntil, now }),
		details.holdPayouts(shopId, contact, heldUntil),
	]
}
