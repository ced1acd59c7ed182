import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { answerCall } from './answer-call.server.ts'

/** The shop's API: each call of `shop-calls.server.ts`, and problems for all else. */
export function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
	return answerCall(request, `/${params['*'] ?? ''}`, context)
}

/** Changes come as actions. */
export function action(asked: LoaderFunctionArgs): Promise<Response> {
	return loader(asked)
}
