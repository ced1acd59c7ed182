import type { AppLoadContext } from '@remix-run/cloudflare'
import type * as z from 'zod'
import type { AccessKey } from '#app/domain/shops/access-key.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Outcome } from '#app/kernel/outcome.ts'
import type { ShopCaller, ShopScope } from '#app/kernel/vocabulary/shops.ts'
import type { Alongside } from '#app/kernel/write-batch.server.ts'
import {
	type AnswerRules,
	alongsideOf,
	answerOutcome,
	type CallRequest,
	type DoneAct,
} from './answer-outcome.server.ts'
import { frameProblem, type RefusedCall } from './api-problem.server.ts'
import { readValues } from './read-values.server.ts'

/** The names in braces of a path, each a text shaped like an id. */
type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? { [Key in Name | keyof ParamsOf<Rest>]: string }
	: Record<never, string>

/** A request whose key, address and values are in order. */
export type Called<Params, Query, Body> = {
	params: Params
	query: Query
	body: Body
	key: AccessKey
	/** Stands in the WHERE of reads, as `callingShopId`. */
	caller: ShopCaller
	shopId: string
	now: Instant
	context: AppLoadContext
	/** Of a change: the id of its act, equal for every repeat. A row that the call makes may take it for its own id. */
	actId: string
	/** What writes this act of the call down. A promise lets the act be read in the trip of the flow's reads. */
	actOf: (act: DoneAct | Promise<DoneAct>) => Alongside
}

/** A call of the shop's API: what its document says, and how a request is answered. */
export type ShopCall = AnswerRules & {
	scope: ShopScope
	/** One line of the document. */
	summary: string
	query?: z.ZodType
	body?: z.ZodType
	answer: z.ZodType
	/** Those of its refusals that this call can give, for its document; all of them where it is missing. */
	given?: readonly string[]
	respond: (request: CallRequest) => Promise<Response>
}

/** Makes a call: its values have the types of its own path and schemas, and no type of theirs leaves it. */
export function shopCall<
	const Path extends string,
	Answer extends z.ZodType,
	Query extends z.ZodType = z.ZodUndefined,
	Body extends z.ZodType = z.ZodUndefined,
>({
	handle,
	...call
}: Omit<ShopCall, 'path' | 'query' | 'body' | 'answer' | 'respond'> & {
	path: Path
	query?: Query
	body?: Body
	answer: Answer
	handle: (
		called: Called<ParamsOf<Path>, z.output<Query>, z.output<Body>>,
	) => Promise<Outcome<z.input<Answer>, RefusedCall>>
}): ShopCall {
	async function respond(request: CallRequest): Promise<Response> {
		const { authorized, now, context } = request
		const values = readValues<Query, Body>(call, request)
		if (!values.ok) return frameProblem(values.refusal.code, values.refusal, authorized.headers)
		const { key, caller, actId } = authorized
		return answerOutcome(call, request, () =>
			handle({
				...values.value,
				// Found by this very path, which names them.
				params: request.params as ParamsOf<Path>,
				key,
				caller,
				shopId: key.shop.id,
				now,
				context,
				actId: actId ?? '',
				actOf: (act) => alongsideOf(request, act),
			}),
		)
	}
	return { ...call, respond }
}
