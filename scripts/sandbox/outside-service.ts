/** A request as the sandbox's services see it. */
export type OutsideRequest = {
	method: string
	/** Where the sandbox itself listens. */
	origin: string
	path: string
	query: URLSearchParams
	/** Names in lower case. */
	headers: Record<string, string | undefined>
	body: string
	/** The body as it came. */
	bytes: Buffer
}

export type OutsideAnswer =
	| { status: number; contentType: string; body: string; headers?: Record<string, string> }
	/** The line breaks before an answer. */
	| 'cut'

/** One outside service that the sandbox speaks for: its API, and pages for a person. */
export type OutsideService = {
	/** Null for a path that is not its own. */
	answer(request: OutsideRequest): Promise<OutsideAnswer | null>
}

export function jsonAnswer(status: number, value: unknown): OutsideAnswer {
	return { status, contentType: 'application/json', body: JSON.stringify(value) }
}

export function pageAnswer(body: string, status = 200): OutsideAnswer {
	return { status, contentType: 'text/html; charset=utf-8', body }
}
