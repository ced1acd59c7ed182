import { waitingRel, waitingType } from './ui/page-scripts.tsx'

/** Both calls of Remix's own `StreamTransfer`, in one script. */
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

/** For single quotes, because JSON is full of double ones. No customer's text can end the string or its script. */
function escapeForScript(text: string): string {
	return text.replace(/[\\'\n\r&><\u2028\u2029]/g, (letter) => scriptEscapes[letter] ?? letter)
}

/** No text in it can end the script; '' for null. */
export function jsonForScript(data: object | null): string {
	return data === null ? '' : JSON.stringify(data).replaceAll('<', '\\u003c')
}

/**
 * All changes to Remix's HTML: its scripts wait for `StartScript`, and what our pages do not need is removed. In
 * development scripts start at once: React's development build would warn.
 */
export function editRemixHtml(
	markup: string,
	{ isDevelopment, titlePrefix = '' }: { isDevelopment: boolean; titlePrefix?: string },
): string {
	// The inline style is most of a page and stays unchanged: only the rest is searched.
	const bodyAt = markup.indexOf('</style>')
	const head = markup.slice(0, bodyAt).replace('<title>', `<title>${titlePrefix}`)
	const rest = markup.slice(bodyAt)
	return head + trimHtml(isDevelopment ? rest : deferScripts(rest))
}

/** `StartScript` starts them later. React tolerates changed attributes, not removed elements. */
function deferScripts(markup: string): string {
	return markup
		.replaceAll('<link rel="modulepreload"', `<link rel="${waitingRel}"`)
		.replace(/ type="module" async="">([^<]*)/, (_, source: string) => {
			return ` type="${waitingType}" async="">${compactManifest(source)}`
		})
}

/**
 * Removes the script that restores the scroll position, as browsers do it until React runs, and future flags that only
 * the build reads.
 */
function trimHtml(markup: string): string {
	return markup
		.replace(/(<script nonce="[^"]*">)\(\(\w,\w\)=>\{if\(!window\.history\.state.*?<\/script>/, '$1</script>')
		.replace(
			/"basename":"\/",|"v3_throwAbortReason":true,|"v3_routeConfig":true,|,"unstable_optimizeDeps":false|,"isSpaMode":false/g,
			'',
		)
}

/** Removes indentation, and entries that only say that something is absent. */
function compactManifest(source: string): string {
	return source
		.replace(/\n +/g, '')
		.replace(/"has\w+": false,|,"css": \[\]/g, '')
		.replaceAll('": ', '":')
}
