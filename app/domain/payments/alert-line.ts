/**
 * A line of the log that needs the operator, who searches for how it begins (docs/operations.md). It names the
 * payment and its problem, and no person.
 */
export function alertLine(paymentReference: string, what: string): string {
	return `ALERT payment ${paymentReference}: ${what}`
}

/** What the operator is told of a row whose provider this release does not have. */
export function noProvider(name: string): string {
	return `its provider “${name}” is not set up here, so nothing can be asked of it: deploy a release that has it`
}
