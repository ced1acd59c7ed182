/**
 * A line of the log that needs the operator, who searches for how it begins ("Deploying" in the README). It names the
 * payment and what is wrong with it, and nobody.
 */
export function alertLine(reference: string, what: string): string {
	return `ALERT payment ${reference}: ${what}`
}
