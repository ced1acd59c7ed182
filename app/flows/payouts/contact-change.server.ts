import type { ContactChange } from '#app/domain/messaging/shop-notice-repository.server.ts'
import { CHANGE_WAITS_MS } from '#app/domain/payouts/payout-time.server.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

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
