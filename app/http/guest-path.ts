const guestFriendly = /^\/(discover|business|booking)(\/|\?|$)/

/** Where 'Continue as Guest' leads: to the wanted page, if guests may see it (D7). */
export function guestPath(wanted: string): string {
	return guestFriendly.test(wanted) ? wanted : '/discover'
}
