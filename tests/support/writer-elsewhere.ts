import type { BatchWriter } from '#db/request-database.server.ts'

/** Names the address of the writer to a process of a race. */
export const WRITER_URL = 'RACE_WRITER_URL'

/** The writer that another process has; null where this process writes by itself. */
export function writerElsewhere(databaseUrl: string): BatchWriter | null {
	const url = process.env[WRITER_URL]
	if (url === undefined) return null
	return async (write) => {
		const answer = await fetch(url, { method: 'POST', body: JSON.stringify({ databaseUrl, write }) })
		return answer.json()
	}
}
