/** Keeps letters beyond ASCII: browsers encode them, and a page weighs less. */
export function queryText(text: string): string {
	return text.replace(/[\s"%&+#<>'\\]/g, encodeURIComponent)
}

/** Opens WhatsApp with a text and lets the customer choose the recipient. */
export function whatsAppLink(text: string): string {
	return `https://wa.me/?text=${queryText(text)}`
}

/** Opens a chat with an E.164 number and a text. */
export function whatsAppMessage(phone: string, text: string): string {
	return `${whatsAppChat(phone)}?text=${queryText(text)}`
}

/** Takes E.164: '+2348031234567'. */
export function whatsAppChat(phone: string): string {
	return `https://wa.me/${phone.replace('+', '')}`
}

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
