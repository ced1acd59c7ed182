const guestFriendly = /^\/(discover|business|booking)(\/|\?|$)/

/** Where 'Continue as Guest' leads: to the page that was wanted, when guests may see it (D7). */
export function guestPath(wanted: string): string {
	return guestFriendly.test(wanted) ? wanted : '/discover'
}
