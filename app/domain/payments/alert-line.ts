/**
 * A line of the log that needs the operator, who searches for how it begins (docs/operations.md). It names the
 * payment and its problem, and no person.
 */
export function alertLine(paymentReference: string, what: string): string {
	return `ALERT payment ${paymentReference}: ${what}`
}
