import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ServerPageProvider } from '#app/ui/server-page.ts'
import { StartScript } from '#app/ui/start-script.tsx'

function markup(): string {
	return renderToStaticMarkup(
		<ServerPageProvider value={{ nonce: 'n0nce', handoff: '', css: '' }}>
			<StartScript />
		</ServerPageProvider>,
	)
}

describe('The script that starts the app', () => {
	it('is at most 2 KB, the only script of ours before the page is at rest', () => {
		expect(markup().length).toBeLessThan(2_048)
	})

	it('carries the nonce of its page, and is valid script', () => {
		expect(markup()).toContain('nonce="n0nce"')
		const text = markup().replace(/^<script[^>]*>|<\/script>$/g, '')
		expect(() => new Function(text)).not.toThrow()
	})
})
