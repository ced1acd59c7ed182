import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { noSuchPart, siteMapAnswer, siteMapIndex } from '#app/http/site-map.ts'

/** The sitemap's index. Without `APP_ORIGIN` there is none: its addresses are absolute. */
export async function loader({ context }: LoaderFunctionArgs) {
	const { appOrigin } = context.settings
	if (appOrigin === null) return noSuchPart()
	return siteMapAnswer(siteMapIndex(appOrigin, await context.discovery.publicAddresses.shopPartCount()))
}
