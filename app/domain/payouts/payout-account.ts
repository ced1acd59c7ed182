import type { Instant } from '#app/kernel/instant.ts'
import type { PayoutAccountSetter } from '#app/kernel/vocabulary/payouts.ts'

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

/** (D58) */
export type PayoutAccounts = {
	/** At most two that were not stopped. The first is the newest, and in force. */
	accounts: PayoutAccount[]
	/** The shop never had one, not even a stopped one. */
	isFirst: boolean
	/** Payouts wait after a change of the shop's email or phone; 0 without one. */
	heldUntil: Instant
}

/** 'Access Bank ••••7890': no page, mail or line shows more of a confirmed number. */
export function payoutAccountLabel({
	bankName,
	accountNumber,
}: Pick<PayoutAccount, 'bankName' | 'accountNumber'>): string {
	return `${bankName} ••••${accountNumber.slice(-4)}`
}

/** Nothing is paid to it yet, and its link still stops it. */
export function isPayoutAccountWaiting({ usableAt }: Pick<PayoutAccount, 'usableAt'>, now: Instant): boolean {
	return usableAt > now
}

/** The input for the token of the link that stops it (docs/decisions/010). */
export const stopLinkId = (accountId: string) => `payout-account:${accountId}`
