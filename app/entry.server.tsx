import type { AppLoadContext, EntryContext, HandleErrorFunction } from '@remix-run/cloudflare'
import { RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { errorLine } from '#app/http/error-line.ts'
import { ServerPageProvider, serverPageDefaults } from '#app/ui/server-page.ts'
import { waitingRel, waitingType } from '#app/ui/start-script.tsx'

// The Worker's entry takes these from Remix's build, so that the bundle holds our code once (guide: performance P10).
export { SettingsError } from './env.server.ts'
export { runSweeper } from './flows/run-sweeper.server.ts'
export { getJobContext, getLoadContext } from './load-context.ts'

/**
 * Writes a page in one go. Everything on these pages is needed at once, so there is nothing to stream, and
 * `renderToString` costs half of the streaming renderer. Remix 2 hands the loaders' data over as a stream: it is read to
 * its end first, and `DataHandoff` prints it.
 */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	remixContext: EntryContext,
	{ cspNonce: nonce }: AppLoadContext,
): Promise<Response> {
	const { serverHandoffStream, ...context } = remixContext
	const handoff = handoffScript(await new Response(serverHandoffStream).text())
	const markup = renderToString(
		<ServerPageProvider value={{ ...serverPageDefaults, nonce, handoff }}>
			<RemixServer context={context} url={request.url} nonce={nonce} />
		</ServerPageProvider>,
	)
	headers.set('content-type', 'text/html; charset=utf-8')
	// The style is most of a page, and nothing in it is to be changed.
	const bodyAt = markup.indexOf('</style>')
	const page = `<!DOCTYPE html>${markup.slice(0, bodyAt)}${lean(waiting(markup.slice(bodyAt)))}`
	return new Response(page, { status, headers })
}

/** The two calls that Remix's own `StreamTransfer` prints, in one script. */
function handoffScript(data: string): string {
	const controller = 'window.__remixContext.streamController'
	return `${controller}.enqueue('${escapeForScript(data)}');${controller}.close();`
}

const scriptEscapes: Record<string, string> = {
	'\\': '\\\\',
	"'": "\\'",
	'\n': '\\n',
	'\r': '\\r',
	'&': '\\u0026',
	'>': '\\u003e',
	'<': '\\u003c',
	'\u2028': '\\u2028',
	'\u2029': '\\u2029',
}

/**
 * For a text between single quotes, which the JSON in it is full of double ones of. No text of a customer can end the
 * string or the script that carries it.
 */
function escapeForScript(text: string): string {
	return text.replace(/[\\'\n\r&><\u2028\u2029]/g, (letter) => scriptEscapes[letter] ?? letter)
}

/** Remix's scripts wait for `StartScript`. React tolerates the changed attributes (not removed elements). */
function waiting(markup: string): string {
	// Under the development server the scripts start at once: React's development build would warn.
	if (import.meta.env.DEV) return markup
	return markup
		.replaceAll('<link rel="modulepreload"', `<link rel="${waitingRel}"`)
		.replace(/ type="module" async="">([^<]*)/, (_, source: string) => {
			return ` type="${waitingType}" async="">${compactManifest(source)}`
		})
}

/**
 * What Remix prints for a page that starts its scripts at once, and that ours does without: a script that scrolls before
 * React runs (until then the browser itself goes back to where a page was), and flags that only the build reads.
 */
function lean(markup: string): string {
	return markup
		.replace(/(<script nonce="[^"]*">)\(\(\w,\w\)=>\{if\(!window\.history\.state.*?<\/script>/, '$1</script>')
		.replace(
			/"basename":"\/",|"v3_throwAbortReason":true,|"v3_routeConfig":true,|,"unstable_optimizeDeps":false|,"isSpaMode":false/g,
			'',
		)
}

/** Remix prints its manifest indented and with all that is not there: nobody reads the one or misses the other. */
function compactManifest(source: string): string {
	return source
		.replace(/\n +/g, '')
		.replace(/"has\w+": false,|,"css": \[\]/g, '')
		.replaceAll('": ', '":')
}

/** One line per failure: which request, what kind. Never the values of a query (guide: reliability rule 8). */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
	if (request.signal.aborted) return
	console.error(`request ${context.requestId} failed: ${errorLine(error)}`)
}
