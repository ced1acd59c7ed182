/** A log line for the operator, who searches for its beginning (docs/operations.md). It names no person. */
export function alertLine(paymentReference: string, what: string): string {
	return `ALERT payment ${paymentReference}: ${what}`
}

/** Of a row whose provider this release does not have. */
export function noProvider(name: string): string {
	return `its provider “${name}” is not set up here, so nothing can be asked of it: deploy a release that has it`
}
