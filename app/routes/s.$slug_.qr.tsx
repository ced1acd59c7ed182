import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { shopOfSlug } from '#app/http/shop-of-slug.server.ts'
import { qrCode } from '#app/kernel/qr-code.server.ts'
import { QrCode } from '#app/ui/account/qr-code.tsx'
import { Brand } from '#app/ui/brand.tsx'
import { PageStyle, PrintStyle } from '#app/ui/inline.tsx'
import { Page, type PageHandle, PageHeader, pageTitle } from '#app/ui/page.tsx'
import posterCss from '#app/ui/styles/poster.css?inline'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: pageTitle(data ? `${data.name}: QR code` : 'QR code') },
]

/** Without `APP_ORIGIN` no code is drawn: a printed code must stay valid. */
export async function loader({ params, context }: LoaderFunctionArgs) {
	const shop = await shopOfSlug(context, params.slug)
	const { appOrigin } = context.settings
	if (appOrigin === null) throw new Response(null, { status: 404 })
	const address = `${appOrigin}/s/${shop.slug}`
	return {
		id: shop.id,
		name: shop.name,
		place: `${shop.area}, ${shop.city}`,
		/** As people type it. */
		address: address.replace(/^https?:\/\//, ''),
		code: await qrCode(address),
	}
}

/** On one sheet of A4. */
export default function ShopPoster() {
	const { id, name, place, address, code } = useLoaderData<typeof loader>()
	return (
		<Page>
			<PageStyle css={posterCss} />
			<PrintStyle />
			<PageHeader title="Your QR code" back={{ to: `/business/${id}`, label: 'Your page' }} />
			<p className="soft mb-4 screen-only">
				Print it and put it where customers can see it. To print, use your browser’s menu.
			</p>
			<article className="poster">
				<h2>{name}</h2>
				<p>{place}</p>
				<QrCode {...code} label={`QR code for ${address}`} />
				<p className="call">Scan to book</p>
				<p>
					<b>{address}</b>
				</p>
				<Brand />
			</article>
		</Page>
	)
}
