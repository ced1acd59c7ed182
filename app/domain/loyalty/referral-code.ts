/** 40 bits, read out or typed by friends; a code grants nothing alone (C68). */
export const REFERRAL_CODE_LENGTH = 8

/** What a customer sends to a friend, word for word as the wallet says it, with the link that brings the code along. */
export function referralInvitation(shopName: string, code: string, link: string | null): string {
	const words = `Join me at ${shopName}! Use my referral code ${code} to get a discount!`
	return link === null ? words : `${words} ${link}`
}

/** The shop's short address with a code; null where the shop has none, or the app does not know its own address. */
export function referralLink(origin: string | null, slug: string | null, code: string): string | null {
	return origin === null || slug === null ? null : `${origin}/s/${slug}?code=${code}`
}
