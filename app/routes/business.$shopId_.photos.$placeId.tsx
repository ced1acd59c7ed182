import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { servicesOfShopPath } from '#app/kernel/booking-paths.ts'
import { readId } from '#app/kernel/id.server.ts'
import { photoPath, SHOP_PICTURE } from '#app/kernel/links.ts'
import { ActionBar, ButtonLink } from '#app/ui/button.tsx'
import { PageStyle } from '#app/ui/inline.tsx'
import { Page, type PageHandle, PageHeader, unlistedMeta } from '#app/ui/page.tsx'
import photosCss from '#app/ui/styles/photos.css?inline'

export const handle: PageHandle = { bottomNavigation: 'discover' }

export const meta: MetaFunction<typeof loader> = ({ data }) =>
	unlistedMeta(data ? `Photos of ${data.title}` : 'Photos')

export async function loader({ params, context }: LoaderFunctionArgs) {
	const { shopId = '', placeId = '' } = params
	const hasPlace = readId(shopId) !== null && readId(placeId) !== null && context.photoStore !== null
	const serviceId = placeId === SHOP_PICTURE ? null : placeId
	const photos = hasPlace ? await context.discovery.photos.shownOfPlace(shopId, serviceId) : []
	const [first] = photos
	if (!first) throw new Response(null, { status: 404 })
	return {
		shopId,
		shopName: first.shopName,
		title: first.serviceName ?? first.shopName,
		saveData: context.saveData,
		photos: photos.map(({ id, alt, width, height }) => ({ id, alt, width, height })),
	}
}

/** All photos of a service, or the shop's picture. With data saver they are links. */
export default function PhotosOfPlace() {
	const { shopId, shopName, title, saveData, photos } = useLoaderData<typeof loader>()
	return (
		<Page>
			<PageStyle css={photosCss} />
			<PageHeader
				title={title}
				subtitle={title === shopName ? undefined : shopName}
				back={{ to: `/business/${shopId}`, label: shopName }}
			/>
			<ul className="photos">
				{photos.map(({ id, alt, width, height }, place) => (
					<li key={id}>
						{saveData ? (
							<a href={photoPath(id)} className="link tap">
								{alt}
							</a>
						) : (
							<img
								src={photoPath(id)}
								alt={alt}
								width={width}
								height={height}
								loading={place === 0 ? undefined : 'lazy'}
								decoding="async"
							/>
						)}
						<Link to={`/business/${shopId}/photo-report?photo=${id}`} className="link tap" discover="none">
							Report<span className="sr"> the photo “{alt}”</span>
						</Link>
					</li>
				))}
			</ul>
			<ActionBar>
				<ButtonLink to={servicesOfShopPath(shopId)}>Book Now</ButtonLink>
			</ActionBar>
		</Page>
	)
}
