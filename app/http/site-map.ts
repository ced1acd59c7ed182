import { discoverCategories } from '#app/kernel/vocabulary/discovery.ts'

const pages = ['/', '/discover', '/plans', '/privacy', '/terms', '/for-shops']

/** The site map (sitemaps.org) in parts: the pages, and shops by thousands. */
export function siteMapIndex(origin: string, shopParts: number): string {
	const parts = ['pages', ...Array.from({ length: shopParts }, (_, index) => `shops-${index + 1}`)]
	return document(
		'sitemapindex',
		parts.map((part) => `<sitemap><loc>${origin}/sitemaps/${part}.xml</loc></sitemap>`),
	)
}

/** Pages, and Discover by category. */
export function pagesPart(origin: string): string {
	return addresses(origin, [...pages, ...discoverCategories.map(({ id }) => `/discover?category=${id}`)])
}

export function shopsPart(origin: string, shopIds: readonly string[]): string {
	return addresses(
		origin,
		shopIds.map((id) => `/business/${id}`),
	)
}

/** No dates: nothing knows when a page last changed. Paths and ids need no escape. */
function addresses(origin: string, paths: readonly string[]): string {
	return document(
		'urlset',
		paths.map((path) => `<url><loc>${origin}${path}</loc></url>`),
	)
}

function document(root: string, lines: readonly string[]): string {
	return [
		'<?xml version="1.0" encoding="UTF-8"?>',
		`<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
		...lines,
		`</${root}>`,
		'',
	].join('\n')
}

/** An hour old is new enough for a crawler. */
export function siteMapAnswer(xml: string): Response {
	return new Response(xml, {
		headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
	})
}

export function noSuchPart(): Response {
	return new Response('There is nothing at this address.', { status: 404 })
}
