/** Null for routine lines (requests, the cron's work), unless `showsAll`. */
export function shortLogLine(line: string, { showsAll }: { showsAll: boolean }): string | null {
	const parsed = parseLine(line)
	if (parsed === null) return line
	const { message, method, status, route, ms } = parsed
	if (message === 'request')
		return showsAll || Number(status) >= 500 ? `${method} ${route} ${status} ${ms} ms` : null
	return showsAll || !message.startsWith('sweeper: ') ? message : null
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
