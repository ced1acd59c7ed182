/**
 * A line of the log that needs the operator, who searches for how it begins (docs/operations.md). It names the
 * payment and what is wrong with it, and nobody.
 */
export function alertLine(paymentReference: string, what: string): string {
	return `ALERT payment ${paymentReference}: ${what}`
}
