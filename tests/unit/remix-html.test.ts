import { describe, expect, test } from 'vitest'
import { editRemixHtml, handoffScript } from '#app/remix-html.ts'

/** The parts of Remix's output that are changed, as 2.17.5 prints them. */
const page = [
	'<html><head><style nonce="n">a{}/* <link rel="modulepreload" */</style></head><body><main>Adé</main>',
	'<script nonce="n">((e,t)=>{if(!window.history.state||!window.history.state.key){let n=1}})("positions", null)</script>',
	'<link rel="modulepreload" href="/assets/entry.js"/>',
	'<script nonce="n">window.__remixContext = {"basename":"/","future":{"v3_fetcherPersist":true,"v3_throwAbortReason":true,"v3_routeConfig":true,"v3_singleFetch":true,"unstable_optimizeDeps":false},"isSpaMode":false};</script>',
	'<script nonce="n" type="module" async="">window.__remixManifest = {\n  "routes": {\n    "root": {\n      "id": "root",\n      "hasAction": false,\n      "hasLoader": true,\n      "css": []\n    }\n  }\n};import "/assets/entry.js";</script></body></html>',
].join('')
const edited = editRemixHtml(page, { isDevelopment: false })

describe('The HTML that Remix prints', () => {
	test('has scripts that wait until our own one starts them', () => {
		expect(edited).toContain('<link rel="waiting" href="/assets/entry.js"/>')
		expect(edited).toContain('<script nonce="n" type="text/waiting" async="">window.__remixManifest')
		expect(edited).not.toContain('type="module"')
	})

	test('loses the script that restores the scroll position, but not its element, which React looks for', () => {
		expect(edited).not.toContain('window.history.state')
		expect(edited).toContain('<script nonce="n"></script>')
	})

	test('loses what only the build reads, and keeps what the browser does', () => {
		expect(edited).toContain(
			'window.__remixContext = {"future":{"v3_fetcherPersist":true,"v3_singleFetch":true}}',
		)
		expect(edited).toContain('window.__remixManifest = {"routes":{"root":{"id":"root","hasLoader":true}}')
	})

	test('keeps its style and its words', () => {
		expect(edited.startsWith(page.slice(0, page.indexOf('</style>')))).toBe(true)
		expect(edited).toContain('<main>Adé</main>')
	})

	test('may say before its title that something was refused', () => {
		const titled = page.replace('<head>', '<head><title>Sign In</title>')
		expect(editRemixHtml(titled, { isDevelopment: false, titlePrefix: 'Error: ' })).toContain(
			'<title>Error: Sign In</title>',
		)
	})

	test('starts its scripts at once under the development server', () => {
		expect(editRemixHtml(page, { isDevelopment: true })).toContain(
			'type="module" async="">window.__remixManifest = {\n',
		)
	})
})

test('what a customer wrote never ends the string or the script that carries it', () => {
	const typed = `"</script><script>alert('1')</script>\\'\n\r\u2028\u2029&amp;`
	const script = handoffScript(JSON.stringify(typed))
	expect(script).not.toMatch(/[<>&\n\r\u2028\u2029]/)
	const enqueued: string[] = []
	const window = {
		__remixContext: { streamController: { enqueue: (text: string) => enqueued.push(text), close: () => {} } },
	}
	new Function('window', script)(window)
	expect(JSON.parse(enqueued.join(''))).toBe(typed)
})
