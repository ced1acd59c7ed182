/** 40 bits, read out or typed by friends; a code grants nothing alone (C68). */
export const REFERRAL_CODE_LENGTH = 8

/** What a customer sends to a friend, word for word as the wallet says it. */
export function referralInvitation(shopName: string, code: string): string {
	return `Join me at ${shopName}! Use my referral code ${code} to get a discount!`
}
