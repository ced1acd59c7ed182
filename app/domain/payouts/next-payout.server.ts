import { addDays, type CivilDate, dayOfWeekOf } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { civilAt, instantOf, type ZoneName } from '#app/kernel/zone.server.ts'
import type { PaidShop } from './paid-shop-repository.server.ts'

/** Weekends and public holidays in a row are shorter. */
const MAX_DAYS = 14

/** The hour of the next working day whose payouts have not begun (D57). */
export function nextPayoutAt(
	{ zone, hour, isHoliday }: { zone: ZoneName; hour: number; isHoliday: (date: CivilDate) => boolean },
	now: Instant,
): Instant | null {
	const today = civilAt(zone, now).date
	for (let days = 0; days <= MAX_DAYS; days++) {
		const date = addDays(today, days)
		const at = dayOfWeekOf(date) > 5 || isHoliday(date) ? null : instantOf(zone, date, hour * 60)
		if (at !== null && at > now) return at
	}
	return null
}

/** Why a shop is not paid; null where it is (D57, D58). `until`: then it ends by itself. */
export type PayoutHold =
	| { why: 'nothing_due' | 'in_debt' | 'below_minimum' | 'no_account' }
	| { why: 'account_waits' | 'contact_changed'; until: Instant }

export function payoutHold(
	{ account, heldUntil }: Pick<PaidShop, 'account' | 'heldUntil'>,
	{ netKobo, minimumKobo, now }: { netKobo: Kobo; minimumKobo: Kobo; now: Instant },
): PayoutHold | null {
	if (!account) return { why: 'no_account' }
	if (netKobo === 0) return { why: 'nothing_due' }
	if (netKobo < 0) return { why: 'in_debt' }
	if (netKobo < minimumKobo) return { why: 'below_minimum' }
	if (account.usableAt > now) return { why: 'account_waits', until: account.usableAt }
	return heldUntil > now ? { why: 'contact_changed', until: heldUntil } : null
}
