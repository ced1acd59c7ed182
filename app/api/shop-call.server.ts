import type { AppLoadContext } from '@remix-run/cloudflare'
import type * as z from 'zod'
import type { AccessKey } from '#app/domain/shops/access-key.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Outcome } from '#app/kernel/outcome.ts'
import type { ShopCaller, ShopScope } from '#app/kernel/vocabulary/shops.ts'
import type { Alongside } from '#app/kernel/write-batch.server.ts'
import {
	type AnswerRules,
	answerOutcome,
	type CallRequest,
	type DoneAct,
	recordAct,
} from './answer-outcome.server.ts'
import { frameProblem, type RefusedCall } from './api-problem.server.ts'
import { readValues } from './read-values.server.ts'

/** The names in braces of a path. */
type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? { [Key in Name | keyof ParamsOf<Rest>]: string }
	: Record<never, string>

/** A request with valid key, address and values. */
export type Called<Params, Query, Body> = {
	params: Params
	query: Query
	body: Body
	key: AccessKey
	/** For `callingShopId` in the WHERE of reads. */
	caller: ShopCaller
	shopId: string
	now: Instant
	context: AppLoadContext
	/** A change's act id, equal for every repeat. A created row may use it as its id. */
	actId: string
	/** Records the act. A promise of it resolves in the trip of the flow's reads. */
	actOf: (act: DoneAct | Promise<DoneAct>) => Alongside
}

/** A call of the shop's API: its documentation and its handler. */
export type ShopCall = AnswerRules & {
	scope: ShopScope
	/** A line of the API's document. */
	summary: string
	query?: z.ZodType
	body?: z.ZodType
	answer: z.ZodType
	/** The possible refusals, for the document; default: all. */
	given?: readonly string[]
	respond: (request: CallRequest) => Promise<Response>
}

/** Types `handle` by the call's own path and schemas. */
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
				// The matched path has these names.
				params: request.params as ParamsOf<Path>,
				key,
				caller,
				shopId: key.shop.id,
				now,
				context,
				actId: actId ?? '',
				actOf: (act) => recordAct(request, act),
			}),
		)
	}
	return { ...call, respond }
}
