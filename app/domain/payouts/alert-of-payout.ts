/** A line of the log that needs the operator, about a payout. It names no person. */
export function alertOfPayout(reference: string, what: string): string {
	return `ALERT payout ${reference}: ${what}`
}
