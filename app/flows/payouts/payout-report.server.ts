import type { PaidShop } from '#app/domain/payouts/paid-shop-repository.server.ts'
import { netAmount, sumShares } from '#app/domain/payouts/payout-share.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentMode } from '#app/kernel/vocabulary/payments.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type ListedDue, readDues } from './read-money.server.ts'
import { type PayoutRefusal, preparePayout } from './write-payout.server.ts'

/** Older debts are shown to the operator (D59). */
const OLD_DEBT_MS = 30 * DAY_MS

export type ShopDue = {
	shop: Pick<PaidShop, 'shopId' | 'name'>
	dueKobo: Kobo
	laterKobo: Kobo
	heldKobo: Kobo
	debtKobo: Kobo
	/** Of what is due or owed. */
	oldestAt: Instant | null
	isDebtOld: boolean
	/** The next payout, or why there is none. */
	payout: { amountKobo: Kobo } | { refusal: PayoutRefusal }
	dues: ListedDue[]
}

/** What all shops with unsettled payments are due, the longest waiting first. */
export async function readShopDues(
	deps: Pick<Repositories, 'payouts'>,
	{ mode, minimumKobo, now }: { mode: PaymentMode; minimumKobo: Kobo; now: Instant },
): Promise<ShopDue[]> {
	const found: ShopDue[] = []
	for (const { shopId } of await deps.payouts.paidShops.shopsWithOpenPayments()) {
		const [shop, dues, prepared] = await Promise.all([
			deps.payouts.paidShops.shopToPay(shopId, now),
			readDues(deps, { shopId, mode, now }),
			preparePayout(deps, { shopId, mode, minimumKobo, now }),
		])
		if (shop && dues.some(({ state }) => state !== 'settled')) found.push(shopDue(shop, dues, prepared, now))
	}
	return found.sort((a, b) => (a.oldestAt ?? Number.MAX_VALUE) - (b.oldestAt ?? Number.MAX_VALUE))
}

function shopDue(
	{ shopId, name }: PaidShop,
	dues: ListedDue[],
	prepared: Awaited<ReturnType<typeof preparePayout>>,
	now: Instant,
): ShopDue {
	const sum = (state: ListedDue['state']) =>
		netAmount(sumShares(dues.filter((due) => due.state === state).map(({ share }) => share)))
	const dated = dues.flatMap((due) => (due.state === 'due' || due.state === 'debt' ? [due] : []))
	const debts = dated.filter(({ state }) => state === 'debt')
	return {
		shop: { shopId, name },
		dueKobo: sum('due'),
		laterKobo: sum('later'),
		heldKobo: sum('held'),
		debtKobo: -sum('debt'),
		oldestAt: dated.length === 0 ? null : Math.min(...dated.map(({ dueAt }) => dueAt)),
		isDebtOld: debts.some(({ dueAt }) => now - dueAt > OLD_DEBT_MS),
		payout: prepared.ok ? { amountKobo: prepared.value.plan.amountKobo } : { refusal: prepared.refusal },
		dues,
	}
}
