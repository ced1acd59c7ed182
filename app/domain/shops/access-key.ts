import type { CivilDate } from '#app/kernel/civil.ts'
import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { AccessKeyKind, DeviceRole, ShopScope } from '#app/kernel/vocabulary/shops.ts'

/** A kiosk link opens one device, once, within this time. */
export const KIOSK_LINK_MS = DAY_MS
/** In a row; the last ends the key of a locked kiosk, or locks the owner's pages. */
export const MAX_WRONG_PINS = 5
/** Unopened links that a shop's owners may make within a day: each is mailed. */
export const MOST_UNOPENED_LINKS = 10

/** Live ones of a shop. */
export const MOST_API_KEYS = 20
/** `lastSeenAt` of a key is kept to the hour. */
export const SEEN_EVERY_MS = HOUR_MS

export type AccessKey = {
	keyId: string
	kind: AccessKeyKind
	role: DeviceRole
	name: string
	scopes: readonly ShopScope[]
	pinHash: string | null
	/** In a row, at the owner's pages. */
	wrongOwnerPins: number
	lockCount: number
	lastSeenAt: Instant | null
	shop: { id: string; name: string; slug: string | null; timeZone: string }
	/** Of a person's device. */
	person: { id: string; name: string; lastDay: CivilDate | null } | null
}

/** Whether the key's person has left by this date of the shop's clock: their device opens nothing. */
export function hasLeft({ person }: Pick<AccessKey, 'person'>, today: CivilDate): boolean {
	return person !== null && person.lastDay !== null && person.lastDay < today
}

/** Whether a device may find customers and see their cards; one person's device may not (D65). */
export function seesCustomers({ role }: Pick<AccessKey, 'role'>): boolean {
	return role === 'desk' || role === 'owner'
}

/** Makes a key recognizable wherever it was left: in a repository, in a log. */
const API_KEY_PREFIX = 'wakati_'

/** An API key as its program sends it. Only the SHA-256 of `token` is kept. */
export function apiKeyOf(token: string): string {
	return `${API_KEY_PREFIX}${token}`
}

/** The secret of the header 'Bearer wakati_…'; null for any other. */
export function tokenOfBearer(authorization: string | null): string | null {
	const [, token = null] = /^Bearer wakati_([\w-]{43})$/i.exec(authorization ?? '') ?? []
	return token
}
