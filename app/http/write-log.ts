/** What a line says beside its message: numbers and codes, nothing about a person. */
type Fields = Record<string, string | number | boolean | null>

/**
 * Writes one line of the log, as JSON: the platform then finds lines by their fields. A message that begins with
 * 'ALERT ' needs the operator and has the field `alert`. A message names references and codes, nothing about a
 * person.
 */
export function writeLog(message: string, fields: Fields = {}): void {
	console.error(logLine(message, fields))
}

/** The line of a request or a run that went as it should. */
export function writeInfo(message: string, fields: Fields = {}): void {
	console.info(logLine(message, fields))
}

function logLine(message: string, fields: Fields): string {
	return JSON.stringify({ ...(message.startsWith('ALERT ') ? { alert: true } : {}), message, ...fields })
}
