import { hashSecretToken, isSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { isPayoutAccountWaiting, payoutAccountLabel } from '#app/domain/payouts/payout-account.ts'
import type { StopAccountRefusal } from '#app/domain/payouts/payout-account-refusal.ts'
import type { StoppableAccount } from '#app/domain/payouts/payout-account-repository.server.ts'
import type { ShopAct } from '#app/domain/shops/shop-act-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import {
	type Statement,
	type WriteFailure,
	writeIdempotent,
	writeOrRefuse,
} from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type ReadDeps = Pick<Repositories, 'payouts'>

export type PayoutAccountStoppedBy =
	| {
			stoppedBy: 'owner'
			shopId: string
			actOf: (act: Pick<ShopAct, 'kind' | 'subjectId' | 'summary'>) => Statement[]
	  }
	| { stoppedBy: 'operator' | 'link' }

/** The account of a mailed link; a 'waiting' one can be stopped. Null for an unknown token. */
export async function accountOfStopLink(
	{ payouts }: ReadDeps,
	{ token, now }: { token: string; now: Instant },
): Promise<{ account: StoppableAccount; state: 'waiting' | 'stopped' | 'in_use' } | null> {
	const account = isSecretToken(token) ? await payouts.accounts.accountOfLink(hashSecretToken(token)) : null
	return account && { account, state: accountState(account, now) }
}

/**
 * Stops a payout account: the one before it is in force again (D58). A repeat gives the same answer. The operator stops
 * any, others only a waiting one ('payout_account_in_use'). Refuses 'payout_account_unknown', also for another shop's.
 */
export async function stopPayoutAccount(
	deps: ReadDeps & Pick<Repositories, 'shops' | 'writeBatch'>,
	{ accountId, by, now }: { accountId: string; by: PayoutAccountStoppedBy; now: Instant },
): Promise<Outcome<StoppableAccount, StopAccountRefusal | WriteFailure>> {
	const { accounts } = deps.payouts
	const account = await accounts.account(accountId)
	if (!account || (by.stoppedBy === 'owner' && by.shopId !== account.shop.id))
		return refused('payout_account_unknown')
	const state = accountState(account, now)
	if (state === 'stopped') return accepted(account)
	if (state === 'in_use' && by.stoppedBy !== 'operator') return refused('payout_account_in_use')
	const label = payoutAccountLabel(account)
	const act = {
		kind: 'payout_account_stopped',
		subjectId: account.shop.id,
		summary: by.stoppedBy === 'link' ? `${label}, by the link in the email` : label,
	} as const
	// Two presses at once are one act.
	const id = `${accountId}-stop`
	return writeOrRefuse({ ...account, stoppedAt: now }, () =>
		writeIdempotent(deps.writeBatch, [
			...(by.stoppedBy === 'owner'
				? by.actOf(act)
				: deps.shops.shopActs.insertAct({ ...act, id, shopId: account.shop.id, now })),
			accounts.stop(accountId, now),
		]),
	)
}

function accountState(account: StoppableAccount, now: Instant): 'waiting' | 'stopped' | 'in_use' {
	if (account.stoppedAt !== null) return 'stopped'
	return isPayoutAccountWaiting(account, now) ? 'waiting' : 'in_use'
}
