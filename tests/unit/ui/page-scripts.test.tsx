import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { HistoryGuard, StartScript } from '#app/ui/page-scripts.tsx'
import { ServerPageProvider } from '#app/ui/server-page.ts'

function markupOf(script: ReactElement): string {
	return renderToStaticMarkup(
		<ServerPageProvider value={{ nonce: 'n0nce', handoff: '', structuredData: '', css: '' }}>
			{script}
		</ServerPageProvider>,
	)
}

const scripts = { HistoryGuard: markupOf(<HistoryGuard />), StartScript: markupOf(<StartScript />) }

describe('The scripts that run before the app', () => {
	it('are at most 2 KB together, all of ours before the page is at rest', () => {
		expect(Object.values(scripts).join('').length).toBeLessThan(2_048)
	})

	it.each(Object.entries(scripts))('carry the nonce of their page, and are valid: %s', (_, markup) => {
		expect(markup).toContain('nonce="n0nce"')
		const text = markup.replace(/^<script[^>]*>|<\/script>$/g, '')
		expect(() => new Function(text)).not.toThrow()
	})
})
