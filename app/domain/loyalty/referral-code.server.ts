import { whatsAppLink } from '#app/kernel/links.ts'
import { formatNaira } from '#app/kernel/money.ts'
import type { OwnReferralCode } from './referral-code-repository.server.ts'

/** 40 bits, read out or typed by friends; a code grants nothing alone (C68). */
export const REFERRAL_CODE_LENGTH = 8

/** The invitation's exact words, and the link with the code. */
export function referralInvitation(shopName: string, code: string, link: string | null): string {
	const words = `Join me at ${shopName}! Use my referral code ${code} to get a discount!`
	return link === null ? words : `${words} ${link}`
}

/** Null where the shop has no short address, or the app's origin is unknown. */
export function referralLink(origin: string | null, slug: string | null, code: string): string | null {
	return origin === null || slug === null ? null : `${origin}/s/${slug}?code=${code}`
}

/** `sharing` is null until the code is made. */
export function referralCodeView(one: OwnReferralCode, origin: string | null) {
	const { enrollmentId, code, programName, shopId, shopName, referrerKobo, friendKobo, slug } = one
	const invitation = code && referralInvitation(shopName, code, referralLink(origin, slug, code))
	return {
		enrollmentId,
		programName,
		shop: { id: shopId, name: shopName },
		youGet: formatNaira(referrerKobo),
		friendGets: formatNaira(friendKobo),
		sharing: code && invitation ? { code, invitation, whatsApp: whatsAppLink(invitation) } : null,
	}
}

/** 'Get ₦10', or of several programs 'Get up to ₦500'; null without referral. */
export function referralOffer(codes: readonly Pick<OwnReferralCode, 'referrerKobo'>[]): string | null {
	const amounts = codes.map(({ referrerKobo }) => referrerKobo)
	if (amounts.length === 0) return null
	const most = Math.max(...amounts)
	return `Get ${most > Math.min(...amounts) ? 'up to ' : ''}${formatNaira(most)} for every friend you refer`
}
