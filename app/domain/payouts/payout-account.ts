import type { Instant } from '#app/kernel/instant.ts'
import type { PayoutAccountSetter } from '#app/kernel/vocabulary/payouts.ts'

/** An account that payouts of a shop go to, as the shop and its mails show it. */
export type PayoutAccount = {
	accountId: string
	bankCode: string
	bankName: string
	accountNumber: string
	holderName: string
	setBy: PayoutAccountSetter
	confirmedAt: Instant
	/** Nothing is paid to it before. */
	usableAt: Instant
}

/** What stands between a shop and its payouts (D58). */
export type PayoutAccounts = {
	/** Those that were not stopped, the newest first: it is the one in force. At most two. */
	accounts: PayoutAccount[]
	/** Whether the shop ever had one, stopped ones included: the next one is a change. */
	isFirst: boolean
	/** Until then nothing is paid, since the shop's own e-mail or phone was changed; 0 where it was not. */
	heldUntil: Instant
}

/** 'Access Bank ••••7890'. After it was confirmed no page, mail or line shows more of the number. */
export function payoutAccountLabel({
	bankName,
	accountNumber,
}: Pick<PayoutAccount, 'bankName' | 'accountNumber'>): string {
	return `${bankName} ••••${accountNumber.slice(-4)}`
}

/** Whether nothing is paid to it yet, and its link still stops it. */
export function isPayoutAccountWaiting({ usableAt }: Pick<PayoutAccount, 'usableAt'>, now: Instant): boolean {
	return usableAt > now
}

/** What makes the token of the link that stops it, with a server key (docs/decisions/010). */
export const stopLinkId = (accountId: string) => `payout-account:${accountId}`
