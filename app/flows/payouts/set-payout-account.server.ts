import { isWithinLimit } from '#app/domain/identity/rate-limit-repository.server.ts'
import { hashSecretToken, mailedToken } from '#app/domain/identity/secret-token.server.ts'
import type { PaymentProvider } from '#app/domain/payments/payment-provider.server.ts'
import type { BankAccount } from '#app/domain/payments/provider-transfer.ts'
import { type PayoutAccount, payoutAccountLabel, stopLinkId } from '#app/domain/payouts/payout-account.ts'
import type { PayoutAccountRefusal } from '#app/domain/payouts/payout-account-refusal.ts'
import { CHANGE_WAITS_MS } from '#app/domain/payouts/payout-time.server.ts'
import type { ShopAct } from '#app/domain/shops/shop-act-repository.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { bankByCode } from '#app/kernel/nigerian-banks.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import {
	type Statement,
	type WriteFailure,
	writeIdempotent,
	writeOrRefuse,
} from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** Without a `provider` the operator types the holder's name. */
type ResolveDeps = Pick<Repositories, 'identity' | 'writeBatch'> & {
	provider: Pick<PaymentProvider, 'resolveAccount'> | null
}
type SetDeps = ResolveDeps & Pick<Repositories, 'payouts' | 'shops' | 'messaging'>

/** An owner's device, with its act; or the operator. */
export type PayoutAccountSetBy =
	| {
			setBy: 'owner'
			keyId: string
			actId: string
			actOf: (act: Pick<ShopAct, 'kind' | 'subjectId' | 'summary'>) => Statement[]
	  }
	| { setBy: 'operator' }

export type SetPayoutAccountInput = {
	shop: { id: string; name: string }
	account: BankAccount
	/** The operator omits the name where the provider tells it. */
	holderName?: string | undefined
	/** The account in force when the form was shown; null for none. */
	seenId: string | null
	by: PayoutAccountSetBy
	/** Makes the link that stops it. */
	linkKey: string
	now: Instant
}

const constraints = {
	account_set_meanwhile: 'account_set_meanwhile',
	account_needs_email: 'account_needs_email',
} as const

/** `isNew` is false where nothing changed. */
export type SetPayoutAccount = { account: PayoutAccount; isNew: boolean }

/**
 * The account's holder as the bank names them, for an owner to confirm (D58). Each look-up first counts for the shop,
 * so that names cannot be collected. Refuses 'account_not_resolved', 'bank_silent', 'too_many_account_tries', and
 * 'account_by_operator' without a provider to ask.
 */
export async function lookUpPayoutAccount(
	{ provider, identity: { rateLimits }, writeBatch }: ResolveDeps,
	{ shopId, account, now }: { shopId: string; account: BankAccount; now: Instant },
): Promise<Outcome<{ holderName: string }, PayoutAccountRefusal>> {
	if (!provider) return refused('account_by_operator')
	const { recorded } = await writeBatch({
		recorded: rateLimits.recordAttempt({ kind: 'payout-account', subject: shopId }, now),
	})
	if (!isWithinLimit(recorded)) return refused('too_many_account_tries')
	return resolve(provider, account)
}

/** As `lookUpPayoutAccount`, without a limit. Without a provider the typed name counts. Refuses 'holder_differs'. */
export async function lookUpAsOperator(
	{ provider }: Pick<ResolveDeps, 'provider'>,
	{ account, holderName }: Pick<SetPayoutAccountInput, 'account' | 'holderName'>,
): Promise<Outcome<{ holderName: string }, PayoutAccountRefusal>> {
	if (!provider) return holderName ? accepted({ holderName }) : refused('account_by_operator')
	const found = await resolve(provider, account)
	const isOther = holderName !== undefined && found.ok && found.value.holderName !== holderName
	return isOther ? refused('holder_differs') : found
}

/**
 * Sets the account of a shop's payouts (D58). The bank confirms the holder once more, and the shop is mailed a link
 * that stops the account. It waits 48 hours, except a first one by the operator. Setting the present account changes
 * nothing.
 * - what `lookUpPayoutAccount` refuses; the operator has no limit
 * - `holder_differs`: the bank gives another name than the confirmed one
 * - `account_set_meanwhile`: another device has set one since the page
 * - `account_needs_email`: an owner's shop has no e-mail to notify
 */
export async function setPayoutAccount(
	deps: SetDeps,
	input: SetPayoutAccountInput,
): Promise<Outcome<SetPayoutAccount, PayoutAccountRefusal | WriteFailure>> {
	const { shop, account: bankAccount, seenId, by, now } = input
	const stored = await deps.payouts.accounts.accountsOf(shop.id)
	const inForce = stored?.accounts[0] ?? null
	if (
		inForce &&
		inForce.bankCode === bankAccount.bankCode &&
		inForce.accountNumber === bankAccount.accountNumber
	)
		return accepted({ account: inForce, isNew: false })
	if ((inForce?.accountId ?? null) !== seenId) return refused('account_set_meanwhile')
	const holder = await confirmedHolder(deps, input)
	if (!holder.ok) return holder

	const isFirst = stored?.isFirst ?? true
	const account: PayoutAccount = {
		...bankAccount,
		accountId: by.setBy === 'owner' ? by.actId : newId(),
		bankName: bankByCode(bankAccount.bankCode)?.name ?? bankAccount.bankCode,
		holderName: holder.value.holderName,
		setBy: by.setBy,
		// No two accounts may share an instant: the newest one is in force.
		confirmedAt: Math.max(now, (inForce?.confirmedAt ?? 0) + 1),
		usableAt: isFirst && by.setBy === 'operator' ? now : now + CHANGE_WAITS_MS,
	}
	const statements = accountStatements(deps, account, { ...input, isFirst })
	const set = { account, isNew: true }
	return writeOrRefuse(set, () => writeIdempotent(deps.writeBatch, statements), constraints)
}

/** The holder's name at the bank, if it is the confirmed one. */
async function confirmedHolder(
	deps: ResolveDeps,
	{ shop, account, holderName, by, now }: SetPayoutAccountInput,
): Promise<Outcome<{ holderName: string }, PayoutAccountRefusal>> {
	if (by.setBy === 'operator') return lookUpAsOperator(deps, { account, holderName })
	const found = await lookUpPayoutAccount(deps, { shopId: shop.id, account, now })
	return found.ok && found.value.holderName !== holderName ? refused('holder_differs') : found
}

async function resolve(
	provider: Pick<PaymentProvider, 'resolveAccount'>,
	account: BankAccount,
): Promise<Outcome<{ holderName: string }, PayoutAccountRefusal>> {
	const answer = await provider.resolveAccount(account)
	if (answer.outcome === 'found') return accepted({ holderName: answer.holderName })
	return refused(answer.outcome === 'not_found' ? 'account_not_resolved' : 'bank_silent')
}

function accountStatements(
	{ payouts, shops: { shopActs }, messaging: { shopNotices } }: SetDeps,
	account: PayoutAccount,
	{ shop, seenId, by, linkKey, now, isFirst }: SetPayoutAccountInput & { isFirst: boolean },
): Statement[] {
	const { accountId, usableAt } = account
	const token = mailedToken(linkKey, stopLinkId(accountId))
	const act = {
		kind: 'payout_account_changed',
		subjectId: shop.id,
		summary: payoutAccountLabel(account),
	} as const
	return [
		...(by.setBy === 'owner'
			? by.actOf(act)
			: shopActs.insertAct({ ...act, id: accountId, shopId: shop.id, now })),
		...payouts.accounts.insertAccount({
			...account,
			shopId: shop.id,
			keyId: by.setBy === 'owner' ? by.keyId : null,
			stopTokenHash: usableAt > now ? hashSecretToken(token) : null,
			seenId,
			isFirst,
		}),
		shopNotices.insertShopNotice({
			kind: 'shop_payout_account_changed',
			shopId: shop.id,
			shopName: shop.name,
			onceFor: accountId,
			accountId,
			now,
		}),
	]
}
