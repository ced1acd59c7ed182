import type { AppLoadContext, EntryContext } from '@remix-run/cloudflare'
import { RemixServer } from '@remix-run/react'
import { renderToReadableStream } from 'react-dom/server'

const ABORT_DELAY_MS = 5_000

export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	remixContext: EntryContext,
	_context: AppLoadContext,
) {
	const controller = new AbortController()
	const timer = setTimeout(() => controller.abort(), ABORT_DELAY_MS)
	const body = await renderToReadableStream(
		<RemixServer context={remixContext} url={request.url} abortDelay={ABORT_DELAY_MS} />,
		{ signal: controller.signal },
	)
	body.allReady.then(() => clearTimeout(timer))
	headers.set('Content-Type', 'text/html')
	return new Response(body, { headers, status })
}
