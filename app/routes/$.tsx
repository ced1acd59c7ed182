import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { writeInfo } from '#app/http/write-log.ts'

/** The attempted path is logged (C15), without its query, which may be personal. */
export function loader({ request, context }: LoaderFunctionArgs) {
	const { pathname } = new URL(request.url)
	writeInfo(`request ${context.requestId} not found: ${pathname.slice(0, 200)}`)
	throw new Response(null, { status: 404 })
}

/** Never rendered: the loader throws. Without a component Remix would send bare text. */
export default function NotFound() {
	return null
}
