/** A request as the sandbox's services see it. */
export type OutsideRequest = {
	method: string
	/** The sandbox's own address. */
	origin: string
	path: string
	query: URLSearchParams
	/** Names in lower case. */
	headers: Record<string, string | undefined>
	body: string
	/** The raw body. */
	bytes: Buffer
}

export type OutsideAnswer =
	| { status: number; contentType: string; body: string; headers?: Record<string, string> }
	/** Breaks the connection without an answer. */
	| 'cut'

/** A sandboxed service: its API, and pages for a person. */
export type OutsideService = {
	/** Null for another service's path. */
	answer(request: OutsideRequest): Promise<OutsideAnswer | null>
}

export function jsonAnswer(status: number, value: unknown): OutsideAnswer {
	return { status, contentType: 'application/json', body: JSON.stringify(value) }
}

export function pageAnswer(body: string, status = 200): OutsideAnswer {
	return { status, contentType: 'text/html; charset=utf-8', body }
}
