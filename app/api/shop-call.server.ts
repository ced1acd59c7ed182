import type { AppLoadContext } from '@remix-run/cloudflare'
import type * as z from 'zod'
import type { AccessKey, ShopCaller } from '#app/domain/shops/access-key.ts'
import type { ShopAct } from '#app/domain/shops/shop-act-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Outcome } from '#app/kernel/outcome.ts'
import type { ShopScope } from '#app/kernel/vocabulary/shops.ts'
import type { Alongside } from '#app/kernel/write-batch.server.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The names in braces of a path, each a text shaped like an id. */
type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? { [Key in Name | keyof ParamsOf<Rest>]: string }
	: Record<never, string>

/** A refusal as a program reads it; its status is the one that the call declares for its code. */
export type RefusedCall = {
	code: string
	/** For whoever reads the program's log. */
	text: string
	/** More members of the problem, such as the appointments that are in the way. */
	more?: Record<string, unknown>
	retryAfterSeconds?: number
}

/** What a change is, for the list of what the shop's side did. */
export type DoneAct = Pick<ShopAct, 'kind' | 'subjectId' | 'summary'>

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
	/**
	 * What writes this act of the call down, for its flow. A promise lets the act be read in the trip of the flow's
	 * reads.
	 */
	actOf: (act: DoneAct | Promise<DoneAct>) => Alongside
}

/** A call of the shop's API, without the types of its values. */
export type ShopCall = {
	method: Method
	/** '/services/{serviceId}', under '/api/v1'. */
	path: string
	scope: ShopScope
	/** One line of the document. */
	summary: string
	query?: z.ZodType
	body?: z.ZodType
	/** The answer when it is done: 201 with `isCreated`, else 200. With 'text/csv' it is a text. */
	answer: z.ZodType
	isCreated?: true
	contentType?: 'text/csv'
	/** Every code that its flow may refuse with, and the status of each. Those of the frame are declared for all. */
	refusals: Readonly<Record<string, 400 | 404 | 409 | 422 | 429>>
	/** Those of them that this call can give, for its document; all of them where it is missing. */
	given?: readonly string[]
	handle: (called: Called<never, never, never>) => Promise<Outcome<unknown, RefusedCall>>
}

/** A call with its values typed by its own path and schemas. */
export function shopCall<
	const Path extends string,
	Answer extends z.ZodType,
	Query extends z.ZodType = z.ZodUndefined,
	Body extends z.ZodType = z.ZodUndefined,
>(
	call: Omit<ShopCall, 'path' | 'query' | 'body' | 'answer' | 'handle'> & {
		path: Path
		query?: Query
		body?: Body
		answer: Answer
		handle: (
			called: Called<ParamsOf<Path>, z.output<Query>, z.output<Body>>,
		) => Promise<Outcome<z.input<Answer>, RefusedCall>>
	},
): ShopCall {
	return call
}
