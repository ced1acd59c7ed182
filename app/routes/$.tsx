import type { LoaderFunctionArgs } from '@remix-run/cloudflare'

/** Every address that no route serves. The attempted path is logged (spec 1 §2); its query may be personal. */
export function loader({ request, context }: LoaderFunctionArgs) {
	const { pathname } = new URL(request.url)
	console.info(`request ${context.requestId} not found: ${pathname.slice(0, 200)}`)
	throw new Response(null, { status: 404 })
}

/** Never drawn: the loader throws, and the root's error page answers. Without it Remix would send bare text. */
export default function NotFound() {
	return null
}
