import { whatsAppLink } from '#app/kernel/links.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { referralInvitation, referralLink } from './referral-code.ts'
import type { OwnReferralCode } from './referral-code-repository.server.ts'

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
