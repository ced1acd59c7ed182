/** Numbers and codes, nothing about a person. */
type Fields = Record<string, string | number | boolean | null>

/**
 * Writes a line of the log as JSON, so that the platform can search its fields. A message that begins with 'ALERT '
 * needs the operator and gets the field `alert`. It names references and codes, nothing about a person.
 */
export function writeLog(message: string, fields: Fields = {}): void {
	console.error(logLine(message, fields))
}

/** For a request or run without failure. */
export function writeInfo(message: string, fields: Fields = {}): void {
	console.info(logLine(message, fields))
}

function logLine(message: string, fields: Fields): string {
	return JSON.stringify({ ...(message.startsWith('ALERT ') ? { alert: true } : {}), message, ...fields })
}
