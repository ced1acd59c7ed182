/** A line of the Worker's log as somebody at a terminal reads it; what is not one of ours stays as it is. */
export function shortLogLine(line: string): string {
	const parsed = parseLine(line)
	if (parsed === null) return line
	const { message, method, status, route, ms } = parsed
	return message === 'request' ? `${method} ${route} ${status} ${ms} ms` : message
}

function parseLine(line: string): (Record<string, unknown> & { message: string }) | null {
	if (!line.startsWith('{')) return null
	try {
		const parsed: unknown = JSON.parse(line)
		const isOurs = typeof parsed === 'object' && parsed !== null && 'message' in parsed
		return isOurs && typeof parsed.message === 'string' ? { ...parsed, message: parsed.message } : null
	} catch {
		return null
	}
}
