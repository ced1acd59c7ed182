import type { ShopDetails } from '#app/domain/discovery/shop-details.ts'
import type { ContactChange } from '#app/domain/messaging/shop-notice-repository.server.ts'
import { CHANGE_WAITS_MS } from '#app/domain/payouts/payout-time.server.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Changed, type ShopChangeInput, writeChange } from './write-change.server.ts'

/**
 * Changes a shop's details, deposit rule, deadlines and ceilings (D33). A booked visit keeps its prices and its refund
 * deadline; limits of moves apply at once. Refuses 'changed_meanwhile' where details differ from `seen`. Another phone
 * or WhatsApp number is told to the shop's e-mail, and holds payouts (D58).
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
 * Stands before every statement that writes a shop's own e-mail, phone or WhatsApp number (D58). A changed one is
 * mailed to the old and the new address, and payouts wait 48 hours.
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
