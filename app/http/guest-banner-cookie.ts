const THIRTY_DAYS_SECONDS = 30 * 86_400

/** Not signed: it says nothing about a person. */
export function isGuestBannerDismissed(request: Request): boolean {
	return /(?:^|;\s*)guest-banner=off(?:;|$)/.test(request.headers.get('cookie') ?? '')
}

export const guestBannerDismissedHeader = `guest-banner=off; Path=/; HttpOnly; SameSite=Lax; Max-Age=${THIRTY_DAYS_SECONDS}`
