/** A log line for the operator. It names no person. */
export function alertOfPayout(reference: string, what: string): string {
	return `ALERT payout ${reference}: ${what}`
}
