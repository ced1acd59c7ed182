import type { LoaderFunctionArgs } from '@remix-run/cloudflare'

/** Crawlers skip booking steps and the shops' side. Personal pages say noindex themselves. */
const rules = ['User-agent: *', 'Disallow: /booking', 'Disallow: /kiosk', 'Disallow: /api/']

export function loader({ context }: LoaderFunctionArgs) {
	const { appOrigin } = context.settings
	const lines = [...rules, ...(appOrigin === null ? [] : ['', `Sitemap: ${appOrigin}/sitemap.xml`]), '']
	return new Response(lines.join('\n'), {
		headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
	})
}
