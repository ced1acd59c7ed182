import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { readTheme } from '#app/http/unsigned-cookies.ts'
import { offlinePage } from '#app/ui/offline/offline-pages.server.tsx'

/** The service worker's first copy: the page for an address that cannot be fetched. */
export function loader({ request, context }: LoaderFunctionArgs) {
	const page = offlinePage({ theme: readTheme(request), nonce: context.cspNonce })
	return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
