export function photoPath(photoId: string, size: 'photo' | 'thumbnail' = 'photo'): string {
	return `/photos/${photoId}${size === 'thumbnail' ? '/small' : ''}`
}

/** True for an owner's photo, false for a file of ours. */
export function isPhotoPath(picture: string | null): boolean {
	return picture?.startsWith('/photos/') ?? false
}

/** `serviceId` is null for the shop's own photos. */
export function photosOfPlacePath(shopId: string, serviceId: string | null): string {
	return `/business/${shopId}/photos/${serviceId ?? SHOP_PICTURE}`
}

/** Names the shop's own picture where a service has its id. */
export const SHOP_PICTURE = 'shop'
