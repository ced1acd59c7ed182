/** Where a photo is served: the whole one, or the small one of lists. */
export function photoPath(photoId: string, size: 'photo' | 'thumbnail' = 'photo'): string {
	return `/photos/${photoId}${size === 'thumbnail' ? '/small' : ''}`
}

/** Whether a picture is a photo that an owner added, and not a file of ours. */
export function isPhotoPath(picture: string | null): boolean {
	return picture?.startsWith('/photos/') ?? false
}

/** Where customers see all photos of a place: `serviceId` is null for the shop's own. */
export function photosOfPlacePath(shopId: string, serviceId: string | null): string {
	return `/business/${shopId}/photos/${serviceId ?? SHOP_PICTURE}`
}

/** Names the place of the shop's own picture in addresses, where a service's stand under its id. */
export const SHOP_PICTURE = 'shop'
