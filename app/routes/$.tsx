import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { writeInfo } from '#app/http/write-log.ts'

/** Every address that no route serves. The attempted path is logged (C15); its query may be personal. */
export function loader({ request, context }: LoaderFunctionArgs) {
	const { pathname } = new URL(request.url)
	writeInfo(`request ${context.requestId} not found: ${pathname.slice(0, 200)}`)
	throw new Response(null, { status: 404 })
}

/** Never drawn: the loader throws, and the root's error page answers. Without it Remix would send bare text. */
export default function NotFound() {
	return null
}
