import type * as z from 'zod'
import { limitedBody } from '#app/http/limited-body.server.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { FrameProblem, WrongValue } from './api-problem.server.ts'

/** Many times the body of any call. */
const MAX_BODY_BYTES = 64 * 1024

/** '' for no body. Refuses a body that is too long, of another type, or incomplete. */
export async function readBody(request: Request): Promise<Outcome<string, FrameProblem>> {
	const body = await limitedBody(request, MAX_BODY_BYTES)
	if (body === null) return refused('body_too_large')
	if (body.byteLength === 0) return accepted('')
	const [type = ''] = (request.headers.get('content-type') ?? '').split(';')
	if (type.trim().toLowerCase() !== 'application/json') return refused('not_json')
	try {
		return accepted(new TextDecoder('utf-8', { fatal: true }).decode(body))
	} catch {
		return refused('malformed_json')
	}
}

type WrongRequest = { code: 'malformed_json' } | { code: 'invalid_request'; more: { errors: WrongValue[] } }

/** A request's values through its call's schemas; the refusal names each wrong one. */
export function readValues<Query extends z.ZodType, Body extends z.ZodType>(
	schemas: { query?: Query | undefined; body?: Body | undefined },
	{ search, text }: { search: URLSearchParams; text: string },
): Outcome<{ query: z.output<Query>; body: z.output<Body> }, WrongRequest> {
	let sent: unknown
	try {
		sent = text === '' ? {} : JSON.parse(text, withoutObjectLengths)
	} catch {
		return refused({ code: 'malformed_json' })
	}
	const query = read(schemas.query, Object.fromEntries(search))
	const body = read(schemas.body, sent)
	if (query.success && body.success) return accepted({ query: query.data, body: body.data })
	const errors: WrongValue[] = [
		...(query.error?.issues ?? []).flatMap((issue) =>
			// Unknown names stand in `keys`, at the root path.
			(issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]).map((parameter) => ({
				parameter,
				detail: issue.message,
			})),
		),
		...(body.error?.issues ?? []).map(({ path, message }) => ({
			pointer: jsonPointer(path),
			detail: message,
		})),
	]
	return refused({ code: 'invalid_request', more: { errors } })
}

/** A call without a schema has type `z.ZodUndefined`: the sent value is not read. */
function read<Schema extends z.ZodType>(
	schema: Schema | undefined,
	sent: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
	return schema ? schema.safeParse(sent) : { success: true, data: undefined as z.output<Schema> }
}

/**
 * zod compares the `length` of any value where a text should be, and throws where it is no number. Null is refused like
 * any wrong value (S6).
 */
function withoutObjectLengths(name: string, value: unknown): unknown {
	return name === 'length' && typeof value === 'object' ? null : value
}

/** '#/add_ons/0/name' (RFC 6901). */
function jsonPointer(path: readonly PropertyKey[]): string {
	return ['#', ...path.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/')
}
