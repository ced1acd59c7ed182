import type { AppLoadContext, EntryContext, HandleErrorFunction } from '@remix-run/cloudflare'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { errorLine, writeLog } from './http/write-log.ts'
import { editRemixHtml, handoffScript, jsonForScript } from './remix-html.ts'
import { REFUSED_PREFIX } from './ui/form/form-state.ts'
import { ServerPageProvider, serverPageDefaults } from './ui/server-page.ts'

/**
 * Renders a page in one go: nothing here is worth streaming, and `renderToString` costs half. Remix 2 streams the
 * loaders' data: it is read to its end, and `DataHandoff` prints it.
 */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	remixContext: EntryContext,
	{ cspNonce: nonce, response }: AppLoadContext,
): Promise<Response> {
	const { serverHandoffStream, ...context } = remixContext
	const handoff = handoffScript(await new Response(serverHandoffStream).text())
	const markup = renderToString(
		<ServerPageProvider
			value={{
				...serverPageDefaults,
				nonce,
				handoff,
				structuredData: jsonForScript(response.structuredData),
			}}
		>
			<RemixServer context={context} url={request.url} nonce={nonce} />
		</ServerPageProvider>,
	)
	headers.set('content-type', 'text/html; charset=utf-8')
	// A refused post has its refusal's status; wrong values in an address are refused too. A code that the kiosk accepts
	// answers a post with 200.
	const { actionData, errors } = context.staticHandlerContext
	const isRefusedPost = actionData !== null && status >= 400
	const isRefusal = errors === null && (isRefusedPost || status === 400 || status === 422)
	const page = editRemixHtml(markup, {
		titlePrefix: isRefusal ? REFUSED_PREFIX : '',
		isDevelopment: import.meta.env.DEV,
	})
	// Remix keeps a refused post's status although the page then failed to load.
	const failure = Object.values(errors ?? {}).find((error) => isRouteErrorResponse(error))
	return new Response(`<!DOCTYPE html>${page}`, { status: failure?.status ?? status, headers })
}

/** One line per failure, without query values (W8). */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
	if (request.signal.aborted) return
	writeLog(`request ${context.requestId} failed: ${errorLine(error)}`)
}
