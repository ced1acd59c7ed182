import { isKeyedHash, keyedHash } from '#app/kernel/signed.server.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'

const PURPOSE = 'kiosk-pin'

/**
 * The only form in which a PIN is kept. Without a key its few digits could be guessed from the database at once. A PIN
 * that two kiosks share has two hashes.
 */
export function hashPin(
	[cookieKey = '']: readonly string[],
	caller: Pick<ShopCaller, 'secretHash'>,
	pin: string,
): string {
	return keyedHash(cookieKey, PURPOSE, `${caller.secretHash}:${pin}`)
}

/** Any of our keys may have made the hash. */
export function isPin(
	cookieKeys: readonly string[],
	caller: Pick<ShopCaller, 'secretHash'>,
	pin: string,
	pinHash: string | null,
): boolean {
	return pinHash !== null && isKeyedHash(cookieKeys, PURPOSE, `${caller.secretHash}:${pin}`, pinHash)
}
