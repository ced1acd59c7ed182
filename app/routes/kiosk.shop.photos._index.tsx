import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { photoLimits } from '#app/domain/discovery/photo-fields.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { SHOP_PICTURE } from '#app/kernel/links.ts'
import { Card } from '#app/ui/card.tsx'
import { OwnerPage } from '#app/ui/kiosk/owner-page.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load your photos' }

export const meta = unlisted('Photos')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const { catalogue, photos } = context.discovery
	const [{ shop }, services, own] = await Promise.all([
		owner.opened(),
		catalogue.ownServices.all(owner.caller),
		photos.own.all(owner.caller),
	])
	const countPhotos = (serviceId: string | null) =>
		own.filter((photo) => photo.serviceId === serviceId).length
	return owner.pageData({
		shopName: shop.name,
		isOn: context.photoStore !== null,
		hasPicture: countPhotos(null) > 0,
		services: services.map(({ id, name }) => ({ id, name, photos: countPhotos(id) })),
	})
}

export default function OwnerPhotos() {
	const { shopName, isOn, hasPicture, services } = useLoaderData<typeof loader>()
	return (
		<OwnerPage title="Photos" subtitle={shopName}>
			{!isOn && <PhotosAreOff />}
			<Card kind="rows" as="ul">
				<li>
					<Link to={`/kiosk/shop/photos/${SHOP_PICTURE}`} className="line">
						<b>Your shop</b>
						<small>{hasPicture ? 'Has its picture' : 'No picture yet'}</small>
					</Link>
				</li>
				{services.map(({ id, name, photos }) => (
					<li key={id}>
						<Link to={`/kiosk/shop/photos/${id}`} className="line" discover="none">
							<b>{name}</b>
							<small>
								{photos === 0 ? 'No photos yet' : `${photos} of ${photoLimits.perService} photos`}
							</small>
						</Link>
					</li>
				))}
			</Card>
		</OwnerPage>
	)
}

function PhotosAreOff() {
	return (
		<Notice tone="hold" className="mb-4">
			Photos are switched off in this app for now. Customers see none.
		</Notice>
	)
}
