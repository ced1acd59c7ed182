/** Refusals of every call, listed in the OpenAPI document too. */
export const frameProblems = {
	not_found: [404, 'There is nothing at this address.'],
	method_not_allowed: [405, 'This address does not accept this method.'],
	key_missing: [401, 'Send the shop’s key: Authorization: Bearer wakati_…'],
	key_not_known: [401, 'This key is not valid, or was ended.'],
	scope_missing: [403, 'This key does not have the scope for this call.'],
	too_many_requests: [429, 'Too many requests. Wait for the number of seconds in Retry-After.'],
	idempotency_key_missing: [
		400,
		'Send an Idempotency-Key of 8 to 64 letters, digits, hyphens or underscores with each change.',
	],
	idempotency_key_reused: [422, 'This Idempotency-Key was already used for a different request.'],
	answer_not_known: [
		409,
		'This was done, but its answer is not available. Try again in a moment, or read the current state.',
	],
	not_json: [415, 'Send the body as application/json.'],
	body_too_large: [413, 'The body is too large.'],
	malformed_json: [400, 'The body is not valid JSON.'],
	invalid_request: [400, 'Some values are missing or invalid. See errors.'],
	busy: [503, 'We are busy right now. Nothing was changed. Send the same request again in a moment.'],
	not_saved: [
		503,
		'We cannot tell whether this was saved. Send the same request again with the same Idempotency-Key.',
	],
	failed: [500, 'Something went wrong on our side.'],
} as const satisfies Record<string, readonly [status: number, text: string]>
export type FrameProblem = keyof typeof frameProblems

/** A wrong value's place: a JSON pointer into the body, or a query parameter. */
export type WrongValue = { pointer: string; detail: string } | { parameter: string; detail: string }

/** The call declares the status of each code. */
export type RefusedCall = {
	code: string
	/** For people who read the program's log. */
	text: string
	/** More members of the problem, such as conflicting appointments. */
	more?: Record<string, unknown>
	retryAfterSeconds?: number
}

/** An RFC 9457 answer. Programs compare the code; the rest is for people. */
export function problemAnswer(
	status: number,
	{ code, text, more, retryAfterSeconds }: RefusedCall,
	headers: HeadersInit = {},
): Response {
	const answer = Response.json(
		{
			type: `urn:wakati:problem:${code}`,
			title: code.replaceAll('_', ' '),
			status,
			detail: text,
			code,
			...more,
		},
		{ status, headers },
	)
	answer.headers.set('content-type', 'application/problem+json')
	if (retryAfterSeconds !== undefined) answer.headers.set('retry-after', String(retryAfterSeconds))
	return answer
}

export function frameProblem(
	code: FrameProblem,
	more: Partial<RefusedCall> = {},
	headers: HeadersInit = {},
): Response {
	const [status, text] = frameProblems[code]
	return problemAnswer(status, { text, ...more, code }, headers)
}
