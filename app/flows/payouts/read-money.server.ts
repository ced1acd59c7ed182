import { isPublicHoliday } from '#app/domain/availability/public-holidays.ts'
import type { PayoutSettings } from '#app/domain/payments/online-payments.server.ts'
import { openDues, sumOfDues } from '#app/domain/payouts/due-list.ts'
import type { UnsettledPayment } from '#app/domain/payouts/open-payment-repository.server.ts'
import type { PaidShop } from '#app/domain/payouts/paid-shop-repository.server.ts'
import { type PaymentDue, paymentDue } from '#app/domain/payouts/payment-due.ts'
import { leastNetKobo } from '#app/domain/payouts/payout-plan.ts'
import { comingTerms, termsAt } from '#app/domain/payouts/payout-terms.ts'
import { nextPayoutAt, payoutHold } from '#app/domain/payouts/payout-time.server.ts'
import { FREE_CANCELLATION_MS } from '#app/domain/subscriptions/session-booking.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { PaymentMode } from '#app/kernel/vocabulary/payments.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type ListedDue = PaymentDue & { payment: UnsettledPayment }

/** What a shop is due of each unsettled payment, what is held, and what it owes (D56, D59). */
export async function readDues(
	{ payouts: { dues } }: Pick<Repositories, 'payouts'>,
	{ shopId, mode, now }: { shopId: string; mode: PaymentMode; now: Instant },
): Promise<ListedDue[]> {
	const found = await dues.openPayments(shopId, { mode, freeCancellationMs: FREE_CANCELLATION_MS })
	return withDues(found, now)
}

/** As `readDues`, of the caller's shop. */
export async function readDuesOfCaller(
	{ payouts: { dues } }: Pick<Repositories, 'payouts'>,
	{ caller, mode, now }: { caller: ShopCaller; mode: PaymentMode; now: Instant },
): Promise<ListedDue[]> {
	const input = { mode, freeCancellationMs: FREE_CANCELLATION_MS }
	return withDues(await dues.openPaymentsOfCaller(caller, input), now)
}

function withDues(found: readonly UnsettledPayment[], now: Instant): ListedDue[] {
	return found.map((payment) => ({ ...paymentDue(payment, now), payment }))
}

type MoneyInput = {
	caller: ShopCaller
	mode: PaymentMode
	settings: PayoutSettings
	now: Instant
}

/**
 * The caller's shop's money: due, later, held and owed, what prevents its payout, and its terms (D56 to D59). One trip
 * with the page's other reads.
 */
export async function readMoney(
	deps: Pick<Repositories, 'payouts'>,
	{ caller, mode, settings, now }: MoneyInput,
) {
	const { paidShops, terms } = deps.payouts
	const [shop, dues, allTerms] = await Promise.all([
		paidShops.shopToPayOfCaller(caller, now),
		readDuesOfCaller(deps, { caller, mode, now }),
		terms.termsOfCaller(caller),
	])
	return (
		shop && {
			...sumUp(shop, dues, { settings, now }),
			terms: termsAt(allTerms, now),
			coming: comingTerms(allTerms, now),
		}
	)
}

function sumUp(
	shop: PaidShop,
	dues: readonly ListedDue[],
	{ settings, now }: Pick<MoneyInput, 'settings' | 'now'>,
) {
	const due = sumOfDues(dues, ['due', 'debt'])
	const { hour, isByTransfer } = settings
	const minimumKobo = leastNetKobo({ ...settings, transferFeeBearer: shop.transferFeeBearer })
	const hold = payoutHold(shop, { netKobo: due.netKobo, minimumKobo, now })
	const afterAt = hold && 'until' in hold ? hold.until : now
	return {
		shop,
		lines: openDues(dues),
		due,
		owed: sumOfDues(dues, ['debt']),
		later: sumOfDues(dues, ['later']),
		held: sumOfDues(dues, ['held']),
		hold,
		minimumKobo,
		/** Null where the operator's bank pays, at an unknown hour. */
		nextPayoutAt: isByTransfer
			? nextPayoutAt({ zone: shop.timeZone, hour, isHoliday: isPublicHoliday }, Math.max(now, afterAt))
			: null,
	}
}
