/** 40 bits, read out or typed by friends; a code grants nothing alone (C68). */
export const REFERRAL_CODE_LENGTH = 8

/** The invitation's exact words, and the link with the code. */
export function referralInvitation(shopName: string, code: string, link: string | null): string {
	const words = `Join me at ${shopName}! Use my referral code ${code} to get a discount!`
	return link === null ? words : `${words} ${link}`
}

/** Null where the shop has no short address, or the app's own is unknown. */
export function referralLink(origin: string | null, slug: string | null, code: string): string | null {
	return origin === null || slug === null ? null : `${origin}/s/${slug}?code=${code}`
}
