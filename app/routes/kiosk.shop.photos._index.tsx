import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { photoLimits } from '#app/domain/discovery/photo-fields.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { SHOP_PICTURE } from '#app/kernel/links.ts'
import { LinkRows } from '#app/ui/kiosk/link-rows.tsx'
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
		places: [
			{
				to: `/kiosk/shop/photos/${SHOP_PICTURE}`,
				title: 'Your shop',
				detail: countPhotos(null) > 0 ? 'Has its picture' : 'No picture yet',
			},
			...services.map(({ id, name }) => ({
				to: `/kiosk/shop/photos/${id}`,
				title: name,
				detail:
					countPhotos(id) === 0 ? 'No photos yet' : `${countPhotos(id)} of ${photoLimits.perService} photos`,
			})),
		],
	})
}

export default function OwnerPhotos() {
	const { shopName, isOn, places } = useLoaderData<typeof loader>()
	return (
		<OwnerPage title="Photos" subtitle={shopName}>
			{!isOn && <PhotosAreOff />}
			<LinkRows rows={places} />
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
