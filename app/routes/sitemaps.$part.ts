import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { noSuchPart, pagesPart, shopsPart, siteMapAnswer } from '#app/http/site-map.ts'

/** One part: 'pages.xml', 'shops-1.xml'. */
export async function loader({ params: { part = '' }, context }: LoaderFunctionArgs) {
	const { appOrigin } = context.settings
	if (appOrigin === null) return noSuchPart()
	if (part === 'pages.xml') return siteMapAnswer(pagesPart(appOrigin))
	const number = /^shops-([1-9]\d{0,5})\.xml$/.exec(part)?.[1]
	const ids = number ? await context.discovery.publicAddresses.shopIdsOfPart(Number(number)) : []
	return ids.length === 0 ? noSuchPart() : siteMapAnswer(shopsPart(appOrigin, ids))
}
