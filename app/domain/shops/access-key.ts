import type { CivilDate } from '#app/kernel/civil.ts'
import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { AccessKeyKind, DeviceRole, ShopScope } from '#app/kernel/vocabulary/shops.ts'

/** A link to the kiosk opens one device, once, within this time. */
export const KIOSK_LINK_MS = DAY_MS
/** This many wrong PINs in a row end the key of a locked kiosk, or lock the owner's pages of an open one. */
export const MAX_WRONG_PINS = 5
/** Links of a shop that its owners made within a day and that no device opened: each is mailed. */
export const MOST_UNOPENED_LINKS = 10

/** Live ones of a shop, for its programs. */
export const MOST_API_KEYS = 20
/** When a key was last seen is kept to the hour. */
export const SEEN_EVERY_MS = HOUR_MS

/** A key that opens a shop's side now, and of which shop. */
export type AccessKey = {
	keyId: string
	kind: AccessKeyKind
	/** Of a kiosk: what its device may do. */
	role: DeviceRole
	name: string
	scopes: readonly ShopScope[]
	pinHash: string | null
	/** In a row, at the owner's pages. */
	wrongOwnerPins: number
	/** How often the device was locked by its button. */
	lockCount: number
	lastSeenAt: Instant | null
	shop: { id: string; name: string; slug: string | null; timeZone: string }
	/** Of a person's device: the member of staff whose it is. */
	person: { id: string; name: string; lastDay: CivilDate | null } | null
}

/** Whether the person of a key has left, on the date of the shop's clock: their device opens nothing any more. */
export function hasLeft({ person }: Pick<AccessKey, 'person'>, today: CivilDate): boolean {
	return person !== null && person.lastDay !== null && person.lastDay < today
}

/** The caller of the shop's side, before any lookup: the SHA-256 of its key's secret. */
export type ShopCaller = { secretHash: string; kind: AccessKeyKind }

/** Whether a device may find customers and see their cards: that of one member of staff may not (D65). */
export function seesCustomers({ role }: Pick<AccessKey, 'role'>): boolean {
	return role === 'desk' || role === 'owner'
}
