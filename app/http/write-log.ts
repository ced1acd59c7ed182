/** Numbers and codes, nothing about a person. */
type Fields = Record<string, string | number | boolean | null>

/**
 * A line of JSON, so that the platform can search its fields. A message that begins with 'ALERT ' needs the operator.
 * It names references and codes, nothing about a person.
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

/** Name and message of the deepest cause. drizzle puts parameter values after 'params:', which are cut off. */
export function errorLine(error: unknown): string {
	const cause = deepestCause(error)
	if (!(cause instanceof Error)) return isAnswer(cause) ? `answer ${cause.status}` : typeof cause
	return `${cause.name}: ${cause.message.split(/\s*\bparams:/)[0]}`
}

function deepestCause(error: unknown): unknown {
	let deepest = error
	for (let depth = 0; depth < 8; depth++) {
		if (!(deepest instanceof Error) || deepest.cause === undefined) break
		deepest = deepest.cause
	}
	return deepest
}

/** A thrown response, or Remix's reading of one. */
function isAnswer(value: unknown): value is { status: number } {
	return typeof value === 'object' && value !== null && 'status' in value && typeof value.status === 'number'
}
