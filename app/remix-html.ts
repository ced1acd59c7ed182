import { waitingRel, waitingType } from './ui/page-scripts.tsx'

/** The two calls that Remix's own `StreamTransfer` prints, in one script. */
export function handoffScript(data: string): string {
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
 * Escapes a text for single quotes, because the JSON in it is full of double ones. No text of a customer can end the
 * string or the script that carries it.
 */
function escapeForScript(text: string): string {
	return text.replace(/[\\'\n\r&><\u2028\u2029]/g, (letter) => scriptEscapes[letter] ?? letter)
}

/** JSON that no text in it can end the script of; empty for null. */
export function jsonForScript(data: object | null): string {
	return data === null ? '' : JSON.stringify(data).replaceAll('<', '\\u003c')
}

/**
 * The HTML of a page as we send it. All that is changed in Remix's own output is changed here: its scripts wait for
 * `StartScript`, and what our pages do not need is left out. The development server's scripts start at once: React's
 * development build would warn.
 */
export function editRemixHtml(
	markup: string,
	{ isDevelopment, titlePrefix = '' }: { isDevelopment: boolean; titlePrefix?: string },
): string {
	// The inline style is most of a page, and nothing in it is changed: only what follows it is searched.
	const bodyAt = markup.indexOf('</style>')
	const head = markup.slice(0, bodyAt).replace('<title>', `<title>${titlePrefix}`)
	const rest = markup.slice(bodyAt)
	return head + trimHtml(isDevelopment ? rest : deferScripts(rest))
}

/**
 * Changes Remix's script tags so that `StartScript` starts them later. React tolerates changed attributes, not
 * removed elements.
 */
function deferScripts(markup: string): string {
	return markup
		.replaceAll('<link rel="modulepreload"', `<link rel="${waitingRel}"`)
		.replace(/ type="module" async="">([^<]*)/, (_, source: string) => {
			return ` type="${waitingType}" async="">${compactManifest(source)}`
		})
}

/**
 * Removes two things that Remix prints and our pages do not need. One is a script that restores the scroll position
 * before React runs: until then the browser does that itself. The other are future flags that only the build reads.
 */
function trimHtml(markup: string): string {
	return markup
		.replace(/(<script nonce="[^"]*">)\(\(\w,\w\)=>\{if\(!window\.history\.state.*?<\/script>/, '$1</script>')
		.replace(
			/"basename":"\/",|"v3_throwAbortReason":true,|"v3_routeConfig":true,|,"unstable_optimizeDeps":false|,"isSpaMode":false/g,
			'',
		)
}

/** Removes indentation from Remix's manifest, and entries that say that a route lacks something: absence says it. */
function compactManifest(source: string): string {
	return source
		.replace(/\n +/g, '')
		.replace(/"has\w+": false,|,"css": \[\]/g, '')
		.replaceAll('": ', '":')
}
