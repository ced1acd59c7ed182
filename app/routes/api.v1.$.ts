import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { answerCall } from '#app/api/answer-call.server.ts'

/** The shop's API: `shop-calls.server.ts` lists its calls, and all else is answered with a problem. */
export function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
	return answerCall(request, `/${params['*'] ?? ''}`, context)
}

/** Changes come as actions. */
export function action(args: LoaderFunctionArgs): Promise<Response> {
	return loader(args)
}
